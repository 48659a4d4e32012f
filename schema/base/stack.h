// Stack: how deep the calling thread may go, and a way to go deeper.
//
// Kubernetes reads JSON of 10,000 levels, and so does this library. What goes down a value or a
// schema calls itself for each level, and takes up to kStackPerLevel bytes of stack for it: 10,000
// levels take more than a thread has by default (8 MiB). So the reader (json_reader.h) refuses what
// is nested deeper than the stack of the thread that reads it has room for: kLimitExceeded, "nested
// too deeply for the stack of this thread". What was read may be used on every thread whose stack
// is no smaller. WithDeepStack gives a call all the stack that there is need of.
#pragma once

#include <cstddef>
#include <functional>

namespace structural::base {

// Levels of JSON that Kubernetes reads: Go's encoding/json refuses more.
inline constexpr int kMaxDepth = 10'000;

#if defined(__has_feature)  // clang's words for it
#define STRUCTURAL_HAS_FEATURE(feature) __has_feature(feature)
#else
#define STRUCTURAL_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    STRUCTURAL_HAS_FEATURE(address_sanitizer) || STRUCTURAL_HAS_FEATURE(thread_sanitizer)
inline constexpr std::size_t kStackPerLevel = 12 * 1024;
#else
inline constexpr std::size_t kStackPerLevel = 3 * 1024;
#endif
#undef STRUCTURAL_HAS_FEATURE
// Of every call, besides: what is taken at the end of the way down.
inline constexpr std::size_t kStackReserve = 48 * 1024;

// Enough for kMaxDepth. Only what is used of a stack costs memory.
inline constexpr std::size_t kDeepStack = kMaxDepth * kStackPerLevel + (std::size_t{4} << 20);

// Bytes that the calling thread has left. Without bound where the system does not tell. Asks the
// system once for each thread.
std::size_t StackLeft();

// How many levels deep the calling thread may go from here, kMaxDepth at most.
int LevelsLeft();

// Calls `run` and returns when it has: here if the stack has room for kMaxDepth, otherwise on a
// thread that has, and ends with it. What `run` throws comes through. Where the system gives no
// thread, `run` is called here, and the reader refuses what is too deep.
void WithDeepStack(const std::function<void()>& run);

}  // namespace structural::base
