#include "schema/go/regexp/class_ranges.h"

namespace structural::go::regexp {
namespace {

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

}  // namespace

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

void PackRanges(Node& node, Pool& pool) {
  if (node.packed_count != 0 || node.ranges.size() < kMany) return;
  List<Range> ranges = node.ranges;
  SetRanges(ranges.view(), node, pool);
  ranges.Free(pool);
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

List<Range>& UnpackRanges(Node& node, Pool& pool) {
  if (node.packed_count == 0) return node.ranges;
  std::vector<Range> ranges;
  RangesOf(node, ranges);
  FreeRanges(node, pool);
  node.ranges.Append(ranges, pool);
  return node.ranges;
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
