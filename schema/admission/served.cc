#include "schema/admission/served.h"

#include <algorithm>
#include <utility>

#include "schema/admission/defaulted_crd.h"
#include "schema/admission/version_order.h"
#include "schema/json/members.h"

namespace structural::admission {
namespace {

using json::Value;

// The first part of the warning, or all of it; the version to use is the newest that is none.
std::string DeprecationOf(const Value& version, const Value& spec) {
  const auto own = version.Find("deprecationWarning");
  if (own != nullptr && own->is_string()) return std::string(own->text());
  const std::string_view group = TextOf(spec.Find("group")), name = TextOf(version.Find("name")),
                         kind = TextOf(Below(spec.Find("names"), "kind"));
  const auto in_words = [&](std::string_view of) {
    return std::string(group).append("/").append(of).append(" ").append(kind);
  };
  std::string_view best;
  for (const Value& other : ElementsOf(spec.Find("versions"))) {
    const std::string_view newer = TextOf(other.Find("name"));
    if (!IsTrue(other.Find("served")) || IsTrue(other.Find("deprecated"))) continue;
    if (CompareVersions(name, newer) >= 0) continue;
    if (best.empty() || CompareVersions(newer, best) > 0) best = newer;
  }
  const std::string text = in_words(name) + " is deprecated";
  return best.empty() ? text : text + "; use " + in_words(best);
}

std::optional<Scale> ScaleOf(const Value* subresources) {
  const Value* scale = Below(subresources, "scale");
  if (scale == nullptr) return std::nullopt;
  Scale read{TextOf(scale->Find("specReplicasPath")), TextOf(scale->Find("statusReplicasPath")), {}};
  const Value* selector = scale->Find("labelSelectorPath");
  if (selector != nullptr && selector->is_string()) read.label_selector_path = selector->text();
  return read;
}

base::Status AddSchema(const model::JSONSchemaProps& schema, bool prunes, base::Arena& arena, ServedVersion& to) {
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

ServedVersion VersionOf(const Value& version, const Value& spec) {
  const Value* subresources = version.Find("subresources");
  ServedVersion served{.name = TextOf(version.Find("name")),
                       .served = IsTrue(version.Find("served")),
                       .storage = IsTrue(version.Find("storage")),
                       .has_status = Below(subresources, "status") != nullptr};
  served.scale = ScaleOf(subresources);
  if (IsTrue(version.Find("deprecated"))) served.deprecation = DeprecationOf(version, spec);
  return served;
}

}  // namespace

std::string ServedResource::QualifiedName() const {
  return std::string(plural).append(".").append(group);
}

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
  std::size_t index = 0;
  for (const Value& each : ElementsOf(spec.Find("versions"))) {
    ServedVersion& version = served.versions.emplace_back(VersionOf(each, spec));
    const model::JSONSchemaProps* schema = decoded.versions[index++].schema;
    if (schema == nullptr) continue;
    const base::Status added = AddSchema(*schema, !served.preserve_unknown_fields, arena, version);
    if (!added.ok()) return added.error();
  }
  return served;
}

}  // namespace structural::admission
