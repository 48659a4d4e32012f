#include "schema/crd/type_meta.h"

#include <string>

#include "schema/go/letter_case.h"
#include "schema/model/decode_values.h"

namespace structural::crd {
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

bool TypeMeta::ReadMember(json::JsonReader& in, std::string_view key) {
  if (go::EqualFold(key, "apiversion")) {
    model::ReadString(in, api_version);
  } else if (go::EqualFold(key, "kind")) {
    model::ReadString(in, kind);
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
  return {ErrorCode::kInvalidInput,
          "not a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1: " +
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
