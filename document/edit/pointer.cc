#include "document/edit/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace structural::document {
namespace {

using base::ErrorCode;
using Kind = Value::Kind;

// Returns one part of a pointer, or nullopt for a tilde without 0 or 1 after it.
std::optional<std::string> Unescape(std::string_view token) {
  std::string text;
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (token[at] != '~') {
      text += token[at];
    } else if (++at < token.size() && (token[at] == '0' || token[at] == '1')) {
      text += token[at] == '0' ? '~' : '/';
    } else {
      return std::nullopt;
    }
  }
  return text;
}

}  // namespace

base::Error NotThere(const std::string& path) {
  return {ErrorCode::kUnprocessable, "not found: " + path};
}

base::Result<Tokens> TokensOf(std::string_view path) {
  const base::Error broken(
      ErrorCode::kInvalidInput,
      "the path is not a JSON Pointer such as /a/b, where ~0 is a tilde and ~1 a slash in a name");
  Tokens tokens;
  if (!path.empty() && path[0] != '/') return broken;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    auto token = Unescape(path.substr(0, end));
    if (!token) return broken;
    tokens.push_back(*std::move(token));
    path.remove_prefix(end);
  }
  return tokens;
}

std::ptrdiff_t IndexOf(std::string_view token, std::size_t size) {
  if (token == "-") return static_cast<std::ptrdiff_t>(size);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  const bool number = error == std::errc() && end == token.data() + token.size();
  if (!number || (token.size() > 1 && token[0] == '0') || index > size) return -1;
  return static_cast<std::ptrdiff_t>(index);
}

std::ptrdiff_t ChildOf(const Value& value, std::string_view token) {
  if (value.kind == Kind::kObject) return value.Find(token);
  if (value.kind != Kind::kArray) return -1;
  const auto index = IndexOf(token, value.children.size());
  return index == static_cast<std::ptrdiff_t>(value.children.size()) ? -1 : index;
}

std::optional<PathValues> ValuesOnPath(const Tokens& tokens, Value& root) {
  PathValues way{&root};
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto child = ChildOf(*way.back(), tokens[i]);
    if (child < 0) return std::nullopt;
    way.push_back(way.back()->children[static_cast<std::size_t>(child)].value);
  }
  return way;
}

void MarkChanged(const PathValues& way) {
  for (Value* value : way) {
    value->changed = true;
    value->home.clear();
  }
}

}  // namespace structural::document
