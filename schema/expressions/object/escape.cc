#include "schema/expressions/object/escape.h"

#include <algorithm>
#include <iterator>

#include "schema/base/utf8.h"

namespace structural::cel::object {
namespace {

// The reserved words of CEL, sorted for binary search.
constexpr std::string_view kReservedWords[] = {
    "as",  "break", "const",     "continue", "else",    "false",  "for",  "function", "if",   "import", "in",
    "let", "loop",  "namespace", "null",     "package", "return", "true", "var",      "void", "while",
};
static_assert(std::ranges::is_sorted(kReservedWords));

std::string_view Word(char c) {
  switch (c) {
    case '.': return "__dot__";
    case '-': return "__dash__";
    case '/': return "__slash__";
    default: return {};
  }
}

}  // namespace

bool IsReserved(std::string_view word) { return std::ranges::binary_search(kReservedWords, word); }

std::optional<std::string> Escape(std::string_view name) {
  if (name.empty() || base::IsDigit(name[0])) return std::nullopt;
  if (IsReserved(name)) return "__" + std::string(name) + "__";
  std::string escaped;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (const std::string_view word = Word(c); !word.empty()) {
      escaped += word;
    } else if (name.substr(i).starts_with("__")) {
      escaped += "__underscores__";
      ++i;
    } else if (base::IsLetterOrDigit(c) || c == '_') {
      escaped += c;
    } else {
      return std::nullopt;
    }
  }
  return escaped;
}

}  // namespace structural::cel::object
