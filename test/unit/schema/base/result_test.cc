#include "schema/base/result.h"

#include <gtest/gtest.h>

namespace structural::base {
namespace result_test {

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
  EXPECT_EQ("main", error.step());
  EXPECT_EQ("halve: odd", error.WithoutStep().message());
  EXPECT_EQ("", Half(3).error().step());
}

TEST(Error, KnowsItsPlaceInAText) {
  const Error error = Error(ErrorCode::kInvalidInput, "odd: 3").WithPlace(7, "line 1, column 8");
  EXPECT_EQ("line 1, column 8: odd: 3", error.message());
  ASSERT_TRUE(error.in_text());
  EXPECT_EQ(7U, error.in_text()->offset);
  EXPECT_EQ("odd: 3", error.in_text()->what);
  EXPECT_FALSE(error.In("old").in_text());
  EXPECT_EQ("odd: 3", error.In("old").WithoutStep().in_text()->what);
  EXPECT_FALSE(Half(3).error().in_text());
}

TEST(ResultDeathTest, AccessToAMissingValueEndsTheProcessWithAMessage) {
  Result<std::string> failed(ErrorCode::kNotFound, "list CRDs: no\033 such thing");
  const std::string why = "the value of a Result was taken that holds an error: list CRDs: no.x1b such thing";
  EXPECT_DEATH(static_cast<void>(*failed), "structural: " + why);
  EXPECT_DEATH(static_cast<void>(failed->size()), why);
  EXPECT_DEATH(static_cast<void>(std::as_const(failed).value()), why);
  EXPECT_DEATH(static_cast<void>(std::move(failed).value()), why);
  Result<std::string> fine(std::string("x"));
  EXPECT_DEATH(static_cast<void>(fine.error()), "the error of a Result that holds a value was taken");
}

}  // namespace result_test
}  // namespace structural::base
