#include "cli/objects/cel/excerpt.h"

#include <algorithm>

#include "cli/shared/wrap.h"
#include "schema/base/utf8.h"
#include "schema/cel/source.h"

namespace structural::cli {
namespace {

// Maximum number of characters of a line that are shown before the mark, and in total.
constexpr std::size_t kBefore = 60, kMaxShown = 90;

std::string_view Skip(std::string_view text, std::size_t runes) {
  for (; runes > 0 && !text.empty(); --runes) text.remove_prefix(static_cast<std::size_t>(base::DecodeRune(text).size));
  return text;
}

std::string_view First(std::string_view text, std::size_t runes) {
  return text.substr(0, text.size() - Skip(text, runes).size());
}

}  // namespace

std::string Excerpt(std::string_view expression, cel::Location at, bool colors) {
  const cel::Source source(expression);
  const auto line = source.Line(at.line);
  if (!line || at.column < 0) return {};
  std::string_view shown = *line;
  std::size_t column = static_cast<std::size_t>(at.column);
  std::string before;
  if (column > kBefore) {
    shown = Skip(shown, column - kBefore);
    column = kBefore;
    before = "… ";
  }
  const bool cut = !Skip(shown, kMaxShown).empty();
  const std::string text = Printable(First(shown, kMaxShown));
  const std::string number = std::to_string(at.line);
  const std::size_t indent = (before.empty() ? 0 : 2) + WidthOf(text, column);
  return "  " + number + " | " + before + text + (cut ? " …" : "") + "\n  " + std::string(number.size(), ' ') + " | " +
         std::string(indent, ' ') + Styled(style::kBoldGreen, "^", colors) + "\n";
}

std::string ErrorText(std::string_view message, std::string_view expression, cel::Location at, bool colors) {
  return Styled(style::kBoldRed, "error", colors) + ": " + Printable(message) + "\n" + Excerpt(expression, at, colors);
}

}  // namespace structural::cli
