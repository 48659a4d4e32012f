#include "schema/base/pointer.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "document/edit/patch.h"

namespace structural::document {
namespace {

using base::ErrorCode;
using Kind = Value::Kind;

}  // namespace

base::Error NotThere(const std::string& path) { return {ErrorCode::kUnprocessable, "not found: " + path}; }

base::Result<Tokens> TokensOf(std::string_view path) {
  auto tokens = base::ReadPointer(path);
  if (tokens) return *std::move(tokens);
  return base::Error(ErrorCode::kInvalidInput,
                     "the path is not a JSON Pointer such as /a/b, where ~0 is a tilde and ~1 a slash in a name");
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
