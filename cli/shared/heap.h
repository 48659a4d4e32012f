// The heap of processes that serve for months: what is free goes back to the system.
#pragma once

namespace structural::cli {

// From now on, free blocks of 512 KiB and more go back to the system at once. By default the allocator raises this
// limit to 32 MiB after the first large block, and keeps what it has recycled. To be called before threads start.
void KeepHeapSmall();

}  // namespace structural::cli
