// Counts heap allocations by standing in front of malloc and its kin.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

// Allocations (malloc, calloc, realloc, aligned forms) that all threads have made so far.
uint64_t allocation_count(void);

#endif
