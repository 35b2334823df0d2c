#include "allocator_settings.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void allocator_keep_freed_chunks(void) {
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
}
#else
void allocator_keep_freed_chunks(void) {}
#endif
