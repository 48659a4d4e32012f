// Functions that determine how many levels the calling thread can recurse, and that run a function with a larger stack.
//
// Kubernetes reads JSON of up to 10,000 levels, and so does this project. A function that visits a value or a schema
// calls itself for each level. Each level needs up to kStackBytesPerLevel bytes, so 10,000 levels need more than the
// default stack of a thread (8 MiB). Therefore the reader (schema/json/reader.h) rejects a text that is nested deeper
// than the stack of the current thread allows: kLimitExceeded, "nested too deeply for the stack of this thread". A
// value can be used on each thread whose stack is at least as large as that of the thread that read it. WithDeepStack
// calls a function with a stack that is enough for 10,000 levels.
#pragma once

#include <cstddef>
#include <functional>

namespace structural::base {

// Maximum number of nested levels of JSON. Go's encoding/json, and therefore Kubernetes, rejects deeper texts.
inline constexpr int kMaxDepth = 10'000;

#if defined(__has_feature)  // clang defines __has_feature
#define STRUCTURAL_HAS_FEATURE(feature) __has_feature(feature)
#else
#define STRUCTURAL_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || STRUCTURAL_HAS_FEATURE(address_sanitizer) || \
    STRUCTURAL_HAS_FEATURE(thread_sanitizer)
inline constexpr std::size_t kStackBytesPerLevel = 12 * 1024;
#else
inline constexpr std::size_t kStackBytesPerLevel = 3 * 1024;
#endif
#undef STRUCTURAL_HAS_FEATURE
// Bytes of stack that are reserved for the functions that are called at the deepest level.
inline constexpr std::size_t kStackReserveBytes = 48 * 1024;

// Size in bytes of a stack that is enough for kMaxDepth levels. Unused pages of a stack use no memory.
inline constexpr std::size_t kDeepStackBytes = kMaxDepth * kStackBytesPerLevel + (std::size_t{4} << 20);

// Returns how many bytes of the calling thread's stack are unused. Returns the maximum of std::size_t if the operating
// system does not report the stack's limits, which are read once per thread.
std::size_t StackBytesLeft();

// Returns how many further levels the calling thread can recurse, at most kMaxDepth.
int LevelsLeft();

// Calls `run`, and returns when `run` has returned. Runs on the calling thread if its stack is enough for kMaxDepth
// levels, otherwise on a new thread with such a stack. Exceptions of `run` are rethrown. If the system cannot start a
// thread, `run` is called on the calling thread, on which the JSON reader rejects texts that are nested too deeply.
void WithDeepStack(const std::function<void()>& run);

}  // namespace structural::base
