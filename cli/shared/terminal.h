// What is printed to a terminal, and not into a file or pipe.
#pragma once

namespace structural::cli {

// Whether the file descriptor is a terminal that shows colours, as far as TERM says, and whose user
// has not set NO_COLOR.
bool WantsColours(int file);

}  // namespace structural::cli
