#include "schema/model/decode.h"

#include <algorithm>

#include "schema/base/json_reader.h"
#include "schema/crd/crd.h"
#include "schema/model/decode_values.h"

namespace structural::crd {
namespace {

using base::Arena;
using base::ErrorCode;
using base::JsonReader;
using model::JSONSchemaProps;
using model::ReadNull;
using model::ReadObject;
using model::ReadString;

constexpr std::string_view kKind = "CustomResourceDefinition";

// `validation` and `schema`: an object with one member.
struct Validation {
  bool present = false;
  const JSONSchemaProps* schema = nullptr;
};

// What is read before the api version is known to matter.
struct Spec {
  std::string_view version;
  std::optional<bool> preserve_unknown_fields;
  Validation validation;
  std::vector<Version> versions;
};

class Decoder {
 public:
  Decoder(std::string_view json, Arena& arena) : in_(json, arena), arena_(arena) {}

  // Where the text names neither apiVersion nor kind, they are `assumed`.
  base::Result<CustomResourceDefinition> Decode(std::optional<ApiVersion> assumed);

 private:
  void ReadSpec();
  void ReadVersions();
  void ReadStatus();
  void ReadConditions();
  Validation ReadValidation();
  base::Status SetApiVersion();
  void PresentAsV1();

  JsonReader in_;
  Arena& arena_;
  std::string_view api_version_;
  std::string_view kind_;
  Spec spec_;
  CustomResourceDefinition crd_;
};

Validation Decoder::ReadValidation() {
  Validation read;
  if (ReadNull(in_)) return read;
  read.present = true;
  ReadObject(in_, [&](std::string_view key) {
    if (key != "openAPIV3Schema") return void(in_.Skip());
    model::ReadPointer<JSONSchemaProps>(in_, arena_, read.schema, [&](JSONSchemaProps& to) {
      model::DecodeSchema(in_, arena_, to);
    });
  });
  return read;
}

void Decoder::ReadVersions() {
  spec_.versions.clear();
  if (ReadNull(in_)) return;
  for (in_.BeginArray(); in_.NextElement();) {
    Version& version = spec_.versions.emplace_back();
    ReadObject(in_, [&](std::string_view key) {
      if (key == "name") return ReadString(in_, version.name);
      if (key == "schema") return void(version.schema = ReadValidation().schema);
      in_.Skip();
    });
  }
}

void Decoder::ReadSpec() {
  ReadObject(in_, [&](std::string_view key) {
    if (key == "version") return ReadString(in_, spec_.version);
    if (key == "preserveUnknownFields")
      return model::ReadOptionalBool(in_, spec_.preserve_unknown_fields);
    if (key == "validation") return void(spec_.validation = ReadValidation());
    if (key == "versions") return ReadVersions();
    in_.Skip();
  });
}

void Decoder::ReadConditions() {
  if (ReadNull(in_)) return crd_.conditions.reset();
  auto& conditions = crd_.conditions.emplace();
  for (in_.BeginArray(); in_.NextElement();) {
    StatusCondition& condition = conditions.emplace_back();
    condition.raw = in_.Skip();
    JsonReader fields(condition.raw, arena_);
    ReadObject(fields, [&](std::string_view key) {
      if (key == "type") return ReadString(fields, condition.type);
      if (key == "status") return ReadString(fields, condition.status);
      if (key == "reason") return ReadString(fields, condition.reason);
      if (key == "message") return ReadString(fields, condition.message);
      if (key == "lastTransitionTime") return ReadString(fields, condition.last_transition_time);
      fields.Skip();
    });
    if (!fields.ok()) in_.Fail("status.conditions: " + fields.error().message());
  }
}

void Decoder::ReadStatus() {
  crd_.has_status |= in_.Peek() == JsonReader::Kind::kObject;
  ReadObject(in_, [&](std::string_view key) {
    if (key == "conditions") return ReadConditions();
    in_.Skip();
  });
}

base::Status Decoder::SetApiVersion() {
  if (kind_.empty()) return {ErrorCode::kInvalidInput, "the object has no kind"};
  if (api_version_.empty()) return {ErrorCode::kInvalidInput, "the object has no apiVersion"};
  for (const ApiVersion version : {ApiVersion::kV1, ApiVersion::kV1beta1}) {
    if (api_version_ != Name(version) || kind_ != kKind) continue;
    crd_.api_version = version;
    return base::Ok();
  }
  return {ErrorCode::kInvalidInput,
          "not a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1: " +
              std::string(api_version_) + " " + std::string(kind_)};
}

// Upstream: v1beta1/defaults.go SetDefaults_CustomResourceDefinitionSpec,
// v1/conversion.go Convert_apiextensions_CustomResourceDefinitionSpec_To_v1_….
void Decoder::PresentAsV1() {
  const bool v1 = crd_.api_version == ApiVersion::kV1;
  crd_.preserve_unknown_fields = spec_.preserve_unknown_fields.value_or(!v1);
  crd_.versions = std::move(spec_.versions);
  if (v1) return;
  if (crd_.versions.empty() && !spec_.version.empty()) crd_.versions.push_back({spec_.version});
  if (!spec_.validation.present) return;
  for (Version& version : crd_.versions) version.schema = spec_.validation.schema;
}

base::Result<CustomResourceDefinition> Decoder::Decode(std::optional<ApiVersion> assumed) {
  if (in_.Peek() != JsonReader::Kind::kObject) in_.FailKind("object");
  ReadObject(in_, [&](std::string_view key) {
    if (key == "apiVersion") return ReadString(in_, api_version_);
    if (key == "kind") return ReadString(in_, kind_);
    if (key == "metadata") return ReadObjectMeta(in_, crd_.metadata);
    if (key == "spec") return ReadSpec();
    if (key == "status") return ReadStatus();
    in_.Skip();
  });
  if (!in_.AtEnd()) return in_.error();
  if (assumed && api_version_.empty() && kind_.empty()) {
    api_version_ = Name(*assumed);
    kind_ = kKind;
  }
  if (const base::Status known = SetApiVersion(); !known.ok()) return known.error();
  PresentAsV1();
  return std::move(crd_);
}

}  // namespace

std::string_view Name(ApiVersion version) {
  return version == ApiVersion::kV1 ? "apiextensions.k8s.io/v1" : "apiextensions.k8s.io/v1beta1";
}

base::Result<CustomResourceDefinition> Decode(std::string_view json, Arena& arena) {
  return Decoder(json, arena).Decode(std::nullopt);
}

base::Result<CustomResourceDefinition> DecodeItem(std::string_view json, ApiVersion version,
                                                  Arena& arena) {
  return Decoder(json, arena).Decode(version);
}

}  // namespace structural::crd
