// What a running process holds in memory.
#pragma once

#include <sys/types.h>

namespace structural::e2e {

// The most that was resident at any time, in MiB; 0 where there is no such process.
long PeakMemory(pid_t pid);

// Whether it runs with a sanitizer, whose own memory says nothing about the program's.
bool IsSanitized(pid_t pid);

}  // namespace structural::e2e
