#include "schema/crd/convert.h"

#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "schema/api/convert.h"
#include "schema/api/crd_types.h"
#include "schema/api/dump.h"
#include "schema/api/read.h"
#include "schema/api/write.h"
#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate_internal.h"
#include "schema/ops/props_writer.h"

namespace structural::crd {
namespace {

using nlohmann::json;
using Texts = std::span<const std::string>;

// The internal form. Its schemas stand in `schemas`, as JSON; in their place is the index.
struct Internal {
  json crd;
  std::vector<std::string> schemas;
};

// Takes the place of the schema in the object, if there is one.
void Place(json& holder, const char* key, std::size_t index) {
  const auto at = holder.find(key);
  if (at == holder.end() || !at->is_object() || !at->contains("openAPIV3Schema")) return;
  (*at)["openAPIV3Schema"] = json::binary({}, index);
}

// What is shared is written once.
void PlaceSchemas(const CustomResourceDefinition& crd, base::Arena& arena, Internal& internal) {
  const bool shared = ShareSchema(crd);
  const auto write = [&](const model::JSONSchemaProps* schema) {
    std::string& text = internal.schemas.emplace_back();
    if (schema != nullptr) ops::AppendJson(*schema, arena, text);
  };
  write(crd.validation);
  json& spec = internal.crd["spec"];
  Place(spec, "validation", 0);
  const auto versions = spec.find("versions");
  for (std::size_t i = 0; versions != spec.end() && i < versions->size(); ++i) {
    if (!shared || i == 0) write(crd.versions[i].own_schema);
    Place((*versions)[i], "schema", internal.schemas.size() - 1);
  }
}

// The same as Decode says: what it refuses is refused here, in the same words.
base::Result<Internal> DecodeInternal(std::string_view text) {
  base::Arena arena;
  const auto crd = Decode(text, arena);
  if (!crd.ok()) return crd.error();
  const bool v1 = crd->api_version == ApiVersion::kV1;
  base::JsonReader in(text, arena);
  Internal internal;
  const bool apart = !MayHaveVoidItems(text);
  (apart ? api::ReadWithoutSchemas : api::Read)(
      in, v1 ? api::v1::kCustomResourceDefinition : api::v1beta1::kCustomResourceDefinition,
      internal.crd);
  if (!in.AtEnd()) return in.error();
  if (apart) PlaceSchemas(*crd, arena, internal);
  v1 ? api::DefaultV1(internal.crd) : api::DefaultV1beta1(internal.crd);
  if (v1) internal.crd = api::InternalFromV1(std::move(internal.crd));
  return internal;
}

json Written(json crd, ApiVersion version) {
  crd["apiVersion"] = Name(version);
  crd["kind"] = "CustomResourceDefinition";
  return api::Write(version == ApiVersion::kV1 ? api::v1::kCustomResourceDefinition
                                               : api::v1beta1::kCustomResourceDefinition,
                    crd);
}

// The object with `text` as the value of `key`.
void AppendWith(const json& object, std::string_view key, std::string_view text, std::string& to) {
  char separator = '{';
  for (const auto& [name, member] : object.items()) {
    to += std::exchange(separator, ',');
    base::AppendJsonString(name, to);
    to += ':';
    to += name == key ? text : std::string_view(api::Dump(member));
  }
  to += '}';
}

// Each version is made of what all share, written and forgotten.
base::Result<std::string> VersionsText(const json& versions, const json& shared, Texts schemas,
                                       std::size_t input) {
  std::string text = "[";
  for (const json& version : versions) {
    if (text.size() > 1) text += ',';
    text += api::Dump(api::Write(api::v1::kCustomResourceDefinitionVersion,
                                 api::V1Version(version, shared)),
                      schemas);
    const base::Status fits = base::CheckDocument("the CRD in v1", text.size(), input);
    if (!fits.ok()) return fits.error();
  }
  return text += ']';
}

base::Result<std::string> V1Text(api::V1Parts parts, Texts schemas, std::size_t input) {
  json& spec = parts.crd["spec"];
  json versions = spec.contains("versions") ? std::move(spec["versions"]) : json();
  const bool some = versions.is_array() && !versions.empty();
  if (spec.contains("versions")) spec["versions"] = some ? json::array() : versions;
  const json written = Written(std::move(parts.crd), ApiVersion::kV1);
  if (!some) return api::Dump(written, schemas);
  const auto list = VersionsText(versions, parts.shared, schemas, input);
  if (!list.ok()) return list.error();
  std::string spec_text, text;
  AppendWith(written.at("spec"), "versions", *list, spec_text);
  AppendWith(written, "spec", spec_text, text);
  return text;
}

}  // namespace

base::Result<Converted> Convert(std::string_view text) {
  auto internal = DecodeInternal(text);
  if (!internal.ok()) return internal.error();
  Converted converted;
  const Texts schemas = internal->schemas;
  converted.v1beta1 = api::Dump(Written(internal->crd, ApiVersion::kV1beta1), schemas);
  auto v1 = V1Text(api::V1FromInternal(std::move(internal->crd)), schemas, text.size());
  if (!v1.ok()) return v1.error();
  converted.v1 = *std::move(v1);
  return converted;
}

}  // namespace structural::crd
