#include "schema/go/sprintf.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::go {
namespace {

using base::IsDigit;

void DropDigits(std::string_view& rest) { rest.remove_prefix(std::ranges::find_if_not(rest, IsDigit) - rest.begin()); }

// Removes and returns the bytes of the first UTF-8 character.
std::string_view TakeRune(std::string_view& rest) {
  std::size_t size = 1;
  while (size < rest.size() && (rest[size] & 0xC0) == 0x80 && (rest[0] & 0x80) != 0) ++size;
  const std::string_view rune = rest.substr(0, size);
  rest.remove_prefix(size);
  return rune;
}

// Skips an argument index such as "[3]", and sets `is_bad`, because an index is always invalid without arguments.
void DropIndex(std::string_view& rest, bool* is_bad) {
  if (!rest.starts_with('[')) return;
  *is_bad = true;
  const std::size_t end = rest.find(']');
  rest.remove_prefix(end == rest.npos || rest.size() < 3 ? 1 : end + 1);
}

void DropNumber(std::string_view& rest, bool* is_bad, std::string_view no_argument, std::string& to) {
  DropIndex(rest, is_bad);
  if (!rest.starts_with('*')) return DropDigits(rest);
  rest.remove_prefix(1);
  to += no_argument;
}

// Appends Go's output for the verb at the beginning of `rest`, which follows a '%'.
void AppendVerb(std::string_view& rest, std::string& to) {
  rest.remove_prefix(std::min(rest.find_first_not_of("#0+- "), rest.size()));
  bool is_bad = false;
  DropNumber(rest, &is_bad, "%!(BADWIDTH)", to);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    DropNumber(rest, &is_bad, "%!(BADPREC)", to);
  }
  DropIndex(rest, &is_bad);
  if (rest.empty()) {
    to += "%!(NOVERB)";
    return;
  }
  const std::string_view verb = TakeRune(rest);
  if (verb == "%") {
    to += '%';
    return;
  }
  to.append("%!").append(verb).append(is_bad ? "(BADINDEX)" : "(MISSING)");
}

}  // namespace

std::string FormatWithoutArguments(std::string_view text) {
  std::string formatted;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('%'), text.size());
    formatted += text.substr(0, size);
    text.remove_prefix(size);
    if (text.empty()) break;
    text.remove_prefix(1);
    AppendVerb(text, formatted);
  }
  return formatted;
}

}  // namespace structural::go
