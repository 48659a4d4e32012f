// How deep this process may go.
#pragma once

namespace structural::cli {

// Gives every thread, the first one too, a stack for what JSON of 10,000 levels asks of it
// (schema/base/stack.h): that is what the API server reads. Only what is used costs memory. To be
// called first in main: threads that run already keep what they have, and all keep it where the
// system allows no more.
void WidenStacks();

}  // namespace structural::cli
