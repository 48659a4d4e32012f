#include "schema/crd/model/decode.h"

#include "schema/base/proto_object.h"
#include "schema/crd/crd.h"
#include "schema/crd/crd_parts.h"
#include "schema/crd/decode_parts.h"
#include "schema/crd/model/decode_values.h"
#include "schema/json/reader.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"

namespace structural::crd {
namespace {

using base::Arena;
using json::JsonReader;
using kubernetes::CheckMember;

// Decodes the text as a CRD in one API version. Checks the types of all fields, even of unused ones, because the API
// server refuses a CRD with `shortNames: 5`.
class Decoder {
 public:
  Decoder(std::string_view json, ApiVersion version, Arena& arena)
      : in_(json, arena), arena_(arena), v1_(version == ApiVersion::kV1) {
    parts_.crd.api_version = version;
  }

  base::Status Decode();
  const TypeMeta& type_meta() const { return type_meta_; }
  CustomResourceDefinition& crd() { return parts_.crd; }

 private:
  void ReadSpec();
  void ReadVersions();
  void ReadStatus();
  void ReadConditions();
  void ReadValidation(Validation& read);
  bool ReadShared(std::string_view key, std::string_view name_of_schema, SharedParts& read);
  void ReadConversion(const kubernetes::Type& spec);

