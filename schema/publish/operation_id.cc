#include "schema/publish/operation_id.h"

#include <algorithm>
#include <vector>

#include "schema/base/utf8.h"
#include "schema/go/letter_case.h"
#include "schema/go/regexp/unicode_table.h"

namespace structural::publish {
namespace {

using go::regexp::Range;

// Of a category that there is.
std::vector<Range> RangesOf(std::string_view category) {
  return go::regexp::FindUnicodeTable(category)->Ranges();
}

bool IsIn(const std::vector<Range>& ranges, char32_t rune) {
  const auto next = std::ranges::upper_bound(ranges, rune, {}, &Range::first);
  return next != ranges.begin() && rune <= std::prev(next)->last;
}

bool IsLetter(char32_t rune) {
  if (rune < 0x80) return (rune >= 'a' && rune <= 'z') || (rune >= 'A' && rune <= 'Z');
  static const std::vector<Range> letters = RangesOf("L");
  return IsIn(letters, rune);
}

bool IsDigit(char32_t rune) {
  if (rune < 0x80) return rune >= '0' && rune <= '9';
  static const std::vector<Range> digits = RangesOf("Nd");
  return IsIn(digits, rune);
}

std::vector<std::string_view> PartsOf(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  std::vector<std::string_view> parts;
  for (std::size_t slash; (slash = path.find('/')) != path.npos; path.remove_prefix(slash + 1)) {
    parts.push_back(path.substr(0, slash));
  }
  parts.push_back(path);
  return parts;
}

}  // namespace

std::string ToValidOperationId(std::string_view text, bool capitalize_first) {
  std::string id;
  bool capitalize = capitalize_first;
  for (bool first = true; !text.empty(); first = false) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(rune.size);
    if (IsLetter(rune.value) || rune.value == '_' || (!first && IsDigit(rune.value))) {
      base::AppendRune(capitalize ? go::ToUpper(rune.value) : rune.value, id);
      capitalize = false;
    } else {
      capitalize = true;
    }
  }
  return id;
}

OperationNames::OperationNames(std::string_view path) {
  const auto parts = PartsOf(path);  // apis, group, version, …
  if (parts.size() < 2) {
    tag_ = ToValidOperationId(parts[0], false);
    return;
  }
  std::string_view group = parts[1];
  if (group.ends_with(".k8s.io")) group.remove_suffix(std::string_view(".k8s.io").size());
  tag_ = ToValidOperationId(group, false);
  infix_ = ToValidOperationId(group, true);
  if (parts.size() < 3) return;
  (tag_ += '_') += ToValidOperationId(parts[2], false);
  infix_ += ToValidOperationId(parts[2], true);
}

std::string OperationNames::Id(std::string_view verb, std::string_view object) const {
  return std::string(verb).append(infix_).append(ToValidOperationId(object, true));
}

}  // namespace structural::publish
