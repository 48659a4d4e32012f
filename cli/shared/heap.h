// Returns free memory to the system in long-running processes.
#pragma once

namespace structural::cli {

// Makes the allocator return free blocks of 512 KiB and more to the system at once. By default it
// raises this limit to 32 MiB after the first large block, and keeps free memory. Must be called
// before threads start.
void KeepHeapSmall();

}  // namespace structural::cli
