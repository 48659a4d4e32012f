// Chance, for jitter.
#pragma once

namespace structural::controller {

// A number in [0, 1). Thread-safe. Not for secrets.
double Random();

}  // namespace structural::controller
