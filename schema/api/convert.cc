#include "schema/api/convert.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "schema/api/crd_parts.h"
#include "schema/api/equal.h"

namespace structural::api {
namespace {

using nlohmann::json;

// A member of every version, and its name and type at the top of the internal form.
struct Shared {
  const char* in_version;
  const char* at_top;
  const Type* type;
};

const Shared kShared[] = {
    {"subresources", "subresources", &kSubresources},
    {"schema", "validation", &kValidation},
    {"additionalPrinterColumns", "additionalPrinterColumns", &kInternalColumns},
    {"selectableFields", "selectableFields", &kSelectableFields},
};

json Take(json& object, const char* key) {
  const auto at = object.find(key);
  if (at == object.end()) return nullptr;
  json value = std::move(*at);
  object.erase(at);
  return value;
}

void Set(json& object, const char* key, json value) {
  if (!value.is_null()) object[key] = std::move(value);
}

void RenameInColumns(json& holder, const char* from, const char* to) {
  const auto columns = holder.find("additionalPrinterColumns");
  if (columns == holder.end()) return;
  for (json& column : *columns) Set(column, to, Take(column, from));
}

void MoveUp(json& spec, const Shared& shared) {
  json& versions = spec["versions"];
  const auto part = [&](json& version) -> json {
    const auto at = version.find(shared.in_version);
    return at == version.end() ? json() : *at;
  };
  const json first = part(versions[0]);
  for (json& version : versions) {
    if (!SemanticEqual(*shared.type, part(version), first)) return;
  }
  Set(spec, shared.at_top, first);
  for (json& version : versions) version.erase(shared.in_version);
}

void ConversionToInternal(json& spec) {
  const auto conversion = spec.find("conversion");
  if (conversion == spec.end()) return;
  json webhook = Take(*conversion, "webhook");
  if (!webhook.is_object()) return;
  Set(*conversion, "conversionReviewVersions", Take(webhook, "conversionReviewVersions"));
  Set(*conversion, "webhookClientConfig", Take(webhook, "clientConfig"));
}

void ConversionToV1(json& spec) {
  const auto conversion = spec.find("conversion");
  if (conversion == spec.end()) return;
  json versions = Take(*conversion, "conversionReviewVersions");
  json config = Take(*conversion, "webhookClientConfig");
  if (versions.is_null() && config.is_null()) return;
  json webhook = json::object();
  Set(webhook, "conversionReviewVersions", std::move(versions));
  Set(webhook, "clientConfig", std::move(config));
  (*conversion)["webhook"] = std::move(webhook);
}

}  // namespace

json InternalFromV1(json crd) {
  json& spec = crd["spec"];
  if (!spec.contains("preserveUnknownFields")) spec["preserveUnknownFields"] = false;
  ConversionToInternal(spec);
  const auto versions = spec.find("versions");
  if (versions == spec.end() || versions->empty()) return crd;
  for (json& version : *versions) RenameInColumns(version, "jsonPath", "JSONPath");
  spec["version"] = spec["versions"][0].value("name", "");
  for (const Shared& shared : kShared) MoveUp(spec, shared);
  return crd;
}

V1Parts V1FromInternal(json crd) {
  json& spec = crd["spec"];
  ConversionToV1(spec);
  const json name = Take(spec, "version");
  const auto versions = spec.find("versions");
  if ((versions == spec.end() || versions->empty()) && name.is_string() && name != "") {
    spec["versions"] = {{{"name", name}, {"served", true}, {"storage", true}}};
  }
  json shared = json::object();
  for (const Shared& part : kShared) Set(shared, part.in_version, Take(spec, part.at_top));
  return {std::move(crd), std::move(shared)};
}

json V1Version(json version, const json& shared) {
  for (const auto& [key, part] : shared.items()) version[key] = part;
  RenameInColumns(version, "JSONPath", "jsonPath");
  return version;
}

}  // namespace structural::api
