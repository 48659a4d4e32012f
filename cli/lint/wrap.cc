#include "cli/lint/wrap.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::lint {

std::string Wrapped(std::string_view text, std::string_view indent) {
  std::string wrapped(indent);
  std::size_t width = indent.size();
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (width + word.size() > kWidth && width > indent.size()) {
      wrapped.append("\n").append(indent);
      width = indent.size();
    }
    wrapped.append(width > indent.size() ? " " : "").append(word);
    width += word.size() + 1;
  }
  return wrapped += '\n';
}

std::string Indented(std::string_view text, std::string_view indent) {
  std::string indented;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    indented.append(line.empty() ? "" : indent).append(line).append("\n");
  }
  return indented;
}

std::string Printable(std::string_view text) {
  std::string printable;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    const bool control = rune.value < ' ' || (rune.value >= 0x7F && rune.value <= 0x9F);
    base::AppendRune(control ? U' ' : rune.value, printable);
  }
  return printable;
}

}  // namespace structural::lint
