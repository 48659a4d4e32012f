#include "schema/generate/go/package_name.h"

#include <algorithm>
#include <array>

#include "schema/base/ascii.h"

namespace structural::generate::go {
namespace {

using base::IsDigit;
using base::IsLower;

// Sorted. Keywords, and main, whose package would have to be a program.
constexpr std::array<std::string_view, 26> kReserved = {
    "break",  "case",        "chan",   "const", "continue", "default", "defer",
    "else",   "fallthrough", "for",    "func",  "go",       "goto",    "if",
    "import", "interface",   "main",   "map",   "package",  "range",   "return",
    "select", "struct",      "switch", "type",  "var"};

}  // namespace

std::string PackageName(std::string_view version) {
  std::string name;
  for (const char c : version) name += IsLower(c) || IsDigit(c) ? c : '_';
  if (name.empty() || !IsLower(name.front())) name.insert(0, 1, 'v');
  if (std::ranges::binary_search(kReserved, std::string_view(name))) name += '_';
  return name;
}

}  // namespace structural::generate::go
