#include "files/stop_signals.h"

namespace structural::files {

// WebAssembly has no signals, so UnblockedStopSignals does nothing.
struct UnblockedStopSignals::Mask {};

UnblockedStopSignals::UnblockedStopSignals() = default;

UnblockedStopSignals::~UnblockedStopSignals() = default;

}  // namespace structural::files
