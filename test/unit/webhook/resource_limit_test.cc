// Tests of the limit on the memory that one thread may use for one task.
#include "webhook/resource_limit.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace structural::webhook {
namespace resource_limit_test {

using std::chrono::hours;
using enum ResourceLimit::Exceeded;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

// Allocates and frees memory in a way that the compiler cannot remove.
void Allocate(std::size_t bytes) {
  std::string text(bytes, 'x');
  asm volatile("" : : "r"(text.data()) : "memory");
}

TEST(ResourceLimit, EndsAtTheMemoryLimit) {
  ResourceLimit limit(kMebibyte, hours(1));
  EXPECT_NO_THROW(Allocate(kMebibyte / 2));
  EXPECT_EQ(kNothing, limit.exceeded());
  EXPECT_THROW(Allocate(2 * kMebibyte), std::bad_alloc);
  EXPECT_EQ(kMemory, limit.exceeded());
}

TEST(ResourceLimit, CountsManySmallPieces) {
  ResourceLimit limit(kMebibyte, hours(1));
  std::vector<std::unique_ptr<std::string>> pieces;
  EXPECT_THROW(while (true) pieces.push_back(std::make_unique<std::string>(100, 'x')), std::bad_alloc);
  EXPECT_GT(pieces.size(), kMebibyte / 400);
  EXPECT_LT(pieces.size(), kMebibyte / 100);
  EXPECT_LE(limit.peak(), kMebibyte + 64 * 1024);
}

TEST(ResourceLimit, FreedMemoryCanBeUsedAgain) {
  ResourceLimit limit(kMebibyte, hours(1));
  for (int i = 0; i < 100; ++i) EXPECT_NO_THROW(Allocate(kMebibyte / 2));
  EXPECT_EQ(kNothing, limit.exceeded());
  EXPECT_GE(limit.peak(), kMebibyte / 2);
}

TEST(ResourceLimit, EndsAtTheTimeLimit) {
  ResourceLimit limit(kMebibyte, std::chrono::nanoseconds(0));
  EXPECT_THROW(for (int i = 0; i < 2000; ++i) Allocate(100), std::bad_alloc);
  EXPECT_EQ(kTime, limit.exceeded());
}

TEST(ResourceLimit, IsLimitedToOneThreadAndScope) {
  {
    const ResourceLimit limit(kMebibyte, hours(1));
    bool done = false;
    std::thread([&] { Allocate(2 * kMebibyte), done = true; }).join();
    EXPECT_TRUE(done);
  }
  EXPECT_NO_THROW(Allocate(2 * kMebibyte));
}

TEST(ResourceLimit, IsOffInAnUnlimitedScope) {
  ResourceLimit limit(kMebibyte, hours(1));
  {
    const ResourceLimit::UnlimitedScope unlimited;
    EXPECT_NO_THROW(Allocate(2 * kMebibyte));
  }
  EXPECT_EQ(kNothing, limit.exceeded());
  EXPECT_THROW(Allocate(2 * kMebibyte), std::bad_alloc);
}

}  // namespace resource_limit_test
}  // namespace structural::webhook
