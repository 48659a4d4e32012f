// Carries bytes between two connections.
#pragma once

#include "kube/transport/channel.h"

namespace structural::kube {

// Both ways, until one side has ended and all that it sent is delivered, or one of them broke, or
// the file `stop` is readable. Holds at most 64 KiB for each way: a side that does not read slows
// the other one down.
void Relay(Channel& a, Channel& b, int stop);

}  // namespace structural::kube
