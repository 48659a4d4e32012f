// Styled: colors and weights of text on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace structural::cli {

// Parameters of the control sequence SGR (ECMA-48).
namespace style {
inline constexpr std::string_view kBold = "1", kDim = "2", kRed = "31", kGreen = "32", kYellow = "33", kCyan = "36",
                                  kBoldRed = "1;31", kBoldGreen = "1;32", kBoldYellow = "1;33";
}  // namespace style

// Returns the text in the style of the code if `colors`; unchanged if the text or the code is
// empty.
inline std::string Styled(std::string_view code, std::string_view text, bool colors) {
  if (!colors || code.empty() || text.empty()) return std::string(text);
  return std::string("\033[").append(code).append("m").append(text).append("\033[0m");
}

}  // namespace structural::cli
