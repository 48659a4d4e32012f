#include "cli/shared/output.h"

namespace structural::cli {

// OpenStandardStreams and EndIfPipeClosed do nothing in WebAssembly: the host of the module opens the streams, and WASI
// has no SIGPIPE.
void OpenStandardStreams() {}

void EndIfPipeClosed() {}

}  // namespace structural::cli
