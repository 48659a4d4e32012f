#include "files/stop_signals.h"

namespace structural::files {

// WebAssembly has no signals.
struct StopSignalsOpen::Mask {};

StopSignalsOpen::StopSignalsOpen() = default;

StopSignalsOpen::~StopSignalsOpen() = default;

}  // namespace structural::files
