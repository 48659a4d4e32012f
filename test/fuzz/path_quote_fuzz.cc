// Quotes any text as a JSON string and as a Go string, and builds a field path from it.
#include <nlohmann/json.hpp>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/json/reader.h"
#include "schema/kubernetes/violation.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 64, .fixed_bytes = 16 << 20};

namespace {

using kubernetes::FieldPath;

// Returns the text with U+FFFD in place of each byte that is not part of valid UTF-8.
std::string Mended(std::string_view text) {
  std::string mended;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    base::AppendRune(rune.value, mended);
    text.remove_prefix(rune.size);
  }
  return mended;
}

void CheckJsonString(std::string_view text) {
  std::string quoted;
  base::AppendJsonString(text, quoted);
  Require(base::IsValidUtf8(quoted), "a JSON string is UTF-8");
  const std::string mended = Mended(text);
  Require(nlohmann::json::parse(quoted).get<std::string>() == mended, "JSON string reads back");
  base::Arena arena;
  json::JsonReader in(quoted, arena);
  Require(in.String() == mended && in.AtEnd(), "we read it back, too");
}

// Removes one escape sequence in Go's syntax from the front of `rest`, and appends its character to `to`.
void Unescape(std::string_view& rest, std::string& to) {
  constexpr std::string_view kLetters = "abfnrtv\"\\", kValues = "\a\b\f\n\r\t\v\"\\";
  const char letter = rest[1];
  if (const auto at = kLetters.find(letter); at != std::string_view::npos) {
    to += kValues[at];
    return rest.remove_prefix(2);
  }
  const int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
  Require(letter == 'x' || letter == 'u' || letter == 'U', "an escape of Go");
  const auto value = std::stoul(std::string(rest.substr(2, digits)), nullptr, 16);
  letter == 'x' ? void(to += static_cast<char>(value)) : base::AppendRune(static_cast<char32_t>(value), to);
  rest.remove_prefix(2 + digits);
}

void CheckQuote(std::string_view text) {
  const std::string quoted = base::Quote(text);
  Require(quoted.size() >= 2 && quoted.front() == '"' && quoted.back() == '"', "in quotes");
  Require(base::IsValidUtf8(quoted), "what is quoted is UTF-8");
  std::string value;
  for (std::string_view rest(quoted.data() + 1, quoted.size() - 2); !rest.empty();) {
    if (rest.front() == '\\') {
      Unescape(rest, value);
      continue;
    }
    Require(static_cast<unsigned char>(rest.front()) >= ' ', "no control characters");
    value += rest.front();
    rest.remove_prefix(1);
  }
  Require(value == text, "the quoted text is the text");
}

// Requires that `parent` prints as `expected`. Appends elements to it, one after another, and requires the same of each
// longer path. The first byte of the text determines the kind of the next element and the length of its name.
void CheckPath(std::string_view text, const FieldPath& parent, const std::string& expected) {
  Require(parent.String() == expected, "a path is its elements");
  if (text.size() < 3) return;
  const auto choice = static_cast<unsigned char>(text.front());
  const std::string name(text.substr(1, choice % 7));
  const std::string_view rest = text.substr(1 + name.size());
  const std::string before = expected + "." + name;
  switch (choice % 3) {
    case 0: return CheckPath(rest, parent.Child(name), before);
    case 1: return CheckPath(rest, parent.Child(name, rest), before + "[" + std::string(rest) + "]");
    default: return CheckPath(rest, parent.Child(name, rest.size()), before + "[" + std::to_string(rest.size()) + "]");
  }
}

}  // namespace

void Try(std::string_view text) {
  const MemoryLimit memory(text.size());
  CheckJsonString(text);
  CheckQuote(text);
  CheckPath(text.substr(0, 200), FieldPath("spec"), "spec");
}

}  // namespace structural::fuzz
