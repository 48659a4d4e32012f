#include "cli/shared/output.h"

namespace structural::cli {

// The host opens the streams, and has no SIGPIPE. So these functions do nothing.
void OpenStandardStreams() {}

void EndIfPipeClosed() {}

}  // namespace structural::cli
