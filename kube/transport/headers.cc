#include "kube/transport/headers.h"

#include <optional>

namespace structural::kube {
namespace {

constexpr std::string_view kCode = "299";

// Removes the text before the separator, and the separator, from the front of `rest`. Returns the text; nullopt if
// `rest` has no separator.
std::optional<std::string_view> TakeUntil(char separator, std::string_view& rest) {
  const std::size_t at = rest.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  return taken;
}

void SkipSpaces(std::string_view& rest) { rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size())); }

std::optional<std::string> TakeQuoted(std::string_view& rest) {
  if (!rest.starts_with('"')) return std::nullopt;
  std::string text;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return text;
    }
    if (rest[i] == '\\' && ++i == rest.size()) break;
    text += rest[i];
  }
  return std::nullopt;
}

bool IsCode(std::string_view code) {
  return code.size() == 3 && (code[0] == '1' || code[0] == '2') &&
         std::ranges::all_of(code, [](char c) { return c >= '0' && c <= '9'; });
}

// Removes one warning, with its date and the comma after it, from the front of `rest`. Returns false if `rest` does not
// begin with a valid warning.
bool TakeWarning(std::string_view& rest, std::vector<std::string>* texts) {
  SkipSpaces(rest);
  const auto code = TakeUntil(' ', rest);
  if (!code || !IsCode(*code)) return false;
  const auto agent = TakeUntil(' ', rest);
  if (!agent || agent->empty()) return false;
  auto text = TakeQuoted(rest);
  if (!text) return false;
  SkipSpaces(rest);
  if (rest.starts_with('"') && !TakeQuoted(rest)) return false;
  SkipSpaces(rest);
  if (!rest.empty() && rest.front() != ',') return false;
  if (!rest.empty()) rest.remove_prefix(1);
  if (*code == kCode && !text->empty()) texts->push_back(*std::move(text));
  return true;
}

}  // namespace

std::vector<std::string> ParseWarnings(std::string_view header) {
  std::vector<std::string> texts;
  while (!header.empty() && TakeWarning(header, &texts)) {
  }
  return texts;
}

}  // namespace structural::kube
