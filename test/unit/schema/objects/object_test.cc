// Operations on objects that data cases cannot test: bounds, and combinations of operations.
#include <gtest/gtest.h>

#include "schema/base/stack.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/prune.h"

namespace structural::test {
namespace object_test {

const crd::Structural* Schema(std::string_view text, base::Arena& arena) {
  json::JsonReader in(text, arena);
  crd::JSONSchemaProps props;
  crd::DecodeSchema(in, arena, props);
  return std::get<0>(crd::NewStructural(props, arena));
}

std::string Text(const json::Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

// Returns a schema whose defaults, with ten elements on each of `levels` levels, would make a value of 10^levels
// elements.
std::string Bomb(int levels) {
  if (levels == 0) return R"({"type":"string","default":"x"})";
  const std::string elements = "[{},{},{},{},{},{},{},{},{},{}]";
  return R"({"type":"array","default":)" + elements + R"(,"items":{"type":"object","properties":{"a":)" +
         Bomb(levels - 1) + "}}}";
}

TEST(Default, EndsWhereDefaultsMultiply) {
  base::Arena arena;
  const std::string text = R"({"type":"object","properties":{"a":)" + Bomb(10) + "}}";
  const auto* schema = Schema(text, arena);
  json::Value object = *json::Parser(arena).Parse("{}");
  const auto done = objects::Default(object, schema, arena);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, done.error().code());
}

TEST(Default, DoesNotChangeTheSchema) {
  base::Arena arena;
  const std::string text = R"({"type":"object","properties":{"a":{"type":"object","default":{"x":1},)"
                           R"("properties":{"b":{"type":"string","default":"y"}}}}})";
  const auto* schema = Schema(text, arena);
  for (int i = 0; i < 2; ++i) {
    json::Value object = *json::Parser(arena).Parse("{}");
    ASSERT_TRUE(objects::Default(object, schema, arena).ok());
    EXPECT_EQ(R"({"a":{"b":"y","x":1}})", Text(object));
  }
}

TEST(Default, ReturnsTheAddedPaths) {
  base::Arena arena;
  const auto* schema = Schema(
      R"({"type":"object","properties":{
          "a":{"type":"object","default":{},"properties":{"b":{"type":"string","default":"y"}}},
          "a-b":{"type":"integer","default":1},
          "kept":{"type":"integer","default":1},
          "list":{"type":"array","items":{"type":"object","properties":{"x":{"type":"integer","default":2}}}},
          "null":{"type":"integer","default":3},
          "nullable":{"type":"integer","default":3,"nullable":true},
          "of":{"type":"object","additionalProperties":{"type":"object","properties":{"y":{"type":"string","default":"z"}}}}}})",
      arena);
  json::Value object = *json::Parser(arena).Parse(
      R"({"kept":5,"list":[{},{"x":1},{}],"null":null,"nullable":null,"of":{"k":{},"l":{"y":"a"}}})");
  std::vector<std::string> added = {"of a call before"};
  ASSERT_TRUE(objects::Default(object, schema, arena, &added).ok());
  EXPECT_EQ((std::vector<std::string>{"a", "a-b", "list[0].x", "list[2].x", "null", "of.k.y"}), added);
  EXPECT_EQ(R"({"a":{"b":"y"},"a-b":1,"kept":5,"list":[{"x":2},{"x":1},{"x":2}],"null":3,)"
            R"("nullable":null,"of":{"k":{"y":"z"},"l":{"y":"a"}}})",
            Text(object));
  ASSERT_TRUE(objects::Default(object, schema, arena, &added).ok());
  EXPECT_EQ(std::vector<std::string>(), added);
}

// Each level of the schema specifies the field a. The object has one field more, x at the lowest level, which is
// pruned.
TEST(Prune, DeepObjects) {
  constexpr int kLevels = 2000;
  std::string schema = R"({"type":"object"})", object = R"({"x":1})", kept = "{}", path = "x";
  for (int i = 0; i < kLevels; ++i) {
    schema = R"({"type":"object","properties":{"a":)" + schema + "}}";
    object = R"({"a":)" + object + "}";
    kept = R"({"a":)" + kept + "}";
    path = "a." + path;
  }
  base::WithDeepStack([&] {
    base::Arena arena;
    json::Value value = *json::Parser(arena).Parse(object);
    std::vector<std::string> dropped;
    objects::Prune(value, Schema(schema, arena), true, &dropped);
    EXPECT_TRUE(kept == Text(value));
    EXPECT_TRUE(std::vector{path} == dropped);
  });
}

TEST(Prune, FindsEveryFieldOfMany) {
  std::string schema = R"({"type":"object","properties":{)", object = "{", kept = "{";
  for (int i = 1000; i < 3000; ++i) {
    const std::string key = "\"k" + std::to_string(i) + "\":";
    if (i % 3 == 0) schema += key + R"({"type":"integer"},)";
    if (i % 7 < 5) object += key + "1,";
    if (i % 3 == 0 && i % 7 < 5) kept += key + "1,";
  }
  schema.back() = object.back() = kept.back() = '}';
  base::Arena arena;
  schema += '}';
  json::Value value = *json::Parser(arena).Parse(object);
  objects::Prune(value, Schema(schema, arena), false);
  EXPECT_EQ(kept, Text(value));
}

}  // namespace object_test
}  // namespace structural::test
