#include "cli/shared/ordered_work.h"

namespace structural::cli {

// WebAssembly has no threads here, so one worker does all the work.
void RunUntyped(const UntypedWork& work, int, std::size_t) { RunAlone(work); }

}  // namespace structural::cli
