#include "schema/crd/model/decode.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/decode_values.h"
#include "schema/go/letter_case.h"
#include "schema/json/reader.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"

namespace structural::crd {
namespace {

// Readers for the parts of a CRD's spec that no rule checks.
//
// The kind and version in an object. Views into the text or arena of the reader.
struct TypeMeta {
  std::string_view api_version;
  std::string_view kind;

  // Reads the next top-level member if it is apiVersion or kind; returns false otherwise. Unlike other fields, these
  // are found ignoring case, and the last one counts.
  //
  // Upstream: apimachinery pkg/runtime/serializer/json/meta.go Interpret (v0.37.2).
  bool ReadMember(json::JsonReader& in, std::string_view key);

  // Returns kInvalidInput for everything except a CustomResourceDefinition of v1 or v1beta1.
  base::Result<ApiVersion> Identify() const;
};

}  // namespace

using json::JsonReader;

namespace {

using base::ErrorCode;

constexpr std::string_view kKind = "CustomResourceDefinition";

std::optional<ApiVersion> Known(std::string_view api_version) {
  for (const ApiVersion version : {ApiVersion::kV1, ApiVersion::kV1beta1}) {
    if (api_version == Name(version)) return version;
  }
  return std::nullopt;
}

// Each function reads a value into `out`. Like Go, it keeps fields that the value omits. Errors stay in the reader.
void ReadNames(JsonReader& in, Names& out) {
  ReadObject(in, [&](std::string_view key) {
    if (key == "plural") return ReadString(in, out.plural);
    if (key == "kind") return ReadString(in, out.kind);
    if (key == "listKind") return ReadString(in, out.list_kind);
    kubernetes::CheckMember(in, kubernetes::kNames, key);
  });
}

void ReadSubresources(JsonReader& in, std::optional<Subresources>& out) {
  if (ReadNull(in)) return out.reset();
  if (!out) out.emplace();
  ReadObject(in, [&](std::string_view key) {
    const bool present = in.Peek() != JsonReader::Kind::kNull;
    if (key == "status") out->status = present;
    if (key == "scale") out->scale = present;
    kubernetes::CheckMember(in, *kubernetes::kSubresources.element, key);
  });
}

void ReadSelectableFields(JsonReader& in, base::Arena& arena, List<SelectableField>& out) {
  ReadList<SelectableField>(in, arena, out, [&](SelectableField& field) {
    ReadObject(in, [&](std::string_view key) {
      if (key == "jsonPath") return ReadString(in, field.json_path);
      in.Skip();
    });
  });
}

// Sets a missing listKind to the kind with the suffix List.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/defaults.go SetDefaults_CustomResourceDefinitionSpec
// (v0.37.2).
void DefaultNames(Names& names, base::Arena& arena) {
  if (!names.list_kind.empty() || names.kind.empty()) return;
  names.list_kind = arena.Copy(std::string_view(std::string(names.kind) + "List"));
}

bool TypeMeta::ReadMember(json::JsonReader& in, std::string_view key) {
  if (go::EqualFold(key, "apiversion")) {
    crd::ReadString(in, api_version);
  } else if (go::EqualFold(key, "kind")) {
    crd::ReadString(in, kind);
  } else {
    return false;
  }
  return true;
}

base::Result<ApiVersion> TypeMeta::Identify() const {
  if (kind.empty()) return {ErrorCode::kInvalidInput, "the object has no kind"};
  if (api_version.empty()) return {ErrorCode::kInvalidInput, "the object has no apiVersion"};
  const auto version = Known(api_version);
  if (version && kind == kKind) return *version;
  return {ErrorCode::kInvalidInput, "not a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1: " +
                                        std::string(api_version) + " " + std::string(kind)};
}

// Returns the first apiVersion in the text; nullopt if it is unknown or absent. A guess that the caller must compare
// with the TypeMeta of the whole text.
std::optional<ApiVersion> FirstApiVersion(std::string_view json, base::Arena& arena) {
  json::JsonReader in(json, arena);
  TypeMeta meta;
  std::string_view key;
  for (in.BeginObject(); meta.api_version.empty() && in.NextKey(&key);) {
    if (!meta.ReadMember(in, key)) in.Skip();
  }
  return Known(meta.api_version);
}

using base::Arena;
using kubernetes::CheckMember;

// The value of `validation` or `schema`: an object with one member.
struct Validation {
  bool present = false;
  const JSONSchemaProps* schema = nullptr;
};

// The fields of a version, which v1beta1 also has at the top for all versions.
struct Shared {
  Validation schema;
  std::optional<Subresources> subresources;
  List<SelectableField> selectable_fields;
};

struct VersionRead : Shared {
  std::string_view name;
  bool served = false;
};

// Decodes the text as one version of the API. Checks the types of all fields, even of unused ones: the API server
// refuses a CRD with `shortNames: 5`.
class Decoder {
 public:
  Decoder(std::string_view json, ApiVersion version, Arena& arena)
      : in_(json, arena), arena_(arena), v1_(version == ApiVersion::kV1) {
    crd_.api_version = version;
  }

