#include "schema/base/stack.h"

#include <algorithm>
#include <cstdint>

// A symbol that the linker defines: the highest address of the stack, which grows down to address 0 (--stack-first).
extern "C" char __global_base;

namespace structural::base {
namespace {

// Maximum number of bytes of the module's stack that are used. JavaScript engines keep return addresses and registers
// in a second stack, which has 984 KiB in Node and Chromium. A module cannot read the size of the second stack, and a
// function with few variables needs more of the second stack than of the module's own one. Therefore this limit is
// measured, not computed (test/wasm).
constexpr std::size_t kUsable = std::size_t{6} << 20;

}  // namespace

std::size_t StackBytesLeft() {
  const auto top = reinterpret_cast<std::uintptr_t>(&__global_base);
  const auto used = top - reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::size_t usable = std::min<std::size_t>(kUsable, top);
  return used < usable ? usable - used : 0;
}

int LevelsLeft() {
  const std::size_t left = StackBytesLeft();
  const std::size_t levels = left < kStackReserveBytes ? 0 : (left - kStackReserveBytes) / kStackBytesPerLevel;
  return static_cast<int>(std::min<std::size_t>(levels, kMaxDepth));
}

// The WebAssembly module is built without threads, so `run` is always called on the calling thread.
void WithDeepStack(const std::function<void()>& run) { run(); }

}  // namespace structural::base
