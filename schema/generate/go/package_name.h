// The name of a Go package.
#pragma once

#include <string>
#include <string_view>

namespace structural::generate::go {

// A version as the name of a package: "v1". No keyword, and not main.
std::string PackageName(std::string_view version);

}  // namespace structural::generate::go
