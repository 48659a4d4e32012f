#include "cli/shared/wrap.h"

#include <algorithm>
#include <cwchar>

#include <locale.h>

#include "schema/base/shown_text.h"
#include "schema/base/utf8.h"

namespace structural::lint {
namespace {

// wcwidth() goes by the locale of the thread, which is C's; without UTF-8 all is one column wide.
class Utf8Locale {
 public:
  Utf8Locale() : before_(uselocale(Own())) {}
  ~Utf8Locale() { uselocale(before_); }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  static locale_t Own() {
    static const locale_t own = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return own;
  }

  const locale_t before_;
};

}  // namespace

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
    const auto plain = static_cast<std::size_t>(
        std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; }) - text.begin());
    printable += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    const bool moves = base::MovesText(rune.value);
    base::AppendRune(!moves              ? rune.value
                     : rune.value < 0xA0 ? U' '
                                         : base::kReplacementRune,
                     printable);
  }
  return printable;
}

std::size_t WidthOf(std::string_view printable, std::size_t runes) {
  const Utf8Locale locale;
  std::size_t width = 0;
  for (; runes > 0 && !printable.empty(); --runes) {
    const base::Rune rune = base::DecodeRune(printable);
    printable.remove_prefix(static_cast<std::size_t>(rune.size));
    const int columns = wcwidth(static_cast<wchar_t>(rune.value));
    width += columns < 0 ? 1 : static_cast<std::size_t>(columns);
  }
  return width;
}

}  // namespace structural::lint
