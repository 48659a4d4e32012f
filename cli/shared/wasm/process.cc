#include "cli/shared/process.h"

namespace structural::cli {

// WebAssembly has no signals, and its memory never shrinks. So these functions do nothing.
void BlockStopSignals() {}

void UnblockStopSignals() {}

StopOnSignal::StopOnSignal() = default;

StopOnSignal::~StopOnSignal() = default;

void KeepHeapSmall() {}

}  // namespace structural::cli
