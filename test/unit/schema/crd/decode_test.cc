#include "schema/crd/model/decode.h"

#include <gtest/gtest.h>

#include "schema/base/stack.h"
#include "schema/crd/crd.h"

namespace structural {
namespace decode_test {

class DecodeSchema : public testing::Test {
 protected:
  bool Decode(std::string_view text) {
    json::JsonReader in(text, arena);
    crd::DecodeSchema(in, arena, schema);
    return in.AtEnd();
  }

  base::Arena arena;
  crd::JSONSchemaProps schema;
};

TEST_F(DecodeSchema, KeepsEveryKeyword) {
  ASSERT_TRUE(Decode(R"({
    "id": "i", "$schema": "s", "$ref": "", "description": "d", "type": "object", "format": "f",
    "title": "t", "default": {"a": 1}, "maximum": 0, "exclusiveMaximum": true, "minimum": -1.5,
    "exclusiveMinimum": true, "maxLength": 1, "minLength": 0, "pattern": "p", "maxItems": 2,
    "minItems": 3, "uniqueItems": true, "multipleOf": 4, "enum": [1, null, "x"], "maxProperties": 5,
    "minProperties": 6, "required": ["a", "b"], "items": [{}, {}], "allOf": [{}], "oneOf": [{}, {}],
    "anyOf": [{}, {}, {}], "not": {}, "properties": {"b": {}, "a": {"type": "string"}},
    "additionalProperties": false, "patternProperties": {"x": {}}, "dependencies": {"a": ["b"]},
    "additionalItems": true, "definitions": {"d": {}}, "externalDocs": {"url": "u"},
    "example": [], "nullable": true, "x-kubernetes-preserve-unknown-fields": false,
    "x-kubernetes-embedded-resource": true, "x-kubernetes-int-or-string": true,
    "x-kubernetes-list-map-keys": ["k"], "x-kubernetes-list-type": "map",
    "x-kubernetes-map-type": "", "x-kubernetes-validations": [{"rule": "r", "optionalOldSelf": true}]
  })"));
  EXPECT_EQ("i", schema.rare->id);
  EXPECT_EQ("", schema.rare->ref);
  EXPECT_EQ(R"({"a": 1})", schema.values->default_value);
  EXPECT_EQ(0, schema.rare->maximum);
  EXPECT_EQ(-1.5, schema.rare->minimum);
  EXPECT_EQ(0, schema.rare->min_length);
  EXPECT_EQ(4, schema.rare->multiple_of);
  ASSERT_EQ(3u, schema.values->enumeration.size());
  EXPECT_EQ("", schema.values->enumeration[1]);
  EXPECT_EQ(2u, schema.items->schemas.size());
  EXPECT_EQ(3u, schema.values->any_of.size());
  ASSERT_NE(nullptr, schema.properties.Find("a"));
  EXPECT_EQ("string", schema.properties.Find("a")->type);
  EXPECT_EQ(nullptr, schema.properties.Find("c"));
  EXPECT_FALSE(schema.additional_properties->allows);
  EXPECT_TRUE(schema.rare->additional_items->allows);
  EXPECT_EQ(1u, schema.rare->dependencies.Find("a")->property.size());
  EXPECT_EQ("u", schema.rare->external_docs->url);
  EXPECT_EQ(false, schema.x_preserve_unknown_fields);
  EXPECT_EQ("", schema.rare->x_map_type);
  EXPECT_EQ(true, schema.rare->x_validations[0]->optional_old_self);
}

TEST_F(DecodeSchema, NullClearsPointersAndLeavesScalars) {
  ASSERT_TRUE(Decode(R"({"type": "object", "type": null, "maximum": 1, "maximum": null,
                         "not": {}, "not": null, "required": ["a"], "required": null,
                         "properties": {"a": {}}, "properties": null, "default": 1, "default": null})"));
  EXPECT_EQ("object", schema.type);
  EXPECT_EQ(std::nullopt, schema.rare->maximum);
  EXPECT_EQ(nullptr, schema.values->not_schema);
  EXPECT_TRUE(schema.required.empty());
  EXPECT_TRUE(schema.properties.empty());
  EXPECT_EQ("", schema.values->default_value);
}

TEST_F(DecodeSchema, RefusesValuesOfOtherTypes) {
  for (const char* text : {R"({"type": 1})", R"({"nullable": "true"})", R"({"maxLength": 1e3})", R"({"required": "a"})",
                           R"({"required": [1]})", R"({"allOf": {}})", R"({"not": []})", R"({"enum": 1})", "[]", "1"}) {
    EXPECT_FALSE(Decode(text)) << text;
  }
}

TEST_F(DecodeSchema, NestingIsBounded) {
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "{\"not\":";
    return text + "{}" + std::string(depth, '}');
  };
  base::WithDeepStack([&] {
    EXPECT_TRUE(Decode(nested(9999)));
    EXPECT_FALSE(Decode(nested(10000)));
    EXPECT_FALSE(Decode(nested(1000000)));
  });
}

TEST(DecodeCrd, ReadsMetadataAndConditions) {
  base::Arena arena;
  const auto crd = crd::Decode(R"({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "a.b", "uid": "u", "resourceVersion": "7", "generation": 3, "deletionTimestamp": "2020-01-01T00:00:00Z"},
    "status": {"conditions": [{"type": "Established", "status": "True", "observedGeneration": 3},
                              {"type": "NonStructuralSchema", "lastTransitionTime": "2020-01-01T00:00:00Z", "message": "m"}]}})",
                               arena);
  ASSERT_TRUE(crd.ok());
  EXPECT_EQ("a.b", crd->metadata.name);
  EXPECT_EQ("7", crd->metadata.resource_version);
  EXPECT_EQ(3, crd->metadata.generation);
  EXPECT_TRUE(crd->metadata.deleting);
  ASSERT_EQ(2u, crd->conditions->size());
  EXPECT_EQ(R"({"type": "Established", "status": "True", "observedGeneration": 3})", crd->conditions->front().raw_json);
  EXPECT_EQ("2020-01-01T00:00:00Z", crd->conditions->back().last_transition_time);
}

TEST(DecodeCrd, ItemsOfAListNeedNoKind) {
  base::Arena arena;
  EXPECT_FALSE(crd::Decode("{}", arena).ok());
  const auto item = crd::DecodeItem("{}", crd::ApiVersion::kV1beta1, arena);
  ASSERT_TRUE(item.ok());
  EXPECT_TRUE(item->preserve_unknown_fields);
  EXPECT_FALSE(crd::DecodeItem(R"({"kind": "Pod", "apiVersion": "v1"})", crd::ApiVersion::kV1, arena).ok());
}

TEST(DecodeCrd, DistinguishesAbsentAndEmptyConditions) {
  base::Arena arena;
  const std::string head = R"({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition")";
  EXPECT_FALSE(crd::Decode(head + "}", arena)->conditions);
  EXPECT_FALSE(crd::Decode(head + R"(, "status": {"conditions": null}})", arena)->conditions);
  EXPECT_TRUE(crd::Decode(head + R"(, "status": {"conditions": []}})", arena)->conditions);
}

}  // namespace decode_test
}  // namespace structural
