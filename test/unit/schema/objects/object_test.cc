// Tests of operations on objects that data cases cannot test: limits, and combinations of operations.
#include <gtest/gtest.h>

#include "schema/base/stack.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/object_meta.h"
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

// Each level of the schema specifies the field a. The innermost object also has the field x, which must be pruned.
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

// A field that ObjectMeta does not have is dropped, and the rest of the metadata must be the same as without this
// field.
TEST(WrittenObjectMeta, IsTheSameBesideAnUnknownField) {
  constexpr std::string_view kTime = R"("creationTimestamp":"2026-01-02T03:04:05Z")";
  const std::vector<std::string> members = {
      "",
      R"("name":"a","namespace":"b","uid":"c","generation":3)",
      R"("name":"","generation":0)",
      R"("name":"é","labels":{"a":"","b":"<&>"})",
      R"("labels":{},"annotations":{"a":"b\n"},"finalizers":[])",
      R"("labels":{"a":null},"finalizers":["a",""])",
      R"("deletionTimestamp":"2026-02-30T03:04:05Z","deletionGracePeriodSeconds":0)",
      R"("deletionTimestamp":"2026-02-28T23:59:59+01:00","deletionGracePeriodSeconds":30)",
      R"("deletionTimestamp":"2026-02-28T03:04:05.5Z")",
      R"("deletionTimestamp":"0001-01-01T00:00:00Z")",
      R"("ownerReferences":[{"apiVersion":"v1","kind":"A","name":"a","uid":"u","controller":false}])",
      R"("ownerReferences":[{"apiVersion":"v1","kind":"A","name":"a","uid":"u","controller":true}])",
      R"("ownerReferences":[{"name":"a"}])",
      R"("managedFields":[{"manager":"a","operation":"Apply","fieldsType":"FieldsV1","fieldsV1":{"f:a":{".":{}}}}])",
      R"("managedFields":[{"manager":"a","time":"2026-01-02T03:04:05Z","fieldsV1":{"f:a":[1.0,"<"]},"x":1}])",
      R"("managedFields":[{"subresource":"","fieldsV1":null,"time":null}])",
  };
  for (const std::string& each : members) {
    for (const std::string_view time : {std::string_view(), kTime, std::string_view(R"("creationTimestamp":null)")}) {
      base::Arena arena;
      const std::string joined = each + (each.empty() || time.empty() ? "" : ",") + std::string(time);
      const std::string plain = "{" + joined + "}",
                        unknown = R"({"zz":1)" + std::string(joined.empty() ? "" : ",") + joined + "}";
      const auto a = json::Parser(arena).Parse(plain), b = json::Parser(arena).Parse(unknown);
      ASSERT_TRUE(a.ok() && b.ok()) << plain;
      const auto wrong = objects::ObjectMetaDecodeError(*a);
      ASSERT_EQ(wrong.has_value(), objects::ObjectMetaDecodeError(*b).has_value()) << plain;
      if (wrong) continue;
      EXPECT_EQ(Text(objects::WrittenObjectMeta(*b, arena)), Text(objects::WrittenObjectMeta(*a, arena))) << plain;
    }
  }
}

}  // namespace object_test
}  // namespace structural::test
