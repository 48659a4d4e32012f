#include "schema/admission/patch.h"

#include <gtest/gtest.h>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::test {
namespace patch_test {

using base::ErrorCode;

class PatchTest : public testing::Test {
 protected:
  base::Result<std::string> Patched(std::string_view patch, std::string_view object) {
    return admission::ApplyJsonPatch(patch, object, arena_);
  }
  base::Result<std::string> Merged(std::string_view patch, std::string_view object) {
    return admission::ApplyMergePatch(patch, object, arena_);
  }

  base::Arena arena_;
};

TEST_F(PatchTest, ReplaceAddsAMissingMember) {
  const auto text =
      Patched(R"([{"op":"replace","path":"/b","value":1},{"op":"add","path":"/a/-1","value":3}])", R"({"a":[1,2]})");
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, R"({"a":[1,2,3],"b":1})");
}

TEST_F(PatchTest, ValuesKeepTheirText) {
  const auto text =
      Patched(R"([{"op":"add","path":"/a","value":{ "z": 1.50, "b": "\u0041<" }}])", R"({"z":{"y":1,"b":2}})");
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, R"({"a":{"z":1.50,"b":"\u0041\u003c"},"z":{"y":1,"b":2}})");
}

TEST_F(PatchTest, MembersOnTheWayOfAPatchAreSorted) {
  const auto text = Patched(R"([{"op":"add","path":"/a/c","value":1}])", R"({"z":1,"a":{"y":{"q":1,"p":2},"b":2}})");
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, R"({"a":{"b":2,"c":1,"y":{"q":1,"p":2}},"z":1})");
}

TEST_F(PatchTest, ATestComparesTexts) {
  EXPECT_TRUE(
      Patched(R"([{"op":"test","path":"/a","value":{"y":[1,null],"x":2}}])", R"({"a":{"x":2,"y":[1,null]}})").ok());
  EXPECT_FALSE(Patched(R"([{"op":"test","path":"/a","value":1.0}])", R"({"a":1})").ok());
}

TEST_F(PatchTest, MoreOperationsThanAServerAcceptsAreAnError) {
  std::string text = "[";
  for (int i = 0; i <= 10'000; ++i) text += R"({"op":"add","path":"/a","value":1},)";
  text.back() = ']';
  const auto applied = Patched(text, "{}");
  ASSERT_FALSE(applied.ok());
  EXPECT_EQ(applied.error().code(), ErrorCode::kLimitExceeded);
}

TEST_F(PatchTest, CopiesThatDoubleEndWithAnError) {
  std::string text = "[";
  for (int i = 0; i < 60; ++i) text += R"({"op":"copy","from":"/a","path":"/a/b)" + std::to_string(i) + "\"},";
  text.back() = ']';
  const auto applied = Patched(text, R"({"a":{"b":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}})");
  ASSERT_FALSE(applied.ok());
  EXPECT_EQ(applied.error().code(), ErrorCode::kUnprocessable);
}

TEST_F(PatchTest, AMergePatchRemovesNullsOfNewObjects) {
  const auto text = Merged(R"({"a":{"b":null,"d":{"e":null,"f":1}},"c":null})", R"({"a":{"b":1},"c":1})");
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, R"({"a":{"d":{"f":1}}})");
}

TEST_F(PatchTest, AListInPlaceOfAnObjectKeepsItsText) {
  const auto text = Merged(R"({"a":[ {"z":null,"b":1} ]})", R"({"a":{"b":1},"c":1})");
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, R"({"a":[{"z":null,"b":1}],"c":1})");
}

}  // namespace patch_test
}  // namespace structural::test
