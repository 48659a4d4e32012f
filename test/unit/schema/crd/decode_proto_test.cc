// cases/protobuf: {name, version, raw, condition | error}. `raw` is the message of a CustomResourceDefinition in
// hexadecimal. The condition or error is the answer of Kubernetes v0.37.2; for an error, only its existence is
// compared. "json": false: the message is not written as JSON, because an entry of a map is malformed.
#include <gtest/gtest.h>

#include "schema/base/proto_object.h"
#include "schema/base/stack.h"
#include "schema/base/utf8.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/meta.h"
#include "schema/crd/proto_json.h"
#include "schema/crd/proto_meta.h"
#include "test/support/cases.h"

namespace structural::test {
namespace decode_proto_test {

using nlohmann::json;

std::string Varint(std::size_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

std::string Field(int number, std::string_view bytes) {
  return Varint(static_cast<std::size_t>(number) << 3 | 2) + Varint(bytes.size()) + std::string(bytes);
}

std::string ObjectOf(std::string_view version, std::string_view raw) {
  return std::string(base::kProtoMagic) +
         Field(1, Field(1, "apiextensions.k8s.io/" + std::string(version)) + Field(2, "CustomResourceDefinition")) +
         Field(2, raw);
}

std::string ItemOf(std::string_view raw) { return std::string(base::kProtoMagic) + Field(2, raw); }

std::string FromHex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(base::HexValue(hex[i]) << 4 | base::HexValue(hex[i + 1]));
  return bytes;
}

json ConditionIn(const base::Result<crd::CustomResourceDefinition>& decoded, base::Arena& arena) {
  if (!decoded.ok()) return decoded.error().message();
  const auto verdict = crd::Evaluate(*decoded, arena);
  if (!verdict.condition) return nullptr;
  const auto& condition = *verdict.condition;
  return {{"status", condition.status}, {"reason", condition.reason}, {"message", condition.message}};
}

class ProtoCase : public testing::TestWithParam<Case> {};

TEST_P(ProtoCase, GetsKubernetesCondition) {
  const json& data = GetParam().data;
  const std::string version = data.at("version"), raw = FromHex(data.at("raw").get<std::string>());
  base::Arena arena;
  const json condition = ConditionIn(crd::Decode(ObjectOf(version, raw), arena), arena);
  const auto default_version = version == "v1" ? crd::ApiVersion::kV1 : crd::ApiVersion::kV1beta1;
  EXPECT_EQ(condition, ConditionIn(crd::DecodeItem(ItemOf(raw), default_version, arena), arena));
  if (data.contains("error")) {
    EXPECT_TRUE(condition.is_string()) << condition;
  } else {
    EXPECT_EQ(data.at("condition"), condition);
  }
}

TEST_P(ProtoCase, GetsTheSameConditionFromItsJson) {
  const json& data = GetParam().data;
  if (data.at("version") != "v1") return;
  const std::string text = ObjectOf("v1", FromHex(data.at("raw").get<std::string>()));
  const auto written = crd::ProtoToJson(text);
  base::Arena arena;
  // If the message is invalid, its JSON can be valid, since it has only the last of repeated values.
  if (!crd::Decode(text, arena).ok()) return;
  ASSERT_EQ(data.value("json", true), written.ok());
  if (!written.ok()) return;
  EXPECT_EQ(data.at("condition"), ConditionIn(crd::Decode(*written, arena), arena)) << *written;
}

INSTANTIATE_TEST_SUITE_P(Data, ProtoCase, testing::ValuesIn(LoadCases("protobuf")), CaseName);

constexpr int kSchema = 29;

std::string CrdOf(std::string_view schema) { return Field(2, Field(7, Field(4, Field(1, schema)))); }

TEST(DecodeProto, NeedsAnObjectWithTypeUnlessItIsAnItem) {
  base::Arena arena;
  EXPECT_FALSE(crd::Decode(ItemOf(""), arena).ok());
  EXPECT_TRUE(crd::DecodeItem(ItemOf(""), crd::ApiVersion::kV1beta1, arena).ok());
  EXPECT_FALSE(crd::DecodeItem(std::string(base::kProtoMagic) + Field(1, Field(1, "v1") + Field(2, "Pod")),
                               crd::ApiVersion::kV1, arena)
                   .ok());
  EXPECT_FALSE(crd::Decode(std::string(base::kProtoMagic) + "\x0a", arena).ok());
}

TEST(DecodeProto, ReadsMetadata) {
  const std::string meta = Field(1, "a") + Field(5, "u") + Field(6, "7") + "\x38\x03" + Field(9, "");
  base::Arena arena;
  const std::string text = ItemOf(Field(1, meta));
  const auto crd = crd::DecodeItem(text, crd::ApiVersion::kV1, arena);
  ASSERT_TRUE(crd.ok());
  EXPECT_EQ("a", crd->metadata.name);
  EXPECT_EQ("u", crd->metadata.uid);
  EXPECT_EQ(3, crd->metadata.generation);
  EXPECT_TRUE(crd->metadata.deleting);
  const auto read = crd::ReadMeta(text + "\xff");  // the byte 0xff after the text makes the message broken
  EXPECT_FALSE(read.ok());
  EXPECT_EQ("7", crd::ReadMeta(text)->resource_version);
  EXPECT_EQ("7", *crd::ReadResourceVersion(ItemOf(Field(1, Field(6, "7")))));
  EXPECT_FALSE(crd::ReadMeta(ItemOf(Field(1, Field(6, "7")))).ok());
}

TEST(DecodeProto, StatusHasTimesAsInJson) {
  const std::string seconds = "\x08\x80\xc5\xf8\xfa\x05";  // 1600004736
  const auto with = [&](const std::string& time) { return ItemOf(Field(3, Field(1, Field(1, "T") + time))); };
  base::Arena arena;
  const auto time = [&](const std::string& text) {
    const auto crd = crd::DecodeItem(text, crd::ApiVersion::kV1, arena);
    return crd.ok() ? std::string(crd->conditions->at(0).last_transition_time) : crd.error().message();
  };
  EXPECT_EQ("2020-09-13T13:45:36Z", time(with(Field(3, seconds))));
  EXPECT_EQ("", time(with(Field(3, ""))));
  EXPECT_EQ("", time(with("")));
  EXPECT_EQ("", time(with(Field(3, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\x7f"))));
}

TEST(DecodeProto, DepthIsBounded) {
  std::string schema;
  // \xe2\x01 is the tag of field 28, `not`.
  for (int i = 0; i <= base::kMaxDepth; ++i) schema = "\xe2\x01" + Varint(schema.size()) + schema;
  base::Arena arena;
  EXPECT_FALSE(crd::DecodeItem(ItemOf(CrdOf(schema)), crd::ApiVersion::kV1, arena).ok());
}

// The schema has entries of `properties` whose lengths overlap: each entry extends to the end of the schema. A decoder
// that reads an entry, and then continues after the entry's header, would read the rest twice, four times, and so on.
TEST(DecodeProto, EntriesThatOverlapAreBounded) {
  std::string schema;
  for (int i = 0; i < 2000; ++i) {
    const std::string value = "\x12" + Varint(schema.size());
    schema = Varint(kSchema << 3 | 2) + Varint(value.size()) + value + schema;
  }
  base::Arena arena;
  const auto crd = crd::DecodeItem(ItemOf(CrdOf(schema)), crd::ApiVersion::kV1, arena);
  ASSERT_FALSE(crd.ok());
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, crd.error().code());
}

TEST(DecodeProto, ManyPartsOfAListAreBounded) {
  std::string schema;
  for (int i = 0; i < 20'000; ++i)
    // An empty schema in anyOf, and an empty type.
    schema += "\xda\x01" + std::string(1, '\0') + "\x2a" + std::string(1, '\0');
  base::Arena arena;
  EXPECT_FALSE(crd::DecodeItem(ItemOf(CrdOf(schema)), crd::ApiVersion::kV1, arena).ok());
  EXPECT_LT(arena.bytes(), std::size_t{32} << 20);
}

TEST(DecodeProto, MemoryHasALimit) {
  std::string schema;
  for (int i = 0; i < 20'000; ++i) schema += Field(27, Field(5, "a"));  // field anyOf
  const std::string item = ItemOf(CrdOf(schema));
  base::Arena arena;
  const auto crd = crd::DecodeItem(item, crd::ApiVersion::kV1, arena, std::size_t{1} << 20);
  ASSERT_FALSE(crd.ok());
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, crd.error().code());
  EXPECT_LT(arena.bytes(), std::size_t{2} << 20);
  EXPECT_TRUE(crd::DecodeItem(item, crd::ApiVersion::kV1, arena).ok());
}

TEST(CountParts, CountsSchemasAndElements) {
  const std::string property = Varint(kSchema << 3 | 2) + Varint(5) + Field(1, "a") + Field(2, "");
  const std::string required = "\xba\x01\x01x";
  const std::string items = "\xc2\x01" + Varint(2) + Field(1, "");
  const auto parts = crd::CountSchemaParts(ItemOf(CrdOf(property + required + required + items)));
  EXPECT_EQ(1u + 1u + 1u + 2u, parts.schemas);   // version, schema, property, `items` and its schema
  EXPECT_EQ(2u + 1u + 2u + 2u, parts.elements);  // the lists `versions` and `schema` count as elements, too
}

std::string JsonOfCrd(std::string_view raw) {
  const auto written = crd::ProtoToJson(ItemOf(raw));
  return written.ok() ? *written : "error: " + written.error().message();
}

std::string Number(int field, std::size_t value) {
  return Varint(static_cast<std::size_t>(field) << 3) + Varint(value);
}

TEST(ProtoToJson, WritesTheMembersThatKubernetesWrites) {
  EXPECT_EQ(R"({"metadata":{},"spec":{"group":"","names":{"plural":"","kind":""},"scope":"","versions":null},)"
            R"("status":{"conditions":null,"acceptedNames":{"plural":"","kind":""},"storedVersions":null}})",
            JsonOfCrd(""));
  const std::string owner = Field(1, "Kind") + Field(3, "n") + Field(4, "u") + Field(5, "v1") + Number(6, 1);
  const std::string meta = Field(1, "a") + Field(8, Number(1, 1600004736)) +
                           Field(12, Field(1, "z") + Field(2, "\"<\"")) + Field(12, Field(1, "b")) + Field(13, owner) +
                           Field(17, Field(7, Field(1, R"({"f:spec":{}})")));
  const std::string expected =
      R"({"metadata":{"name":"a","creationTimestamp":"2020-09-13T13:45:36Z","annotations":{"b":"","z":"\"<\""},)"
      R"("ownerReferences":[{"apiVersion":"v1","kind":"Kind","name":"n","uid":"u","controller":true}],)"
      R"("managedFields":[{"fieldsV1":{"f:spec":{}}}]},)";
  EXPECT_EQ(expected, JsonOfCrd(Field(1, meta)).substr(0, expected.size()));
}

std::string JsonOfSchema(std::string_view schema) {
  const std::string text = JsonOfCrd(CrdOf(schema));
  const auto begin = text.find(R"("openAPIV3Schema":)");
  if (begin == text.npos) return text;
  return text.substr(begin + 18, text.find("}}]},\"status\"") - begin - 18);
}

TEST(ProtoToJson, WritesSchemas) {
  const std::string half("\0\0\0\0\0\0\xe0\x3f", 8);
  EXPECT_EQ(R"({"type":"object","default":{"a": [1.0]},"maximum":0.5,"maxLength":0,"enum":[null,"x"],"items":{},)"
            R"("additionalProperties":false,"nullable":true,"x-kubernetes-preserve-unknown-fields":false})",
            JsonOfSchema(Number(38, 0) + Field(5, "object") + Field(1, "") + Field(8, Field(1, R"({"a": [1.0]})")) +
                         Varint(9 << 3 | 1) + half + Number(13, 0) + Field(20, "") + Field(20, Field(1, R"("x")")) +
                         Field(24, Field(1, "")) + Field(30, Number(1, 0)) + Number(37, 1) + Number(39, 0)));
  EXPECT_EQ(R"({"items":[{},{}],"additionalProperties":true,"dependencies":{"a":["b"],"c":{}},"additionalItems":{}})",
            JsonOfSchema(Field(24, Field(2, "") + Field(2, "")) + Field(30, Number(1, 1)) +
                         Field(32, Field(1, "c") + Field(2, Field(1, ""))) +
                         Field(32, Field(1, "a") + Field(2, Field(2, "b"))) + Field(33, Number(1, 1) + Field(2, ""))));
}

TEST(ProtoToJson, MergesWhatIsRepeated) {
  const auto property = [](const std::string& name, const std::string& schema) {
    return Field(kSchema, Field(1, name) + Field(2, schema));
  };
  EXPECT_EQ(R"({"type":"b","not":{"type":"x","title":"y"},"properties":{"a":{"type":"2"},"b":{}}})",
            JsonOfSchema(Field(5, "a") + property("b", "") + property("a", Field(5, "1")) + Field(28, Field(5, "x")) +
                         Field(5, "b") + property("a", Field(5, "2")) + Field(28, Field(7, "y"))));
}

TEST(ProtoToJson, LimitsTheBytesOfRepeatedMessages) {
  std::string schema = Field(3, std::string(100'000, 'x'));
  for (int level = 0; level < 100; ++level) schema = Field(28, schema) + Field(28, "");
  EXPECT_EQ("error: too many parts of large messages", JsonOfSchema(schema));
}

TEST(ProtoToJson, RefusesWhatHasNoJson) {
  const std::string infinite("\0\0\0\0\0\0\xf0\x7f", 8);
  EXPECT_EQ("error: a number is not finite", JsonOfSchema(Varint(9 << 3 | 1) + infinite));
  EXPECT_TRUE(JsonOfSchema(Field(8, Field(1, "{"))).starts_with("error: "));
  EXPECT_TRUE(JsonOfSchema("\x2a\x7f").starts_with("error: "));
  EXPECT_FALSE(crd::ProtoToJson(ObjectOf("v1beta1", "")).ok());
  EXPECT_TRUE(
      crd::ProtoToJson(ObjectOf("v1", ""))
          ->starts_with(R"({"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","metadata":)"));
  std::string deep;
  for (int i = 0; i <= base::kMaxDepth; ++i) deep = Field(28, deep);
  EXPECT_TRUE(JsonOfSchema(deep).starts_with("error: "));
}

}  // namespace decode_proto_test
}  // namespace structural::test