  base::Status Decode();
  const TypeMeta& type_meta() const { return type_meta_; }
  CustomResourceDefinition& crd() { return crd_; }

 private:
  void ReadSpec();
  void ReadVersions();
  void ReadStatus();
  void ReadConditions();
  void ReadValidation(Validation& read);
  bool ReadShared(std::string_view key, std::string_view name_of_schema, Shared& read);
  void ReadConversion(const kubernetes::Type& spec);
  bool HasUnrepresentable() const;
  void PresentAsV1();

  JsonReader in_;
  Arena& arena_;
  const bool v1_;
  TypeMeta type_meta_;
  std::string_view version_;
  std::optional<bool> preserve_unknown_fields_;
  Shared at_top_;
  std::optional<std::string_view> conversion_strategy_;
  std::vector<VersionRead> versions_;
  CustomResourceDefinition crd_;
};

void Decoder::ReadValidation(Validation& read) {
  if (ReadNull(in_)) {
    read = {};
    return;
  }
  read.present = true;
  ReadObject(in_, [&](std::string_view key) {
    if (key != "openAPIV3Schema") {
      in_.Skip();
      return;
    }
    ReadPointer<JSONSchemaProps>(in_, arena_, read.schema, [&](JSONSchemaProps& to) { DecodeSchema(in_, arena_, to); });
  });
}

// Reads the value of `key` if it is a field of Shared. Returns false for other keys.
bool Decoder::ReadShared(std::string_view key, std::string_view name_of_schema, Shared& read) {
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
  if (ReadNull(in_)) return versions_.clear();
  std::size_t size = 0;
  for (in_.BeginArray(); in_.NextElement(); ++size) {
    if (size == versions_.size()) versions_.emplace_back();
    VersionRead& version = versions_[size];
    ReadObject(in_, [&](std::string_view key) {
      if (key == "name") return ReadString(in_, version.name);
      if (key == "served") return crd::ReadBool(in_, version.served);
      if (ReadShared(key, "schema", version)) return;
      CheckMember(in_, type, key);
    });
  }
  versions_.resize(size);
}

void Decoder::ReadConversion(const kubernetes::Type& spec) {
  if (in_.Peek() == JsonReader::Kind::kNull) conversion_strategy_.reset();
  const char* const begin = in_.position();
  CheckMember(in_, spec, "conversion");
  if (!in_.ok()) return;
  JsonReader fields({begin, in_.position()}, arena_);
  if (ReadNull(fields)) return;
  std::string_view& strategy = conversion_strategy_ ? *conversion_strategy_ : conversion_strategy_.emplace();
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
      // The field is a boolean in v1 and a pointer in v1beta1: null keeps the value in v1 and clears it in v1beta1.
      if (v1_ && ReadNull(in_)) return;
      return crd::ReadOptionalBool(in_, preserve_unknown_fields_);
    }
    if (key == "group") return ReadString(in_, crd_.group);
    if (key == "scope") return ReadString(in_, crd_.scope);
    if (key == "names") return ReadNames(in_, crd_.names);
    if (key == "version" && !v1_) return ReadString(in_, version_);
    if (!v1_ && ReadShared(key, "validation", at_top_)) return;
    CheckMember(in_, type, key);
  });
  crd_.spec = {begin, in_.position()};
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
    JsonReader typed(condition.raw, arena_);
    kubernetes::Check(typed, kubernetes::kCustomResourceDefinitionCondition);
    if (!typed.ok()) in_.Fail("status.conditions: " + typed.error().message());
  }
}

