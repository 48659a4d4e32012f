#include "schema/admission/patch.h"

#include <gtest/gtest.h>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/json/write.h"

namespace structural::test {
namespace patch_test {

using base::ErrorCode;
using json::Value;

class PatchTest : public testing::Test {
 protected:
  Value Parse(std::string_view text) { return *json::Parser(arena_).Parse(arena_.Copy(text)); }
  std::string Written(const Value& value) {
    std::string text;
    AppendJson(value, text);
    return text;
  }

  base::Arena arena_;
};

TEST_F(PatchTest, ReplaceAddsAMissingMember) {
  Value object = Parse(R"({"a":[1,2]})");
  const Value patch = Parse(R"([{"op":"replace","path":"/b","value":1},{"op":"add","path":"/a/-1","value":3}])");
  ASSERT_TRUE(admission::ApplyJsonPatch(patch, object, arena_).ok());
  EXPECT_EQ(Written(object), R"({"a":[1,2,3],"b":1})");
}

TEST_F(PatchTest, MoreOperationsThanAServerAcceptsAreAnError) {
  std::string text = "[";
  for (int i = 0; i <= 10'000; ++i) text += R"({"op":"add","path":"/a","value":1},)";
  text.back() = ']';
  Value object = Parse("{}");
  const auto applied = admission::ApplyJsonPatch(Parse(text), object, arena_);
  ASSERT_FALSE(applied.ok());
  EXPECT_EQ(applied.error().code(), ErrorCode::kLimitExceeded);
}

TEST_F(PatchTest, CopiesThatDoubleEndWithAnError) {
  std::string text = "[";
  for (int i = 0; i < 60; ++i) text += R"({"op":"copy","from":"/a","path":"/a/b)" + std::to_string(i) + "\"},";
  text.back() = ']';
  Value object = Parse(R"({"a":{"b":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}})");
  const auto applied = admission::ApplyJsonPatch(Parse(text), object, arena_);
  ASSERT_FALSE(applied.ok());
  EXPECT_EQ(applied.error().code(), ErrorCode::kUnprocessable);
}

TEST_F(PatchTest, AMergePatchRemovesNullsOfNewObjects) {
  const auto merged = admission::ApplyMergePatch(Parse(R"({"a":{"b":1},"c":1})"),
                                                 Parse(R"({"a":{"b":null,"d":{"e":null,"f":1}},"c":null})"), arena_);
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(Written(*merged), R"({"a":{"d":{"f":1}}})");
}

}  // namespace patch_test
}  // namespace structural::test
