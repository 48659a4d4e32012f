#include "schema/crd/decode_parts.h"

#include <string>

#include "schema/crd/model/decode_values.h"
#include "schema/go/letter_case.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"

namespace structural::crd {

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

}  // namespace

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

base::Result<ApiVersion> TypeMeta::CrdApiVersion() const {
  if (kind.empty()) return {ErrorCode::kInvalidInput, "the object has no kind"};
  if (api_version.empty()) return {ErrorCode::kInvalidInput, "the object has no apiVersion"};
  const auto version = Known(api_version);
  if (version && kind == kKind) return *version;
  return {ErrorCode::kInvalidInput, "not a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1: " +
                                        std::string(api_version) + " " + std::string(kind)};
}

std::optional<ApiVersion> GuessApiVersion(std::string_view json, base::Arena& arena) {
  json::JsonReader in(json, arena);
  TypeMeta meta;
  std::string_view key;
  for (in.BeginObject(); meta.api_version.empty() && in.NextKey(&key);) {
    if (!meta.ReadMember(in, key)) in.Skip();
  }
  return Known(meta.api_version);
}

}  // namespace structural::crd
