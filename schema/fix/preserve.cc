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
  if (json* properties = Find(schema, "properties");
      properties != nullptr && properties->is_object()) {
    for (auto& [key, field] : properties->items()) {
      if (!root || key != "metadata") Keep(field, false);
    }
  }
  if (json* items = Find(schema, "items")) Keep(*items, false);
  json* additional = Find(schema, "additionalProperties");
  if (additional == nullptr) return;
  if (*additional == json(true)) *additional = FreeForm();
  Keep(*additional, false);
}

}  // namespace

bool PreservesUnknownFields(const json& crd) {
  const json* spec = Find(crd, "spec");
  const json* flag = spec == nullptr ? nullptr : Find(*spec, "preserveUnknownFields");
  if (flag != nullptr && flag->is_boolean()) return flag->get<bool>();
  return TextOf(crd, "apiVersion") == "apiextensions.k8s.io/v1beta1";
}

void PreserveBySchema(json& crd, Work& work) {
  if (!work.ProposeChange(
          ChangeImpact::kSame, "preserve-unknown-fields", "/spec/preserveUnknownFields",
          "x-kubernetes-preserve-unknown-fields replaces it in every object of the schema, so no "
          "stored field is lost. Remove it where unknown fields can be pruned")) {
    return;
  }
  crd["spec"]["preserveUnknownFields"] = false;
  ForEachSchema(crd, [](json& schema, const std::string&) { Keep(schema, true); });
}

}  // namespace structural::fix
