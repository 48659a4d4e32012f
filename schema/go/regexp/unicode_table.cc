#include "schema/go/regexp/unicode_table.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace structural::go::regexp {
namespace {

// The code points from here to the next Run are all of one category, or one script.
struct Run {
  std::uint32_t first;
  std::uint8_t value;
};

constexpr Run kCategories[] = {
#include "schema/go/regexp/categories.inc"
};

constexpr Run kScripts[] = {
#include "schema/go/regexp/scripts.inc"
};

constexpr UnicodeTable kTables[] = {
#include "schema/go/regexp/names.inc"
};

constexpr std::size_t kLongestName = 64;

// Appends the Runs that are in the table, those that touch as one.
template <typename InTable>
void Append(std::span<const Run> runs, InTable in_table, std::vector<Range>& to) {
  bool inside = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool in = in_table(runs[i].value);
    if (in && !inside) to.push_back({runs[i].first, kLastRune});
    if (!in && inside) to.back().last = runs[i].first - 1;
    inside = in;
  }
}

char ToUpper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c; }
char ToLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; }

std::string Canonical(std::string_view name) {
  std::string canonical;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    canonical += canonical.empty() ? ToUpper(c) : ToLower(c);
    if (canonical.size() > kLongestName) break;
  }
  return canonical;
}

}  // namespace

std::vector<Range> UnicodeTable::Ranges() const {
  std::vector<Range> ranges;
  if (script != 0) {
    Append(kScripts, [this](std::uint8_t value) { return value == script; }, ranges);
  } else if (categories != 0) {
    Append(
        kCategories, [this](std::uint8_t value) { return (categories >> value & 1) != 0; }, ranges);
  } else {
    ranges.push_back({0, 0x7F});
  }
  return ranges;
}

std::optional<UnicodeTable> FindUnicodeTable(std::string_view name) {
  const std::string canonical = Canonical(name);
  const auto* table = std::ranges::lower_bound(kTables, canonical, {}, &UnicodeTable::name);
  if (table == std::end(kTables) || table->name != canonical) return std::nullopt;
  return *table;
}

}  // namespace structural::go::regexp
