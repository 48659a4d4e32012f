#include "document/flow_levels.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace structural::document {
namespace {

// Minimum number of open brackets for hiding any of them.
constexpr int kMinLevelsToHide = 64;
// Number of brackets that stay visible to libyaml in addition to those whose tokens are in its queue. One call closes
// at most one bracket that is not in the queue; the other seven are a safety margin.
constexpr std::ptrdiff_t kMargin = 8;
// Minimum number of free entries in libyaml's stack before a call. A call opens at most a few more brackets than a
// simple key can have characters, which is 1,024.
constexpr std::ptrdiff_t kMinFreeEntries = 4096;

}  // namespace

// Enlarges libyaml's stack of simple keys if it has too few free entries. libyaml must not enlarge the stack itself
// while brackets are hidden: it would reallocate from the first visible entry, which is not the start of the
// allocation.
void FlowLevels::EnlargeStack(yaml_parser_t& parser) {
  auto& keys = parser.simple_keys;
  if (keys.end - keys.top >= kMinFreeEntries) return;
  Show(parser);
  const std::ptrdiff_t used = keys.top - keys.start;
  const std::ptrdiff_t size = 2 * (keys.end - keys.start) + kMinFreeEntries;
  void* const moved = std::realloc(keys.start, static_cast<std::size_t>(size) * sizeof(yaml_simple_key_t));
  if (moved == nullptr) throw std::bad_alloc();
  keys.start = static_cast<yaml_simple_key_t*>(moved);
  keys.top = keys.start + used;
  keys.end = keys.start + size;
}

void FlowLevels::Hide(yaml_parser_t& parser) {
  if (parser.flow_level < kMinLevelsToHide && hidden_entries_ == 0) return;
  EnlargeStack(parser);
  auto& keys = parser.simple_keys;
  const std::ptrdiff_t waiting = parser.tokens.tail - parser.tokens.head;
  const std::ptrdiff_t max = std::max<std::ptrdiff_t>(parser.flow_level - waiting - kMargin, 0);
  if (max < hidden_entries_) {
    keys.start -= hidden_entries_ - max;
    hidden_entries_ = max;
  }
  for (; hidden_entries_ < max && keys.start->possible == 0; ++hidden_entries_) ++keys.start;
}

void FlowLevels::Show(yaml_parser_t& parser) {
  parser.simple_keys.start -= hidden_entries_;
  hidden_entries_ = 0;
}

}  // namespace structural::document
