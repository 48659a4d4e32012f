#include <algorithm>

#include "schema/fix/changes.h"
#include "schema/fix/strategies.h"
#include "schema/fix/work.h"

namespace structural::fix {
namespace {

bool IsObject(const json& schema) {
  const std::string_view type = TextOf(schema, "type");
  return type == "object" || (type.empty() && !IsTrue(schema, kIntOrString));
}

void Keep(json& schema, bool root) {
  if (!schema.is_object()) return;
  if (IsObject(schema)) schema[kPreserve] = true;
  if (json* properties = Find(schema, "properties"); properties != nullptr && properties->is_object()) {
    for (auto& [key, field] : properties->items()) {
      if (!root || key != "metadata") Keep(field, false);
    }
  }
  if (json* items = Find(schema, "items")) Keep(*items, false);
  json* additional = Find(schema, "additionalProperties");
  if (additional == nullptr) return;
  if (*additional == json(true)) *additional = FreeForm(true);
  Keep(*additional, false);
}

}  // namespace

bool PreservesUnknownFields(const json& crd) {
  const json* spec = Find(crd, "spec");
  const json* flag = spec == nullptr ? nullptr : Find(*spec, "preserveUnknownFields");
  if (flag != nullptr && flag->is_boolean()) return flag->get<bool>();
  return TextOf(crd, "apiVersion") == "apiextensions.k8s.io/v1beta1";
}

namespace {

// Returns the first string that has a format, as "spec.a[]"; empty if none exists. A server also accepts lists there.
std::string FormattedString(const json& schema, const std::string& at) {
  if (!schema.is_object()) return {};
  const bool formatted = TextOf(schema, "type") == "string" && !TextOf(schema, "format").empty();
  if (formatted) return at;
  if (const json* items = Find(schema, "items")) {
    if (std::string found = FormattedString(*items, at + "[]"); !found.empty()) return found;
  }
  if (const json* additional = Find(schema, "additionalProperties")) {
    if (std::string found = FormattedString(*additional, at + "{}"); !found.empty()) return found;
  }
  const json* properties = Find(schema, "properties");
  if (properties == nullptr || !properties->is_object()) return {};
  for (const auto& [key, field] : properties->items()) {
    if (at.empty() && key == "metadata") continue;
    if (std::string found = FormattedString(field, at + "." + key); !found.empty()) return found;
  }
  return {};
}

// Adds a schema that keeps all fields to each version without a schema. Without it, objects of the version would lose
// all fields.
void SpecifyAnything(json& crd) {
  static const json kAnything = {{"openAPIV3Schema", {{"type", "object"}, {kPreserve, true}}}};
  json& spec = crd["spec"];
  if (HasSchema(spec, "validation")) return;
  json* versions = Find(spec, "versions");
  const bool in_versions = versions != nullptr && versions->is_array() && !versions->empty();
  const auto has_own = [](const json& version) { return HasSchema(version, "schema"); };
  const bool is_shared = TextOf(crd, "apiVersion") == "apiextensions.k8s.io/v1beta1" &&
                         (!in_versions || std::ranges::none_of(*versions, has_own));
  if (is_shared) {
    spec["validation"] = kAnything;
    return;
  }
  if (!in_versions) return;
  for (json& version : *versions) {
    if (version.is_object() && !has_own(version)) version["schema"] = kAnything;
  }
}

}  // namespace

bool PreserveBySchema(json& crd, PlanContext& work) {
  std::string reason =
      "x-kubernetes-preserve-unknown-fields replaces it in every object of the schema: what is stored stays as it "
      "is. A null that the schema does not allow was refused, and is dropped then";
  std::string formatted;
  ForEachSchema(crd, [&](json& schema, const std::string&) {
    if (formatted.empty()) formatted = FormattedString(schema, "");
  });
  if (!formatted.empty()) {
    reason += ". A list in a string with a format, as " + formatted +
              ", is accepted although the schema does not say so: objects in such a list lose their fields";
  }
  reason += ". Remove the extension where unknown fields can be pruned";
  if (!work.ProposeChange(ChangeImpact::kSame, "preserve-unknown-fields", "/spec/preserveUnknownFields",
                          std::move(reason)))
    return false;
  crd["spec"]["preserveUnknownFields"] = false;
  SpecifyAnything(crd);
  ForEachSchema(crd, [](json& schema, const std::string&) { Keep(schema, true); });
  return true;
}

}  // namespace structural::fix
