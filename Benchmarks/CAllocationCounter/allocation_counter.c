// Only the benchmark executable links this. glibc exports its own allocator under __libc_ names, so no symbol has to be
// looked up at run time and the same code works in a static binary.
#include "allocation_counter.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// One counter for each thread, so that counting costs no thread anything of another's. Static, because a thread's own memory
// is gone when it ends and its count is not. More threads than slots share some, and may then miss a few.
enum { slot_count = 64 };
static struct {
  _Alignas(64) _Atomic uint64_t value;
} counts[slot_count];
static _Atomic unsigned taken;
static _Thread_local _Atomic uint64_t *mine;

static inline void count_one(void) {
  if (!mine) mine = &counts[atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed) % slot_count].value;
  uint64_t value = atomic_load_explicit(mine, memory_order_relaxed);
  atomic_store_explicit(mine, value + 1, memory_order_relaxed);
}

uint64_t allocation_count(void) {
  uint64_t sum = 0;
  for (int slot = 0; slot < slot_count; slot++) sum += atomic_load_explicit(&counts[slot].value, memory_order_relaxed);
  return sum;
}

void *malloc(size_t size) {
  count_one();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count_one();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count_one();
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count_one();
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}
