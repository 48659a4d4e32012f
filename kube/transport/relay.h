// Carries bytes between two connections.
#pragma once

#include "kube/transport/channel.h"
#include "kube/transport/receive_window.h"

namespace structural::kube {

// Both ways, until one side has ended and all that it sent is delivered, or one of them broke, or
// the file `stop` is readable. Holds at most 64 KiB for each way: a side that does not read slows
// the other one down. `window`, which may be null, counts the HTTP answers that come from b, and
// ends both.
void Relay(Channel& a, Channel& b, int stop, ReceiveWindow* window);

}  // namespace structural::kube
