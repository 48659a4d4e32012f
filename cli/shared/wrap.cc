#include "cli/shared/wrap.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cwchar>

#include <locale.h>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"

namespace structural::cli {
namespace {

// Sets a UTF-8 locale for the current thread as long as the object exists. wcwidth() uses the locale of the thread,
// which is C by default. In the locale C, every character would count as one column.
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

bool SameLetter(char a, char b) { return base::ToLowerAscii(a) == base::ToLowerAscii(b); }

constexpr std::size_t kMaxWord = 100;          // maximum size in bytes; no suggestions are made for longer words
constexpr std::size_t kMaxChangedLetters = 3;  // maximum number of changed letters between similar words
constexpr std::size_t kMaxKnown = 2'000;       // maximum number of known words with which a word is compared

// Returns the Levenshtein distance of two words, ignoring case; two swapped letters count as one change. If the
// distance is `limit` or more, returns `limit`. Computes only the cells of the matrix that are closer than `limit` to
// its diagonal. Preconditions: `limit` is at most kMaxChangedLetters + 1, and the length of `b` is at most kMaxWord +
// kMaxChangedLetters.
std::size_t DistanceBelow(std::size_t limit, std::string_view a, std::string_view b) {
  using Row = std::array<std::uint8_t, kMaxWord + kMaxChangedLetters + 2>;
  const auto far = static_cast<std::uint8_t>(limit);
  std::array<Row, 3> rows;
  for (Row& row : rows) row.fill(far);
  for (std::size_t j = 0; j < std::min(limit, b.size() + 1); ++j) rows[0][j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const Row &before = rows[(i + 1) % 3], &last = rows[(i + 2) % 3];
    Row& row = rows[i % 3];
    const std::size_t begin = i < limit ? 1 : i - limit + 1, end = std::min(b.size(), i + limit - 1);
    row[begin - 1] = begin == 1 ? static_cast<std::uint8_t>(std::min(i, limit)) : far;
    std::uint8_t min = row[begin - 1];
    for (std::size_t j = begin; j <= end; ++j) {
      const bool same = SameLetter(a[i - 1], b[j - 1]);
      int cell = std::min({last[j - 1] + (same ? 0 : 1), row[j - 1] + 1, last[j] + 1});
      if (i > 1 && j > 1 && SameLetter(a[i - 1], b[j - 2]) && SameLetter(a[i - 2], b[j - 1]))
        cell = std::min(cell, before[j - 2] + 1);
      row[j] = static_cast<std::uint8_t>(std::min<int>(cell, far));
      min = std::min(min, row[j]);
    }
    if (end < b.size()) row[end + 1] = far;
    if (min == far) return limit;
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::string Wrapped(std::string_view text, std::string_view indent) {
  std::string wrapped(indent);
  std::size_t width = indent.size();
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (width + word.size() > kMaxLineColumns && width > indent.size()) {
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
    const auto plain =
        static_cast<std::size_t>(std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; }) - text.begin());
    printable += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    const bool moves = base::ChangesDirectionOrLayout(rune.value);
    base::AppendRune(!moves ? rune.value : rune.value < 0xA0 ? U' ' : base::kReplacementRune, printable);
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
  if (word.size() > kMaxWord) return {};
  std::string_view best;
  std::size_t min = 1 + std::min(kMaxChangedLetters, word.size() / 3);
  for (const std::string_view candidate : known.first(std::min(known.size(), kMaxKnown))) {
    if (candidate.size() >= word.size() + min || word.size() >= candidate.size() + min) continue;
    const std::size_t distance = DistanceBelow(min, word, candidate);
    if (distance >= min) continue;
    min = distance;
    best = candidate;
  }
  return best;
}

std::string DidYouMean(std::string_view meant) {
  return meant.empty() ? "" : "; did you mean " + base::Quote(meant) + "?";
}

std::string CountOf(std::size_t number, std::string_view noun) {
  return std::to_string(number).append(" ").append(noun).append(number == 1 ? "" : "s");
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
