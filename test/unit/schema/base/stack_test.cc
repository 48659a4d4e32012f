#include "schema/base/stack.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <pthread.h>

#include "schema/base/arena.h"
#include "schema/json/reader.h"

namespace structural::base {
namespace stack_test {

void* Call(void* run) {
  (*static_cast<const std::function<void()>*>(run))();
  return nullptr;
}

// Runs `run` on a thread with a stack of `size` bytes.
void OnStack(std::size_t size, const std::function<void()>& run) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(0, pthread_attr_setstacksize(&attributes, size));
  pthread_t thread;
  ASSERT_EQ(0, pthread_create(&thread, &attributes, &Call, const_cast<void*>(static_cast<const void*>(&run))));
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

std::optional<Error> ErrorIn(int levels) {
  const std::string text = std::string(levels, '[') + std::string(levels, ']');
  Arena arena;
  json::JsonReader in(text, arena);
  in.Skip();
  return in.AtEnd() ? std::nullopt : std::optional(in.error());
}

TEST(Stack, LeavesLessOnASmallThread) {
  OnStack(512 * 1024, [] {
    EXPECT_LT(StackBytesLeft(), 512u * 1024);
    EXPECT_GT(StackBytesLeft(), 256u * 1024);
    EXPECT_LE(LevelsLeft(), static_cast<int>(512 * 1024 / kStackBytesPerLevel));
  });
  OnStack(kDeepStackBytes, [] { EXPECT_EQ(kMaxDepth, LevelsLeft()); });
}

TEST(Stack, TheReaderRefusesTextTooDeepForTheThread) {
  OnStack(512 * 1024, [] {
    const int levels = LevelsLeft();
    EXPECT_FALSE(ErrorIn(16));
    const auto error = ErrorIn(levels + 100);
    ASSERT_TRUE(error);
    EXPECT_EQ(ErrorCode::kLimitExceeded, error->code());
    EXPECT_NE(std::string::npos, error->message().find("stack of this thread"));
  });
}

TEST(Stack, TheReaderAcceptsKubernetesDepthOnALargeStack) {
  OnStack(kDeepStackBytes, [] {
    EXPECT_FALSE(ErrorIn(kMaxDepth));
    const auto error = ErrorIn(kMaxDepth + 1);
    ASSERT_TRUE(error);
    EXPECT_EQ(ErrorCode::kInvalidInput, error->code());
  });
}

TEST(Stack, IsCreatedIfTheThreadHasTooLittle) {
  OnStack(512 * 1024, [] {
    WithDeepStack([] { EXPECT_EQ(kMaxDepth, LevelsLeft()); });
    EXPECT_THROW(WithDeepStack([] { throw std::runtime_error("mine"); }), std::runtime_error);
  });
}

TEST(Stack, IsTheCallersIfItIsLargeEnough) {
  OnStack(kDeepStackBytes + (std::size_t{1} << 20), [] {
    const pthread_t here = pthread_self();
    WithDeepStack([&] { EXPECT_TRUE(pthread_equal(here, pthread_self())); });
  });
}

}  // namespace stack_test
}  // namespace structural::base
