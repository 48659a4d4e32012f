// The stack of a thread that has gone deep.
#pragma once

namespace structural::webhook {

// Gives the pages below the caller's frame back to the system: schemas of ten thousand levels leave
// some megabytes in every thread that has judged one.
void ReleaseStack();

}  // namespace structural::webhook
