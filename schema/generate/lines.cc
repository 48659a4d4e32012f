#include "schema/generate/lines.h"

#include "schema/base/shown_text.h"
#include "schema/base/utf8.h"

namespace structural::generate {
namespace {

constexpr char32_t kByteOrderMark = 0xFEFF;

// What may stand in a comment, without spaces at the end.
std::string Cleaned(std::string_view line) {
  std::string clean;
  while (!line.empty()) {
    const base::Rune rune = base::DecodeRune(line);
    line.remove_prefix(static_cast<std::size_t>(rune.size));
    if (rune.value == kByteOrderMark) continue;
    base::AppendRune(base::MovesText(rune.value) && rune.value != '\t' ? U' ' : rune.value, clean);
  }
  clean.erase(clean.find_last_not_of(" \t") + 1);
  return clean;
}

}  // namespace

Lines LinesOf(std::string_view text) {
  Lines lines;
  while (true) {
    const std::size_t end = text.find('\n');
    std::string line = Cleaned(text.substr(0, end));
    if (!line.empty() || (!lines.empty() && !lines.back().empty())) lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

void AppendComment(const Lines& lines, std::string_view indent, std::string& to) {
  for (const std::string& line : lines)
    to.append(indent).append(line.empty() ? "//" : "// ").append(line).append("\n");
}

}  // namespace structural::generate
