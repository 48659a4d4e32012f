#include "schema/rules/regular_expression.h"

#include <re2/re2.h>

namespace structural::rules {
namespace {

// Go's name for the mistake that RE2 found.
std::string_view GoText(RE2::ErrorCode code) {
  switch (code) {
    case RE2::ErrorBadEscape: return "invalid escape sequence";
    case RE2::ErrorBadCharClass: return "invalid character class";
    case RE2::ErrorBadCharRange: return "invalid character class range";
    case RE2::ErrorMissingBracket: return "missing closing ]";
    case RE2::ErrorMissingParen: return "missing closing )";
    case RE2::ErrorUnexpectedParen: return "unexpected )";
    case RE2::ErrorTrailingBackslash: return "trailing backslash at end of expression";
    case RE2::ErrorRepeatArgument: return "missing argument to repetition operator";
    case RE2::ErrorRepeatSize: return "invalid repeat count";
    case RE2::ErrorRepeatOp: return "invalid nested repetition operator";
    case RE2::ErrorBadPerlOp: return "invalid or unsupported Perl syntax";
    case RE2::ErrorBadUTF8: return "invalid UTF-8";
    case RE2::ErrorBadNamedCapture: return "invalid named capture";
    case RE2::ErrorPatternTooLarge: return "expression too large";
    default: return "internal error";
  }
}

}  // namespace

std::optional<std::string> FindMistake(std::string_view pattern) {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(256 << 20);
  const RE2 compiled({pattern.data(), pattern.size()}, options);
  if (compiled.ok()) return std::nullopt;
  std::string text = "error parsing regexp: ";
  text.append(GoText(compiled.error_code())).append(": `").append(compiled.error_arg()).append("`");
  return text;
}

}  // namespace structural::rules
