#include <nlohmann/json.hpp>

#include "schema/api/convert.h"
#include "schema/base/letter_case.h"

namespace structural::api {
namespace {

using nlohmann::json;

std::string TextAt(const json& object, const char* key) {
  const auto at = object.find(key);
  return at == object.end() ? "" : at->get<std::string>();
}

// A member that is there and no null.
json* Find(json& object, const char* key) {
  const auto at = object.find(key);
  return at == object.end() || at->is_null() ? nullptr : &*at;
}

void DefaultNames(json& spec) {
  json& names = spec["names"];
  if (names.is_null()) names = json::object();
  const std::string kind = TextAt(names, "kind");
  if (TextAt(names, "singular").empty()) names["singular"] = base::ToLower(kind);
  if (TextAt(names, "listKind").empty() && !kind.empty()) names["listKind"] = kind + "List";
}

void DefaultConversion(json& spec) {
  if (Find(spec, "conversion") == nullptr) spec["conversion"] = {{"strategy", "None"}};
}

void DefaultServicePort(json* client_config) {
  json* service = client_config == nullptr ? nullptr : Find(*client_config, "service");
  if (service != nullptr && !service->contains("port")) (*service)["port"] = 443;
}

void DefaultStoredVersions(json& crd) {
  json& status = crd["status"];
  if (status.is_null()) status = json::object();
  const json* stored = Find(status, "storedVersions");
  json* versions = Find(crd["spec"], "versions");
  if ((stored != nullptr && !stored->empty()) || versions == nullptr) return;
  for (const json& version : *versions) {
    if (!version.value("storage", false)) continue;
    status["storedVersions"] = json::array({TextAt(version, "name")});
    return;
  }
}

json& SpecOf(json& crd) {
  json& spec = crd["spec"];
  if (spec.is_null()) spec = json::object();
  return spec;
}

bool IsEmptyList(json& spec, const char* key) {
  const json* list = Find(spec, key);
  return list == nullptr || list->empty();
}

}  // namespace

void DefaultV1(json& crd) {
  json& spec = SpecOf(crd);
  DefaultNames(spec);
  DefaultConversion(spec);
  if (json* webhook = Find(spec["conversion"], "webhook"))
    DefaultServicePort(Find(*webhook, "clientConfig"));
  DefaultStoredVersions(crd);
}

void DefaultV1beta1(json& crd) {
  json& spec = SpecOf(crd);
  if (TextAt(spec, "scope").empty()) spec["scope"] = "Namespaced";
  DefaultNames(spec);
  if (IsEmptyList(spec, "versions") && !TextAt(spec, "version").empty()) {
    spec["versions"] = {{{"name", spec["version"]}, {"storage", true}, {"served", true}}};
  }
  if (TextAt(spec, "version").empty() && !IsEmptyList(spec, "versions")) {
    spec["version"] = TextAt(spec["versions"][0], "name");
  }
  DefaultConversion(spec);
  json& conversion = spec["conversion"];
  DefaultServicePort(Find(conversion, "webhookClientConfig"));
  if (TextAt(conversion, "strategy") == "Webhook" &&
      IsEmptyList(conversion, "conversionReviewVersions")) {
    conversion["conversionReviewVersions"] = {"v1beta1"};
  }
  if (!spec.contains("preserveUnknownFields")) spec["preserveUnknownFields"] = true;
  DefaultStoredVersions(crd);
}

}  // namespace structural::api
