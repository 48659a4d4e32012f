#include "schema/admission/served.h"

#include <algorithm>
#include <utility>

#include "schema/admission/defaulted_crd.h"
#include "schema/admission/version_order.h"
#include "schema/json/members.h"

namespace structural::admission {
namespace {

using json::Value;

// Returns an empty text if all served versions are deprecated.
std::string_view NewestVersion(const Value& spec) {
  std::string_view newest;
  for (const Value& each : ElementsOf(spec.Find("versions"))) {
    const std::string_view name = TextOf(each.Find("name"));
    if (!IsTrue(each.Find("served")) || IsTrue(each.Find("deprecated"))) continue;
    if (newest.empty() || CompareVersions(name, newest) > 0) newest = name;
  }
  return newest;
}

// The first part of the warning, or all of it.
std::string DeprecationOf(const Value& version, const Value& spec, std::string_view newest) {
  const auto own = version.Find("deprecationWarning");
  if (own != nullptr && own->is_string()) return std::string(own->text());
  const std::string_view group = TextOf(spec.Find("group")), name = TextOf(version.Find("name")),
                         kind = TextOf(Below(spec.Find("names"), "kind"));
  const auto in_words = [&](std::string_view of) {
    return std::string(group).append("/").append(of).append(" ").append(kind);
  };
  const std::string text = in_words(name) + " is deprecated";
  return newest.empty() || CompareVersions(name, newest) >= 0 ? text : text + "; use " + in_words(newest);
}

std::optional<Scale> ScaleOf(const Value* subresources) {
  const Value* scale = Below(subresources, "scale");
  if (scale == nullptr) return std::nullopt;
  Scale read{TextOf(scale->Find("specReplicasPath")), TextOf(scale->Find("statusReplicasPath")), {}};
  const Value* selector = scale->Find("labelSelectorPath");
  if (selector != nullptr && selector->is_string()) read.label_selector_path = selector->text();
  return read;
}

base::Status AddSchema(const crd::JSONSchemaProps& schema, bool prunes, base::Arena& arena, ServedVersion& to) {
  const ServedSchema served = ServeSchema(schema, prunes, arena);
  if (!served.status.ok()) return served.status;
  to.schema = served.structural;
  to.checks = served.checks;
  if (to.schema != nullptr) {
    auto rules = std::make_shared<const expressions::RuleSet>(*to.schema);
    if (!rules->empty()) to.rules = std::move(rules);
  }
  const auto* status = to.has_status ? schema.properties.Find("status") : nullptr;
  if (status != nullptr) to.status_checks = objects::CompileChecks(*status, arena, objects::EnumNumbers::kAsStored);
  return base::Ok();
}

ServedVersion VersionOf(const Value& version, const Value& spec, std::string_view newest) {
  const Value* subresources = version.Find("subresources");
  ServedVersion served{.name = TextOf(version.Find("name")),
                       .served = IsTrue(version.Find("served")),
                       .storage = IsTrue(version.Find("storage")),
                       .has_status = Below(subresources, "status") != nullptr};
  served.scale = ScaleOf(subresources);
  if (IsTrue(version.Find("deprecated"))) served.deprecation = DeprecationOf(version, spec, newest);
  return served;
}

void ShareSchema(const ServedVersion& from, ServedVersion& to) {
  to.schema = from.schema;
  to.checks = from.checks;
  to.status_checks = from.status_checks;
  to.rules = from.rules;
}

}  // namespace

std::string ServedResource::QualifiedName() const { return std::string(plural).append(".").append(group); }

const ServedVersion* ServedResource::Find(std::string_view version) const {
  const auto found = std::ranges::find(versions, version, &ServedVersion::name);
  return found == versions.end() ? nullptr : &*found;
}

const ServedVersion* ServedResource::Storage() const {
  const auto found = std::ranges::find(versions, true, &ServedVersion::storage);
  return found == versions.end() ? nullptr : &*found;
}

base::Result<ServedResource> Serve(std::string_view text, base::Arena& arena, bool prunes) {
  const auto crd = ReadDefaulted(text, arena);
  if (!crd.ok()) return crd.error();
  const auto& [decoded, spec] = *crd;
  ServedResource served{.group = decoded.group,
                        .plural = decoded.names.plural,
                        .kind = decoded.names.kind,
                        .namespaced = decoded.scope == "Namespaced",
                        .preserve_unknown_fields = decoded.preserve_unknown_fields && !prunes,
                        .has_webhook = decoded.conversion_strategy == "Webhook"};
  std::size_t index = 0, shared = 0;  // the first version of the schema that others share
  const std::string_view newest = NewestVersion(spec);
  for (const Value& each : ElementsOf(spec.Find("versions"))) {
    ServedVersion& version = served.versions.emplace_back(VersionOf(each, spec, newest));
    const crd::JSONSchemaProps* schema = decoded.versions[index++].schema;
    if (schema == nullptr) continue;
    const bool is_shared = schema == decoded.versions[shared].schema && index - 1 != shared;
    if (is_shared && version.has_status == served.versions[shared].has_status) {
      ShareSchema(served.versions[shared], version);
      continue;
    }
    if (!is_shared) shared = index - 1;
    const base::Status added = AddSchema(*schema, !served.preserve_unknown_fields, arena, version);
    if (!added.ok()) return added.error();
  }
  return served;
}

}  // namespace structural::admission
