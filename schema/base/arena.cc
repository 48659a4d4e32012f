#include "schema/base/arena.h"

#include <algorithm>

namespace structural::base {
namespace {

constexpr std::size_t kLargestBlock = 256 * 1024;

}  // namespace

void* Arena::AllocateInNewBlock(std::size_t size) {
  const std::size_t wanted = std::min(kLargestBlock, std::max(first_block_, capacity_ * 2));
  capacity_ = std::max(size + 1, wanted);
  if (blocks_.empty()) first_capacity_ = capacity_;
  blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(capacity_), capacity_});
  bytes_ += capacity_;
  peak_bytes_ = std::max(peak_bytes_, bytes_);
  current_ = blocks_.back().bytes.get();
  used_ = size;
  return current_;
}

void Arena::Rewind(const Mark& mark) {
  while (blocks_.size() > mark.blocks) {
    bytes_ -= blocks_.back().size;
    blocks_.pop_back();
  }
  current_ = blocks_.empty() ? nullptr : blocks_.back().bytes.get();
  used_ = mark.used;
  capacity_ = mark.capacity;
}

void Arena::Reset() {
  if (blocks_.empty()) return;
  Rewind({1, 0, first_capacity_});
  current_ = blocks_.front().bytes.get();
  capacity_ = first_capacity_;
  used_ = 0;
}

}  // namespace structural::base
