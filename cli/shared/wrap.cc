#include "cli/shared/wrap.h"

#include <algorithm>
#include <cwchar>
#include <numeric>
#include <utility>
#include <vector>

#include <locale.h>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::cli {
namespace {

// wcwidth() uses the locale of the thread, by default C; without UTF-8 every character counts as
// one column.
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

bool SameLetter(char a, char b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return lower(a) == lower(b);
}

// Returns Levenshtein's distance, ignoring case; two swapped letters count as one change.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = last[j] + (SameLetter(a[i], b[j]) ? 0 : 1);
      row[j + 1] = std::min({change, row[j] + 1, last[j + 1] + 1});
      const bool swapped =
          i > 0 && j > 0 && SameLetter(a[i], b[j - 1]) && SameLetter(a[i - 1], b[j]);
      if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row[b.size()];
}

constexpr std::size_t kLongestWord = 100;  // longer words have no suggestions

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
    const bool moves = base::ChangesDirectionOrLayout(rune.value);
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

std::string_view MostSimilar(std::string_view word, std::span<const std::string_view> known) {
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t least = 1 + std::min<std::size_t>(3, word.size() / 3);
  for (const std::string_view candidate : known) {
    if (candidate.size() >= word.size() + least) continue;
    const std::size_t distance = Distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string JoinWithAnd(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace structural::cli