  JsonReader in_;
  Arena& arena_;
  const bool v1_;
  TypeMeta type_meta_;
  CrdParts parts_;
};

void Decoder::ReadValidation(Validation& read) {
  if (ReadNull(in_)) {
    read = {};
    return;
  }
  read.is_present = true;
  ReadObject(in_, [&](std::string_view key) {
    if (key != "openAPIV3Schema") {
      in_.Skip();
      return;
    }
    ReadPointer<JSONSchemaProps>(in_, arena_, read.schema, [&](JSONSchemaProps& to) { DecodeSchema(in_, arena_, to); });
  });
}

// If `key` is a field of SharedParts, reads its value and returns true. Otherwise returns false and reads nothing.
// `name_of_schema` is the key of the schema: `schema` in a version, `validation` in a v1beta1 spec.
bool Decoder::ReadShared(std::string_view key, std::string_view name_of_schema, SharedParts& read) {
  if (key == name_of_schema) {
    ReadValidation(read.schema);
    return true;
  }
  if (key == "subresources") {
    ReadSubresources(in_, read.subresources);
    return true;
  }
  if (key != "selectableFields") return false;
  ReadSelectableFields(in_, arena_, read.selectable_fields);
  return true;
}

void Decoder::ReadVersions() {
  const kubernetes::Type& type =
      v1_ ? kubernetes::v1::kCustomResourceDefinitionVersion : kubernetes::v1beta1::kCustomResourceDefinitionVersion;
  if (ReadNull(in_)) return parts_.versions.clear();
  std::size_t size = 0;
  for (in_.BeginArray(); in_.NextElement(); ++size) {
    if (size == parts_.versions.size()) parts_.versions.emplace_back();
    VersionParts& version = parts_.versions[size];
    ReadObject(in_, [&](std::string_view key) {
      if (key == "name") return ReadString(in_, version.name);
      if (key == "served") return crd::ReadBool(in_, version.served);
      if (ReadShared(key, "schema", version)) return;
      CheckMember(in_, type, key);
    });
  }
  parts_.versions.resize(size);
}

void Decoder::ReadConversion(const kubernetes::Type& spec) {
  if (in_.Peek() == JsonReader::Kind::kNull) parts_.conversion_strategy.reset();
  const char* const begin = in_.position();
  CheckMember(in_, spec, "conversion");
  if (!in_.ok()) return;
  JsonReader fields({begin, in_.position()}, arena_);
  if (ReadNull(fields)) return;
  std::string_view& strategy =
      parts_.conversion_strategy ? *parts_.conversion_strategy : parts_.conversion_strategy.emplace();
  ReadObject(fields, [&](std::string_view key) {
    if (key == "strategy") {
      ReadString(fields, strategy);
    } else {
      fields.Skip();
    }
  });
}

void Decoder::ReadSpec() {
  const kubernetes::Type& type =
      v1_ ? kubernetes::v1::kCustomResourceDefinitionSpec : kubernetes::v1beta1::kCustomResourceDefinitionSpec;
  in_.Peek();
  const char* const begin = in_.position();
  ReadObject(in_, [&](std::string_view key) {
    if (key == "versions") return ReadVersions();
    if (key == "conversion") return ReadConversion(type);
    if (key == "preserveUnknownFields") {
      // preserveUnknownFields is a bool in v1 and a *bool in v1beta1. Therefore null does not change an earlier value
      // in v1, and removes it in v1beta1.
      if (v1_ && ReadNull(in_)) return;
      return crd::ReadOptionalBool(in_, parts_.preserve_unknown_fields);
    }
    if (key == "group") return ReadString(in_, parts_.crd.group);
    if (key == "scope") return ReadString(in_, parts_.crd.scope);
    if (key == "names") return ReadNames(in_, parts_.crd.names);
    if (key == "version" && !v1_) return ReadString(in_, parts_.version);
    if (!v1_ && ReadShared(key, "validation", parts_.top_level)) return;
    CheckMember(in_, type, key);
  });
  parts_.crd.spec_json = {begin, in_.position()};
}

void Decoder::ReadConditions() {
  if (ReadNull(in_)) return parts_.crd.conditions.reset();
  auto& conditions = parts_.crd.conditions.emplace();
  for (in_.BeginArray(); in_.NextElement();) {
    StatusCondition& condition = conditions.emplace_back();
    condition.raw_json = in_.Skip();
    JsonReader fields(condition.raw_json, arena_);
    ReadObject(fields, [&](std::string_view key) {
      if (key == "type") return ReadString(fields, condition.type);
      if (key == "status") return ReadString(fields, condition.status);
      if (key == "reason") return ReadString(fields, condition.reason);
      if (key == "message") return ReadString(fields, condition.message);
      if (key == "lastTransitionTime") return ReadString(fields, condition.last_transition_time);
      fields.Skip();
    });
    JsonReader typed(condition.raw_json, arena_);
    kubernetes::Check(typed, kubernetes::kCustomResourceDefinitionCondition);
    if (!typed.ok()) in_.Fail("status.conditions: " + typed.error().message());
  }
}

void Decoder::ReadStatus() {
  parts_.crd.has_status |= in_.Peek() == JsonReader::Kind::kObject;
  ReadObject(in_, [&](std::string_view key) {
    if (key == "conditions") return ReadConditions();
    CheckMember(in_, kubernetes::kCustomResourceDefinitionStatus, key);
  });
}

base::Status Decoder::Decode() {
  if (in_.Peek() != JsonReader::Kind::kObject) in_.FailWrongKind("object");
  ReadObject(in_, [&](std::string_view key) {
    if (type_meta_.ReadMember(in_, key)) return;
    if (key == "metadata") return ReadObjectMeta(in_, parts_.crd.metadata);
    if (key == "spec") return ReadSpec();
    if (key == "status") return ReadStatus();
    in_.Skip();
  });
  if (!in_.AtEnd()) return in_.error();
  return parts_.ConvertToV1(in_.has_unrepresentable_number(), arena_);
}

// Returns apiVersion and kind of the text. If a key is repeated, the last member is used. Unlike Decoder, does not stop
// at an error in another member.
TypeMeta ReadTypeMeta(std::string_view json, Arena& arena) {
  JsonReader in(json, arena);
  TypeMeta meta;
  ReadObject(in, [&](std::string_view key) {
    if (!meta.ReadMember(in, key)) in.Skip();
  });
  return meta;
}

// Decodes the text as the API version `guess`. If the text's apiVersion is the other API version, decodes the text
// again as that version.
base::Result<CustomResourceDefinition> DecodeAs(std::string_view json, ApiVersion guess, bool item, Arena& arena) {
  Decoder decoder(json, guess, arena);
  const base::Status decoded = decoder.Decode();
  const TypeMeta meta = decoded.ok() ? decoder.type_meta() : ReadTypeMeta(json, arena);
  if (item && decoded.ok() && meta.api_version.empty() && meta.kind.empty()) return std::move(decoder.crd());
  const auto version = meta.CrdApiVersion();
  if (version.ok() && *version != guess) return DecodeAs(json, *version, false, arena);
  if (!decoded.ok()) return decoded.error();
  if (!version.ok()) return version.error();
  return std::move(decoder.crd());
}

}  // namespace

std::string_view Name(ApiVersion version) {
  return version == ApiVersion::kV1 ? "apiextensions.k8s.io/v1" : "apiextensions.k8s.io/v1beta1";
}

base::Result<CustomResourceDefinition> Decode(std::string_view text, Arena& arena) {
  if (base::IsProtoObject(text)) return DecodeProto(text, ApiVersion::kV1, false, arena);
  return DecodeAs(text, GuessApiVersion(text, arena).value_or(ApiVersion::kV1), false, arena);
}

base::Result<CustomResourceDefinition> DecodeItem(std::string_view text, ApiVersion version, Arena& arena,
                                                  std::size_t max_bytes) {
  if (base::IsProtoObject(text)) return DecodeProto(text, version, true, arena, max_bytes);
  return DecodeAs(text, version, true, arena);  // the apiVersion of an item is `version` or missing
}

}  // namespace structural::crd
