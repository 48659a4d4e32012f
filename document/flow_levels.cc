#include "document/flow_levels.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace structural::document {
namespace {

// If fewer brackets are open, none is hidden from libyaml.
constexpr int kFewLevels = 64;
// Number of further brackets that stay visible. One call closes one bracket that is not in the
// queue; the rest is a safety margin.
constexpr std::ptrdiff_t kMargin = 8;
// Free entries of libyaml's stack before a call. One call opens at most as many brackets as a
// simple key has characters, 1,024, and a few more.
constexpr std::ptrdiff_t kRoom = 4096;

}  // namespace

// Enlarges libyaml's stack of simple keys. libyaml must not do that itself while brackets are
// hidden, because it would reallocate from the first visible entry, which is not the start of the
// allocation.
void FlowLevels::MakeRoom(yaml_parser_t& parser) {
  auto& keys = parser.simple_keys;
  if (keys.end - keys.top >= kRoom) return;
  Show(parser);
  const std::ptrdiff_t used = keys.top - keys.start;
  const std::ptrdiff_t size = 2 * (keys.end - keys.start) + kRoom;
  void* const moved = std::realloc(keys.start, static_cast<std::size_t>(size) * sizeof(yaml_simple_key_t));
  if (moved == nullptr) throw std::bad_alloc();
  keys.start = static_cast<yaml_simple_key_t*>(moved);
  keys.top = keys.start + used;
  keys.end = keys.start + size;
}

void FlowLevels::Hide(yaml_parser_t& parser) {
  if (parser.flow_level < kFewLevels && hidden_ == 0) return;
  MakeRoom(parser);
  auto& keys = parser.simple_keys;
  const std::ptrdiff_t waiting = parser.tokens.tail - parser.tokens.head;
  const std::ptrdiff_t max = std::max<std::ptrdiff_t>(parser.flow_level - waiting - kMargin, 0);
  if (max < hidden_) {
    keys.start -= hidden_ - max;
    hidden_ = max;
  }
  for (; hidden_ < max && keys.start->possible == 0; ++hidden_) ++keys.start;
}

void FlowLevels::Show(yaml_parser_t& parser) {
  parser.simple_keys.start -= hidden_;
  hidden_ = 0;
}

}  // namespace structural::document
