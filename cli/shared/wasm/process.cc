#include "cli/shared/process.h"

namespace structural::cli {

// The functions of process.h do nothing in WebAssembly, which has no signals, and whose memory never shrinks.
void BlockStopSignals() {}

void UnblockStopSignals() {}

StopOnSignal::StopOnSignal() = default;

StopOnSignal::~StopOnSignal() = default;

void KeepHeapSmall() {}

}  // namespace structural::cli
