#include "schema/merge/set.h"

#include <gtest/gtest.h>

#include "schema/base/arena.h"
#include "schema/base/stack.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/merge/type.h"
#include "schema/merge/typed_value.h"

namespace structural::test {
namespace merge_set_test {

using json::Value;
using merge::PathElement;
using merge::Set;

class SetTest : public testing::Test {
 protected:
  Value Parse(std::string_view text) { return *json::Parser(arena_).Parse(text); }
  Set Read(std::string_view text) { return *merge::ReadFieldsV1(Parse(text), arena_); }
  std::string Written(const Set& set) {
    std::string text;
    AppendJson(merge::FieldsV1(set, arena_), text);
    return text;
  }

  base::Arena arena_;
};

TEST_F(SetTest, WritesWhatItReads) {
  for (const std::string_view text : {R"({})", R"({"f:a":{}})", R"({"f:a":{".":{},"f:b":{}}})",
                                      R"({"f:l":{"k:{\"port\":80,\"protocol\":\"TCP\"}":{}}})",
                                      R"({"f:l":{"v:\"a\"":{},"v:1":{},"v:1.5":{},"v:true":{}}})",
                                      R"({"f:l":{"i:0":{},"i:12":{}}})", R"({"f:":{},"f:a.b":{}})"}) {
    EXPECT_EQ(Written(Read(text)), text);
  }
}

TEST_F(SetTest, IgnoresElementsOfUnknownKinds) { EXPECT_EQ(Written(Read(R"({"f:a":{},"x:b":{}})")), R"({"f:a":{}})"); }

TEST_F(SetTest, ValuesAreEscapedForHtml) {
  Set set;
  const PathElement item = PathElement::Item(Value::String("a<b"));
  set.Insert({&item, 1}, arena_);
  EXPECT_EQ(merge::KeyText(item), R"(v:"a\u003cb")");
  EXPECT_EQ(Written(set), R"({"v:\"a\\u003cb\"":{}})");
}

TEST_F(SetTest, ValuesAreNotEscapedForHtmlSinceV7) {
  const PathElement item = PathElement::Item(Value::String("a<b\b\f\u2028\\u2028"));
  EXPECT_EQ(merge::KeyText(item), R"(v:"a\u003cb\u0008\u000c\u2028\\u2028")");
  EXPECT_EQ(merge::KeyText(item, merge::FieldsFormat::kV7), "v:\"a<b\\b\\f\u2028\\\\u2028\"");
}

TEST_F(SetTest, MalformedKeysAreErrors) {
  for (const std::string_view text : {R"({"f":{}})", R"({"fa":{}})", R"({"k:[]":{}})", R"({"k:{":{}})", R"({"v:":{}})",
                                      R"({"i:x":{}})", R"({"f:a":1})", R"([])"}) {
    EXPECT_FALSE(merge::ReadFieldsV1(Parse(text), arena_).ok()) << text;
  }
}

TEST_F(SetTest, NumbersThatAreEqualAreOneItem) {
  EXPECT_EQ(Written(Union(Read(R"({"v:1":{}})"), Read(R"({"v:1.0":{}})"), arena_)), R"({"v:1":{}})");
}

TEST_F(SetTest, ComputesUnionIntersectionAndDifference) {
  const Set a = Read(R"({"f:a":{".":{},"f:b":{}},"f:c":{}})"), b = Read(R"({"f:a":{},"f:d":{}})");
  EXPECT_EQ(Written(Union(a, b, arena_)), R"({"f:a":{".":{},"f:b":{}},"f:c":{},"f:d":{}})");
  EXPECT_EQ(Written(Intersection(a, b, arena_)), R"({"f:a":{}})");
  EXPECT_EQ(Written(Difference(a, b, arena_)), R"({"f:a":{"f:b":{}},"f:c":{}})");
  EXPECT_EQ(Written(RecursiveDifference(a, b, arena_)), R"({"f:c":{}})");
}

// The JSON text has keys in the order of texts ("10" before "9"), the set in the order of numbers.
TEST_F(SetTest, ReadsKeysInAnyOrder) {
  const Set set = Read(R"({"v:10":{},"v:9":{}})");
  EXPECT_EQ(merge::Text(set.members[0]), "[=9]");
  EXPECT_EQ(Written(set), R"({"v:10":{},"v:9":{}})");
}

TEST_F(SetTest, DeepFieldsAreReadAndWritten) {
  std::string text;
  for (int level = 0; level < 9'000; ++level) text += R"({"f:a":)";
  text += "{}" + std::string(9'000, '}');
  base::WithDeepStack([&] { EXPECT_EQ(Written(Read(text)), text); });
}

TEST_F(SetTest, AnItemThatAFieldOfAHostileObjectRepeatsIsOwnedAsAWhole) {
  merge::ListType list;
  list.relationship = merge::ListRelationship::kAssociative;
  list.element = merge::DeducedType();
  const merge::Type type{merge::Scalar::kNone, &list, nullptr};
  std::string text = "[";
  for (int i = 100'000; i > 0; --i) text += std::to_string(i % 50'000) + ",";
  text.back() = ']';
  const Value value = Parse(text);
  EXPECT_EQ(merge::FieldsOf({&type, &value}, arena_).members.size(), 50'000u);
}

}  // namespace merge_set_test
}  // namespace structural::test
