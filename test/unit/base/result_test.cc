#include "schema/base/result.h"

#include <gtest/gtest.h>

namespace structural::base {
namespace {

Result<int> Half(int n) {
  if (n % 2 != 0) return Error(ErrorCode::kInvalidInput, "odd");
  return n / 2;
}

TEST(Result, HoldsAValueOrAnError) {
  ASSERT_TRUE(Half(4).ok());
  EXPECT_EQ(2, *Half(4));
  ASSERT_FALSE(Half(3).ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, Half(3).error().code());
}

TEST(Error, NamesTheStepsOutermostFirst) {
  const Error error = Half(3).error().In("halve").In("main");
  EXPECT_EQ("main: halve: odd", error.message());
  EXPECT_EQ("invalid_input", ErrorCodeName(error.code()));
}

}  // namespace
}  // namespace structural::base
