#include "schema/base/stack.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <limits>

#include <pthread.h>

namespace structural::base {
namespace {

// Returns the lowest usable address of the calling thread's stack; 0 if the system does not report it.
std::uintptr_t LowestAddress() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* lowest = nullptr;
  std::size_t size = 0, guard = 0;
  const bool told =
      pthread_attr_getstack(&attributes, &lowest, &size) == 0 && pthread_attr_getguardsize(&attributes, &guard) == 0;
  pthread_attr_destroy(&attributes);
  return told ? reinterpret_cast<std::uintptr_t>(lowest) + guard : 0;
}

struct Call {
  const std::function<void()>& run;
  std::exception_ptr thrown;
};

void* RunCall(void* call_of_caller) {
  Call& call = *static_cast<Call*>(call_of_caller);
  try {
    call.run();
  } catch (...) {
    call.thrown = std::current_exception();
  }
  return nullptr;
}

// Calls `call` on a new thread with a stack of kDeepStackBytes bytes. Returns false if the system cannot start the
// thread.
bool OnThread(Call& call) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  const bool started = pthread_attr_setstacksize(&attributes, kDeepStackBytes) == 0 &&
                       pthread_create(&thread, &attributes, &RunCall, &call) == 0;
  pthread_attr_destroy(&attributes);
  return started && pthread_join(thread, nullptr) == 0;
}

}  // namespace

std::size_t StackBytesLeft() {
  static thread_local const std::uintptr_t lowest = LowestAddress();
  if (lowest == 0) return std::numeric_limits<std::size_t>::max();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return here > lowest ? here - lowest : 0;
}

int LevelsLeft() {
  const std::size_t left = StackBytesLeft();
  const std::size_t levels = left < kStackReserveBytes ? 0 : (left - kStackReserveBytes) / kStackBytesPerLevel;
  return static_cast<int>(std::min<std::size_t>(levels, kMaxDepth));
}

void WithDeepStack(const std::function<void()>& run) {
  if (LevelsLeft() == kMaxDepth) return run();
  Call call{run, nullptr};
  if (!OnThread(call)) return run();
  if (call.thrown != nullptr) std::rethrow_exception(call.thrown);
}

}  // namespace structural::base
