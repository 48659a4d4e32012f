#include "cli/shared/ordered_work.h"

namespace structural::cli {

// The WebAssembly module has no threads, so the calling thread does all the work.
void RunUntyped(const UntypedWork& work, int, std::size_t) { RunInCallingThread(work); }

}  // namespace structural::cli
