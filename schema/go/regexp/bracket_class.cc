#include "schema/go/regexp/bracket_class.h"

#include <algorithm>

#include "schema/go/regexp/escape.h"
#include "schema/go/regexp/folds.h"
#include "schema/go/regexp/named_class.h"
#include "schema/go/regexp/ranges.h"

namespace structural::go::regexp {
namespace {

constexpr std::size_t kFewRanges = 1000;

Found ReadNamedClass(Source& source, Flags flags, std::vector<Range>& to) {
  Found found = ReadPosixClass(source, flags, to);
  if (found == Found::kNo) found = ReadUnicodeClass(source, flags, to);
  return found != Found::kNo ? found : ReadPerlClass(source, flags, to);
}

bool ReadCharacter(Source& source, std::string_view whole, char32_t& rune) {
  if (source.rest().empty()) return source.Fail(syntax_errors::kMissingBracket, whole);
  return source.StartsWith("\\") ? ReadEscape(source, rune) : source.Next(rune);
}

// a or a-z; a hyphen in front of ] is a character.
bool ReadRange(Source& source, std::string_view whole, Range& range) {
  const std::string_view start = source.rest();
  if (!ReadCharacter(source, whole, range.first)) return false;
  range.last = range.first;
  if (source.rest().size() < 2 || source.rest()[0] != '-' || source.rest()[1] == ']') return true;
  source.Skip(1);
  if (!ReadCharacter(source, whole, range.last)) return false;
  if (range.first <= range.last) return true;
  return source.Fail(syntax_errors::kCharRange, source.Since(start));
}

bool ReadItem(Source& source, std::string_view whole, Flags flags, std::vector<Range>& to) {
  const Found named = ReadNamedClass(source, flags, to);
  if (named != Found::kNo) return named == Found::kYes;
  Range range;
  if (!ReadRange(source, whole, range)) return false;
  if ((flags & kFoldCase) != 0) {
    AppendFolded(range, to);
  } else {
    to.push_back(range);
  }
  return true;
}

}  // namespace

bool ReadBracketClass(Source& source, Flags flags, std::vector<Range>& to) {
  const std::string_view whole = source.rest();
  source.Skip(1);
  const bool negated = source.StartsWith("^");
  if (negated) source.Skip(1);
  to.clear();
  std::size_t many = kFewRanges;
  for (bool first = true; first || !source.StartsWith("]"); first = false) {
    if (!ReadItem(source, whole, flags, to)) return false;
    if (to.size() < many) continue;
    to.resize(Clean(to));
    many = std::max(kFewRanges, 2 * to.size());
  }
  source.Skip(1);
  to.resize(Clean(to));
  if (!negated) return true;
  const std::vector<Range> lacking = to;
  to.clear();
  AppendNegated(lacking, to);
  return true;
}

}  // namespace structural::go::regexp
