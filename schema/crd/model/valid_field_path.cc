#include "schema/crd/model/valid_field_path.h"

#include <algorithm>
#include <utility>

namespace structural::crd {
namespace {

constexpr std::string_view kNotAField = "does not refer to a valid field";

// Removes and returns the next token of a path: a delimiter, or the text between two delimiters. A quoted token can
// contain delimiters.
std::string_view NextToken(std::string_view& rest) {
  std::size_t size = 1;
  if (rest[0] == '\'') {
    while (size < rest.size() && !(rest[size] == '\'' && rest[size - 1] != '\\')) ++size;
    size = std::min(size + 1, rest.size());
  } else if (rest[0] != '.' && rest[0] != '[' && rest[0] != ']') {
    size = std::min(rest.find_first_of(".[]"), rest.size());
  }
  const std::string_view token = rest.substr(0, size);
  rest.remove_prefix(size);
  return token;
}

// Upstream: unescapeSingleQuote. Returns the unquoted text and an error.
std::pair<std::string, std::string> UnescapeSingleQuote(std::string_view text) {
  constexpr std::string_view kLetters = "abfnrtv'\\", kValues = "\a\b\f\n\r\t\v'\\";
  std::string plain, error;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size() || text[i + 1] == '\n') {
      plain += text[i];
      continue;
    }
    const auto letter = kLetters.find(text[++i]);
    if (letter == kLetters.npos) {
      error = "invalid string literal: invalid escape char " + std::string(text.substr(i - 1, 2));
    } else {
      plain += kValues[letter];
    }
  }
  return {plain, error};
}

class PathWalk {
 public:
  PathWalk(std::string_view json_path, const Structural* schema, bool array_notation)
      : rest_(json_path), array_notation_(array_notation), found_{"", "", schema} {}

  std::variant<FoundField, std::string> Walk() {
    while (!rest_.empty() && error_.empty()) {
      const std::string_view token = NextToken(rest_);
      if (token == "[") {
        Bracket();
      } else if (token != ".") {
        error_ = "expected [ or . but got: " + std::string(token);
      } else if (rest_.empty()) {
        error_ = "unexpected end of JSON path";
      } else {
        Enter(NextToken(rest_));
      }
    }
    if (!error_.empty()) return error_;
    return found_;
  }

 private:
  void Bracket() {
    if (!array_notation_) {
      error_ = "array notation is not allowed";
      return;
    }
    if (rest_.empty()) {
      error_ = "unexpected end of JSON path";
      return;
    }
    const std::string_view token = NextToken(rest_);
    if (token.size() < 2 || token.front() != '\'' || token.back() != '\'') {
      error_ = "expected single quoted string but got " + std::string(token);
      return;
    }
    auto [name, error] = UnescapeSingleQuote(token.substr(1, token.size() - 2));
    error_ = std::move(error);
    if (error_.empty()) Enter(name);
    if (!error_.empty()) return;
    if (rest_.empty()) {
      error_ = "unexpected end of JSON path";
      return;
    }
    const std::string_view close = NextToken(rest_);
    if (close != "]") error_ = "expected ] but got " + std::string(close);
  }

  void Enter(std::string_view name) {
    const Structural* schema = found_.schema;
    if (schema == nullptr || (schema->properties.absent() && !schema->additional_properties)) {
      error_ = kNotAField;
    } else if (!schema->properties.absent()) {
      Append((found_.path.empty() ? "" : ".") + std::string(name), name);
      found_.schema = schema->properties.Find(name);
      if (found_.schema == nullptr) error_ = kNotAField;
    } else {
      Append(("[" + std::string(name)) + "]", "");
      found_.schema = schema->additional_properties->structural;
    }
  }

  void Append(const std::string& element, std::string_view name) {
    if (found_.path.empty()) found_.root = name;
    found_.path += element;
  }

  std::string_view rest_;
  const bool array_notation_;
  FoundField found_;
  std::string error_;
};

}  // namespace

std::variant<FoundField, std::string> ValidFieldPath(std::string_view json_path, const Structural* schema,
                                                     bool array_notation) {
  return PathWalk(json_path, schema, array_notation).Walk();
}

}  // namespace structural::crd
