// Counts heap allocations of the calling thread by standing in front of malloc and its kin.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

// Allocations (malloc, calloc, realloc, aligned forms) that this thread has made so far.
uint64_t allocation_count(void);

/// Gives the allocator's free memory back to the system.
void allocation_trim(void);

#endif
