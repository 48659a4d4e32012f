#include "schema/base/stack.h"

#include <algorithm>
#include <cstdint>

// The linker's symbol for the highest address of the stack, which grows down to address 0 (--stack-first).
extern "C" char __global_base;

namespace structural::base {
namespace {

// JavaScript engines have a second stack, for return addresses and registers, whose size a module cannot read: 984 KiB in
// Node and Chromium. A frame needs more of it than of the module's own stack if it has few variables, so a depth that is
// safe is measured, not computed (test/wasm).
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
  const std::size_t levels = left < kStackReserve ? 0 : (left - kStackReserve) / kStackPerLevel;
  return static_cast<int>(std::min<std::size_t>(levels, kMaxDepth));
}

// WebAssembly has no threads here.
void WithDeepStack(const std::function<void()>& run) { run(); }

}  // namespace structural::base
