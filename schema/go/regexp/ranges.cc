#include "schema/go/regexp/ranges.h"

#include <algorithm>

#include "schema/go/regexp/unicode.h"

namespace structural::go::regexp {
namespace {

bool Contains(std::span<const Range> ranges, char32_t rune) {
  return std::ranges::any_of(ranges, [&](Range r) { return r.first <= rune && rune <= r.last; });
}

bool Matches(const Node& node, char32_t rune) {
  std::vector<Range> scratch;
  switch (node.op) {
    case Op::kLiteral: return node.text[0] == rune;
    case Op::kCharClass: return Contains(RangesOf(node, scratch), rune);
    case Op::kAnyCharNotNL: return rune != '\n';
    default: return true;
  }
}

void AppendLiteral(const Node& literal, List<Range>& to, Pool& pool) {
  const char32_t start = literal.text[0];
  char32_t rune = start;
  do {
    to.Append({rune, rune}, pool);
    if ((literal.flags & kFoldCase) != 0) rune = SimpleFold(rune);
  } while (rune != start);
}

// Appends the ranges of the class `from` to `to`. If `to` has no free capacity, first cleans `to`, which may have many
// duplicates.
void MergeIntoClass(List<Range>& to, const Node& from, Pool& pool) {
  std::vector<Range> scratch;
  if (from.op == Op::kLiteral) return AppendLiteral(from, to, pool);
  const std::span<const Range> more = RangesOf(from, scratch);
  if (to.size() + more.size() > to.capacity()) {
    to.Shorten(Clean(to.view()));
    if (to.size() > to.capacity() / 2) to.Reserve(2 * std::size_t{to.capacity()}, pool);
  }
  to.Append(more, pool);
}

void MergeLiterals(Node& to, const Node& from, Pool& pool) {
  if (from.text[0] == to.text[0] && from.flags == to.flags) return;
  List<Range> ranges;
  AppendLiteral(to, ranges, pool);
  AppendLiteral(from, ranges, pool);
  to.text.Free(pool);
  to.Become(Op::kCharClass);
  to.ranges = ranges;
}

constexpr std::size_t kMany = 16;

void AppendDistance(char32_t distance, std::vector<std::uint8_t>& to) {
  for (; distance >= 0x80; distance >>= 7) to.push_back((distance & 0x7F) | 0x80);
  to.push_back(static_cast<std::uint8_t>(distance));
}

char32_t ReadDistance(const std::uint8_t*& at) {
  char32_t distance = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    distance |= char32_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return distance;
  }
}

// Packs the ranges of a kCharClass if it has many ranges. Precondition: the ranges are clean.
void PackRanges(Node& node, Pool& pool) {
  if (node.packed_count != 0 || node.ranges.size() < kMany) return;
  List<Range> ranges = node.ranges;
  SetRanges(ranges.view(), node, pool);
  ranges.Free(pool);
}

// Returns the node's ranges for modification. Unpacks them first if they are packed.
List<Range>& UnpackRanges(Node& node, Pool& pool) {
  if (node.packed_count == 0) return node.ranges;
  std::vector<Range> ranges;
  RangesOf(node, ranges);
  FreeRanges(node, pool);
  node.ranges.Append(ranges, pool);
  return node.ranges;
}

}  // namespace

std::size_t Clean(std::span<Range> ranges) {
  if (ranges.size() < 2) return ranges.size();
  if (!std::ranges::is_sorted(ranges, {}, &Range::first)) std::ranges::sort(ranges, {}, &Range::first);
  std::size_t kept = 1;
  for (const Range next : ranges.subspan(1)) {
    Range& before = ranges[kept - 1];
    if (next.first <= before.last + 1) {
      before.last = std::max(before.last, next.last);
    } else {
      ranges[kept++] = next;
    }
  }
  return kept;
}

void AppendNegated(std::span<const Range> clean, std::vector<Range>& to) {
  char32_t start = 0;
  for (const Range range : clean) {
    if (start < range.first) to.push_back({start, range.first - 1});
    start = range.last + 1;
  }
  if (start <= kLastRune) to.push_back({start, kLastRune});
}

void AppendFolded(std::span<const Range> clean, std::vector<Range>& to) {
  for (const Range range : clean) AppendFolded(range, to);
}

void CleanAlternative(Node& node, Pool& pool) {
  if (node.op != Op::kCharClass || node.packed_count != 0) return;
  node.ranges.Shorten(Clean(node.ranges.view()));
  if (node.ranges.size() == 1 && node.ranges[0] == Range{0, kLastRune}) {
    node.op = Op::kAnyChar;
  } else if (node.ranges.size() == 2 && node.ranges[0] == Range{0, '\n' - 1} &&
             node.ranges[1] == Range{'\n' + 1, kLastRune}) {
    node.op = Op::kAnyCharNotNL;
  } else {
    PackRanges(node, pool);
  }
}

void MergeCharClass(Node& to, const Node& from, Pool& pool) {
  switch (to.op) {
    case Op::kAnyCharNotNL:
      if (Matches(from, '\n')) to.op = Op::kAnyChar;
      break;
    case Op::kCharClass: MergeIntoClass(UnpackRanges(to, pool), from, pool); break;
    case Op::kLiteral: MergeLiterals(to, from, pool); break;
    default: break;
  }
}

void SetRanges(std::span<const Range> clean, Node& node, Pool& pool) {
  if (clean.size() < kMany) return node.ranges.Append(clean, pool);
  std::vector<std::uint8_t> packed;
  packed.reserve(3 * clean.size());
  char32_t before = 0;
  for (const Range range : clean) {
    AppendDistance(range.first - before, packed);
    AppendDistance(range.last - range.first, packed);
    before = range.last;
  }
  node.packed = {};
  node.packed.Append(packed, pool);
  node.packed_count = static_cast<std::uint32_t>(clean.size());
}

std::span<const Range> RangesOf(const Node& node, std::vector<Range>& scratch) {
  if (node.packed_count == 0) return node.ranges.view();
  scratch.resize(node.packed_count);
  const std::uint8_t* at = node.packed.begin();
  char32_t before = 0;
  for (Range& range : scratch) {
    range.first = before + ReadDistance(at);
    range.last = before = range.first + ReadDistance(at);
  }
  return scratch;
}

void FreeRanges(Node& node, Pool& pool) {
  if (node.packed_count != 0) {
    node.packed.Free(pool);
  } else {
    node.ranges.Free(pool);
  }
  node.packed_count = 0;
  node.ranges = {};
}

}  // namespace structural::go::regexp