void Decoder::ReadStatus() {
  crd_.has_status |= in_.Peek() == JsonReader::Kind::kObject;
  ReadObject(in_, [&](std::string_view key) {
    if (key == "conditions") return ReadConditions();
    CheckMember(in_, kubernetes::kCustomResourceDefinitionStatus, key);
  });
}

// Checks all schemas, even those in versions that the top-level one replaces.
bool Decoder::HasUnrepresentable() const {
  const auto in = [](const Validation& v) { return v.schema != nullptr && crd::HasUnrepresentableNumber(*v.schema); };
  return in(at_top_.schema) || std::ranges::any_of(versions_, in, &VersionRead::schema);
}

// Upstream: v1beta1/defaults.go SetDefaults_CustomResourceDefinitionSpec,
// v1/conversion.go Convert_apiextensions_CustomResourceDefinitionSpec_To_v1_….
void Decoder::PresentAsV1() {
  crd_.preserve_unknown_fields = preserve_unknown_fields_.value_or(!v1_);
  if (conversion_strategy_) crd_.conversion_strategy = *conversion_strategy_;
  DefaultNames(crd_.names, arena_);
  for (const VersionRead& read : versions_) {
    crd_.versions.push_back({read.name, read.schema.schema, read.served, read.subresources.value_or(Subresources{}),
                             read.selectable_fields, read.schema.schema});
  }
  if (v1_) return;
  crd_.validation = at_top_.schema.schema;
  if (crd_.scope.empty()) crd_.scope = "Namespaced";
  if (crd_.versions.empty() && !version_.empty()) {
    Version& version = crd_.versions.emplace_back();
    version.name = version_;
    version.served = true;
  }
  for (Version& version : crd_.versions) {
    if (at_top_.schema.present) version.schema = at_top_.schema.schema;
    if (at_top_.subresources) version.subresources = *at_top_.subresources;
    if (!Absent(at_top_.selectable_fields)) version.selectable_fields = at_top_.selectable_fields;
  }
}

base::Status Decoder::Decode() {
  if (in_.Peek() != JsonReader::Kind::kObject) in_.FailKind("object");
  ReadObject(in_, [&](std::string_view key) {
    if (type_meta_.ReadMember(in_, key)) return;
    if (key == "metadata") return ReadObjectMeta(in_, crd_.metadata);
    if (key == "spec") return ReadSpec();
    if (key == "status") return ReadStatus();
    in_.Skip();
  });
  if (!in_.AtEnd()) return in_.error();
  if (in_.unrepresentable() && HasUnrepresentable()) {
    return {base::ErrorCode::kInvalidInput, "a number in a default, example or enum is out of range"};
  }
  PresentAsV1();
  return base::Ok();
}

// Returns apiVersion and kind of the whole text, in which the last member counts, also if decoding stopped early.
TypeMeta ReadTypeMeta(std::string_view json, Arena& arena) {
  JsonReader in(json, arena);
  TypeMeta meta;
  ReadObject(in, [&](std::string_view key) {
    if (!meta.ReadMember(in, key)) in.Skip();
  });
  return meta;
}

// Decodes the text as the version `guess`, and again if it is in the other version.
base::Result<CustomResourceDefinition> DecodeAs(std::string_view json, ApiVersion guess, bool item, Arena& arena) {
  Decoder decoder(json, guess, arena);
  const base::Status decoded = decoder.Decode();
  const TypeMeta meta = decoded.ok() ? decoder.type_meta() : ReadTypeMeta(json, arena);
  if (item && decoded.ok() && meta.api_version.empty() && meta.kind.empty()) return std::move(decoder.crd());
  const auto version = meta.Identify();
  if (version.ok() && *version != guess) return DecodeAs(json, *version, false, arena);
  if (!decoded.ok()) return decoded.error();
  if (!version.ok()) return version.error();
  return std::move(decoder.crd());
}

}  // namespace

std::string_view Name(ApiVersion version) {
  return version == ApiVersion::kV1 ? "apiextensions.k8s.io/v1" : "apiextensions.k8s.io/v1beta1";
}

base::Result<CustomResourceDefinition> Decode(std::string_view json, Arena& arena) {
  return DecodeAs(json, FirstApiVersion(json, arena).value_or(ApiVersion::kV1), false, arena);
}

base::Result<CustomResourceDefinition> DecodeItem(std::string_view json, ApiVersion version, Arena& arena) {
  return DecodeAs(json, version, true, arena);  // items have either this version or none
}

}  // namespace structural::crd
