// Tests of setting, removing and renaming the members of an object.
#include "schema/json/members.h"

#include <gtest/gtest.h>

#include "schema/json/value.h"
#include "schema/json/write.h"

namespace structural::test {
namespace members_test {

using json::Value;

class Members : public testing::Test {
 protected:
  Value Parse(std::string_view text) { return *json::Parser(arena_).Parse(text); }
  static std::string Text(const Value& value) {
    std::string text;
    json::AppendJson(value, text);
    return text;
  }

  base::Arena arena_;
};

TEST_F(Members, AreSetInTheirOrder) {
  Value object = Parse("{}");
  for (const char* key : {"b", "d", "a", "c", "b"}) json::Set(object, key, Value::String(key), arena_);
  EXPECT_EQ(R"({"a":"a","b":"b","c":"c","d":"d"})", Text(object));
}

TEST_F(Members, AreSetInPlace) {
  Value object = Parse(R"({"a":1})");
  Value& a = json::Set(object, "a", Value::Int(2), arena_);
  EXPECT_EQ(object.Find("a"), &a);
  Value& b = json::Set(object, "b", Value(), arena_);
  EXPECT_EQ(object.Find("b"), &b);
  b = Value::Bool(true);
  EXPECT_EQ(R"({"a":2,"b":true})", Text(object));
}

TEST_F(Members, AreRemoved) {
  Value object = Parse(R"({"a":1,"b":2,"c":3})");
  EXPECT_EQ(2, json::Take(object, "b").integer());
  EXPECT_TRUE(json::Take(object, "b").is_null());
  EXPECT_EQ(3, json::Take(object, "c").integer());
  EXPECT_EQ(1, json::Take(object, "a").integer());
  EXPECT_EQ("{}", Text(object));
}

TEST_F(Members, AreSortedByTheirNewName) {
  Value object = Parse(R"({"a":1,"b":2,"c":3})");
  json::Rename(object, "c", "A");
  json::Rename(object, "a", "z");
  json::Rename(object, "none", "x");
  EXPECT_EQ(R"({"A":3,"b":2,"z":1})", Text(object));
}

TEST_F(Members, ACopyHasItsOwnMembers) {
  const Value from = Parse(R"({"a":[{"b":1}],"c":{"d":null}})");
  Value copy = json::DeepCopy(from, arena_);
  json::Set(copy.Find("a")->elements()[0], "b", Value::Int(2), arena_);
  json::Take(*copy.Find("c"), "d");
  EXPECT_EQ(R"({"a":[{"b":1}],"c":{"d":null}})", Text(from));
  EXPECT_EQ(R"({"a":[{"b":2}],"c":{}})", Text(copy));
}

}  // namespace members_test
}  // namespace structural::test
