#include "document/template.h"

#include <algorithm>
#include <vector>

#include "schema/base/utf8.h"

namespace structural::document {
namespace {

constexpr std::string_view kLineSpaces = " \t\r";
constexpr std::size_t kMarkSize = 2;  // the size of each of the marks {{ }} {% %}

// The range [begin, end) of an action in a text, in bytes.
struct Action {
  std::size_t begin;
  std::size_t end;
};

// Returns the content of an action, without its braces and without the `-` that trims spaces before it.
std::string_view BodyOf(std::string_view action) {
  action = action.substr(kMarkSize, action.size() - 2 * kMarkSize);
  const auto begin = action.find_first_not_of("- \t\r\n");
  return begin == action.npos ? std::string_view() : action.substr(begin);
}

std::size_t FindOpen(std::string_view text, std::size_t from) {
  while ((from = text.find('{', from)) != text.npos) {
    if (from + 1 < text.size() && (text[from + 1] == '{' || text[from + 1] == '%')) break;
    ++from;
  }
  return from;
}

// Returns the first action at or after the offset `from`; nullopt if the rest has no action.
// Upstream: Go text/template/parse lex.go lexLeftDelim, lexComment.
std::optional<Action> NextAction(std::string_view text, std::size_t from) {
  const std::size_t begin = FindOpen(text, from);
  if (begin == text.npos) return std::nullopt;
  const bool statement = text[begin + 1] == '%';
  const auto first = text.find_first_not_of("- \t\r\n", begin + kMarkSize);
  std::size_t at = begin + kMarkSize;
  if (first != text.npos && text.substr(first).starts_with("/*")) at = text.find("*/", first + 2);
  if (at != text.npos) at = text.find(statement ? "%}" : "}}", at);
  if (at == text.npos) return std::nullopt;
  return Action{begin, at + kMarkSize};
}

bool EndsWithAction(std::string_view text) { return text.ends_with("}}") || text.ends_with("%}"); }
bool BeginsWithAction(std::string_view text) { return text.starts_with("{{") || text.starts_with("{%"); }

bool IsAloneOnItsLines(std::string_view text, const Action& action) {
  const std::string_view before = text.substr(0, action.begin), behind = text.substr(action.end);
  const auto last = before.find_last_not_of(kLineSpaces), next = behind.find_first_not_of(kLineSpaces);
  return (last == before.npos || before[last] == '\n' || EndsWithAction(before.substr(0, last + 1))) &&
         (next == behind.npos || behind[next] == '\n' || BeginsWithAction(behind.substr(next)));
}

void Blank(const Action& action, std::string& text) {
  const auto begin = text.begin() + static_cast<std::ptrdiff_t>(action.begin);
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(action.end);
  std::replace_if(
      begin, end, [](char c) { return c != '\n'; }, ' ');
}

std::vector<Action> ActionsIn(std::string_view text) {
  std::vector<Action> actions;
  for (auto next = NextAction(text, 0); next; next = NextAction(text, next->end)) actions.push_back(*next);
  return actions;
}

}  // namespace

bool HasActions(std::string_view text) {
  const auto binary = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  };
  return NextAction(text, 0) && std::ranges::none_of(text, binary) && base::IsValidUtf8(text);
}

std::string WithoutActions(std::string_view text) {
  std::string rest(text);
  for (const Action& action : ActionsIn(text)) Blank(action, rest);
  return rest;
}

std::optional<std::string> WithoutActionLines(std::string_view text) {
  std::string rest(text);
  for (const Action& action : ActionsIn(text)) {
    if (!IsAloneOnItsLines(text, action)) continue;
    const auto size = action.end - action.begin;
    if (BodyOf(text.substr(action.begin, size)).starts_with("else")) return std::nullopt;
    Blank(action, rest);
  }
  return rest;
}

}  // namespace structural::document
