// How many files and sockets the process may have open.
#pragma once

#include <cstddef>

namespace structural::http {

// Raises the soft limit to the hard one, but to no more than 65536, and returns it.
std::size_t RaiseOpenFiles();

}  // namespace structural::http
