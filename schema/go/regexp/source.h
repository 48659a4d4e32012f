// Source: the rest of a pattern that was not read yet, and the first error in the pattern.
#pragma once

#include <optional>
#include <string_view>

#include "schema/base/utf8.h"

namespace structural::go::regexp {

// The texts of Go's errors about the syntax of patterns.
namespace syntax_errors {
inline constexpr std::string_view kCharRange = "invalid character class range";
inline constexpr std::string_view kEscape = "invalid escape sequence";
inline constexpr std::string_view kNamedCapture = "invalid named capture";
inline constexpr std::string_view kPerlOp = "invalid or unsupported Perl syntax";
inline constexpr std::string_view kRepeatOp = "invalid nested repetition operator";
inline constexpr std::string_view kRepeatSize = "invalid repeat count";
inline constexpr std::string_view kUtf8 = "invalid UTF-8";
inline constexpr std::string_view kMissingBracket = "missing closing ]";
inline constexpr std::string_view kMissingParen = "missing closing )";
inline constexpr std::string_view kMissingRepeatArgument = "missing argument to repetition operator";
inline constexpr std::string_view kTrailingBackslash = "trailing backslash at end of expression";
inline constexpr std::string_view kUnexpectedParen = "unexpected )";
inline constexpr std::string_view kNestingDepth = "expression nests too deeply";
inline constexpr std::string_view kLarge = "expression too large";
}  // namespace syntax_errors

struct SyntaxError {
  std::string_view what;
  std::string_view where;  // the part of the pattern that Go quotes in the error
};

// The rest of a pattern. Functions that read from a Source return false after an error; their output parameters are
// then incomplete.
class Source {
 public:
  explicit Source(std::string_view pattern) : rest_(pattern) {}

  std::string_view rest() const { return rest_; }
  const std::optional<SyntaxError>& error() const { return error_; }

  bool StartsWith(std::string_view text) const { return rest_.starts_with(text); }
  void Skip(std::size_t count) { rest_.remove_prefix(count); }

  // Returns the part of the pattern that was read since `start`, the result of an earlier call of rest().
  std::string_view Since(std::string_view start) const { return start.substr(0, start.size() - rest_.size()); }

  // Reads one code point. At the end of the pattern, `rune` is U+FFFD, as in Go. Returns false for invalid UTF-8.
  bool Next(char32_t& rune) {
    rune = 0xFFFD;
    if (rest_.empty()) return true;
    const base::Rune next = base::DecodeRune(rest_);
    if (!next.valid) return Fail(syntax_errors::kUtf8, rest_);
    rune = next.value;
    Skip(next.size);
    return true;
  }

  // Checks that a part of the pattern is valid UTF-8. If not, records an error and returns false.
  bool CheckUtf8(std::string_view text) {
    Source part(text);
    for (char32_t rune; !part.rest_.empty();) {
      if (!part.Next(rune)) return Fail(syntax_errors::kUtf8, part.rest_);
    }
    return true;
  }

  // Records an error. Always returns false, so that a caller can write `return Fail(…)`.
  bool Fail(std::string_view what, std::string_view where) {
    error_ = {what, where};
    return false;
  }

 private:
  std::string_view rest_;
  std::optional<SyntaxError> error_;
};

}  // namespace structural::go::regexp
