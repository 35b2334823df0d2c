// Settings of the C library's allocator that Swift's Glibc module does not show.
#ifndef ALLOCATOR_SETTINGS_H
#define ALLOCATOR_SETTINGS_H

// Keeps memory that was freed, up to some megabytes, for the next use. A stream's chunks are larger than what glibc keeps by
// itself: each went back to the system and came again page by page. Does nothing with other C libraries.
void allocator_keep_freed_chunks(void);

#endif
