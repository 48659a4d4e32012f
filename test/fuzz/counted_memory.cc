#include "test/fuzz/counted_memory.h"

#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {

std::atomic<std::size_t> held{0}, peak{0};

// Allocates memory, and adds its size to `held`. Returns nullptr if no memory is left.
void* Counted(std::size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr) return nullptr;
  const std::size_t now = held += ::malloc_usable_size(block);
  if (now > peak) peak = now;
  return block;
}

void* CountedOrThrown(std::size_t size) {
  if (void* block = Counted(size)) return block;
  throw std::bad_alloc();
}

void Uncounted(void* block) {
  if (block == nullptr) return;
  held -= ::malloc_usable_size(block);
  std::free(block);
}

}  // namespace

// All forms of the operators are replaced, also those for arrays and std::nothrow, because a sanitizer's versions of
// these would not call the plain forms here.
void* operator new(std::size_t size) { return CountedOrThrown(size); }
void* operator new[](std::size_t size) { return CountedOrThrown(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return Counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return Counted(size); }
void operator delete(void* block) noexcept { Uncounted(block); }
void operator delete[](void* block) noexcept { Uncounted(block); }
void operator delete(void* block, std::size_t) noexcept { Uncounted(block); }
void operator delete[](void* block, std::size_t) noexcept { Uncounted(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { Uncounted(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { Uncounted(block); }

namespace structural::fuzz {

std::size_t HeldMemory() { return held; }
PeakMemory::PeakMemory() : before_(held) { peak = before_; }
std::size_t PeakMemory::bytes() const { return peak - before_; }

}  // namespace structural::fuzz
