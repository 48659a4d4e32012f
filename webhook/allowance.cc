#include "webhook/allowance.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <new>
#include <utility>

#include <malloc.h>

namespace structural::webhook {
namespace {

constexpr std::size_t kLookEvery = 1000;

thread_local constinit Allowance* of_thread = nullptr;

std::chrono::nanoseconds TimeOfThread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

Allowance::Allowance(std::size_t bytes, std::chrono::nanoseconds time)
    : most_(static_cast<std::ptrdiff_t>(bytes)), until_(TimeOfThread() + time) {
  of_thread = this;
}

Allowance::~Allowance() { of_thread = nullptr; }

Allowance::Pause::Pause() : paused_(std::exchange(of_thread, nullptr)) {}
Allowance::Pause::~Pause() { of_thread = paused_; }

bool Allowance::Hold(std::size_t bytes) {
  held_ += static_cast<std::ptrdiff_t>(bytes);
  peak_ = std::max(peak_, held_);
  if (held_ > most_) {
    exceeded_ = Exceeded::kMemory;
  } else if (++allocations_ % kLookEvery == 0 && TimeOfThread() > until_) {
    exceeded_ = Exceeded::kTime;
  } else {
    return true;
  }
  held_ -= static_cast<std::ptrdiff_t>(bytes);
  return false;
}

namespace {

// nullptr: there is none, or no more for this thread.
void* AllocateFor(Allowance* allowance, std::size_t size) {
  void* const memory = std::malloc(std::max<std::size_t>(1, size));
  if (memory == nullptr || allowance == nullptr) return memory;
  if (allowance->Hold(malloc_usable_size(memory))) return memory;
  std::free(memory);
  return nullptr;
}

}  // namespace
}  // namespace structural::webhook

// Those of the whole program. libstdc++'s other forms come to these; a sanitizer's forms for arrays
// would not, so they are here, too.
void* operator new(std::size_t size) {
  using namespace structural::webhook;
  if (void* const memory = AllocateFor(of_thread, size)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
  using namespace structural::webhook;
  if (Allowance* const allowance = of_thread; allowance != nullptr && memory != nullptr)
    allowance->Release(malloc_usable_size(memory));
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

void* operator new[](std::size_t size) { return operator new(size); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
