#include "schema/base/arena.h"

#include <algorithm>

namespace structural::base {
namespace {

constexpr std::size_t kLargestBlock = 256 * 1024;

}  // namespace

void* Arena::AllocateInNewBlock(std::size_t size) {
  const std::size_t wanted = std::min(kLargestBlock, std::max(first_block_bytes_, block_capacity_ * 2));
  block_capacity_ = std::max(size + 1, wanted);
  if (blocks_.empty()) first_block_capacity_ = block_capacity_;
  blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(block_capacity_), block_capacity_});
  bytes_ += block_capacity_;
  peak_bytes_ = std::max(peak_bytes_, bytes_);
  current_block_ = blocks_.back().bytes.get();
  used_in_block_ = size;
  return current_block_;
}

void Arena::Rewind(const Mark& mark) {
  while (blocks_.size() > mark.block_count) {
    bytes_ -= blocks_.back().size;
    blocks_.pop_back();
  }
  current_block_ = blocks_.empty() ? nullptr : blocks_.back().bytes.get();
  used_in_block_ = mark.used_in_block;
  block_capacity_ = mark.block_capacity;
}

void Arena::Reset() {
  if (blocks_.empty()) return;
  Rewind({1, 0, first_block_capacity_});
  current_block_ = blocks_.front().bytes.get();
  block_capacity_ = first_block_capacity_;
  used_in_block_ = 0;
}

}  // namespace structural::base
