// Memory of a running process.
#pragma once

#include <sys/types.h>

namespace structural::e2e {

// Returns the maximum resident memory of the process so far, in MiB, or 0 if it does not exist.
long PeakMemory(pid_t pid);

// Reports whether the process was built with a sanitizer, which needs additional memory.
bool IsSanitized(pid_t pid);

}  // namespace structural::e2e
