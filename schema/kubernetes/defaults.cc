#include <string>

#include "schema/go/letter_case.h"
#include "schema/json/members.h"
#include "schema/kubernetes/convert.h"

namespace structural::kubernetes {
namespace {

using base::Arena;
using json::Set;
using json::Value;

std::string_view TextAt(const Value& object, std::string_view key) { return TextOf(object.Find(key)); }

// Returns the member, or nullptr if it is absent or null.
Value* Find(const Value& object, std::string_view key) {
  Value* found = object.Find(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

// Returns the member. An absent or null one becomes an empty object.
Value& ObjectAt(Value& object, std::string_view key, Arena& arena) {
  Value* found = Find(object, key);
  return found != nullptr ? *found : Set(object, key, Value::Object({}), arena);
}

Value Text(std::string_view text, Arena& arena) { return Value::String(arena.Copy(text)); }

Value ListOf(const Value& element, Arena& arena) {
  return Value::Array(arena.Copy(std::span<const Value>(&element, 1)));
}

bool IsEmptyList(const Value& object, std::string_view key) { return ElementsOf(object.Find(key)).empty(); }

void DefaultNames(Value& spec, Arena& arena) {
  Value& names = ObjectAt(spec, "names", arena);
  const std::string kind(TextAt(names, "kind"));
  if (TextAt(names, "singular").empty()) Set(names, "singular", Text(go::ToLower(kind), arena), arena);
  if (TextAt(names, "listKind").empty() && !kind.empty()) Set(names, "listKind", Text(kind + "List", arena), arena);
}

void DefaultConversion(Value& spec, Arena& arena) {
  if (Find(spec, "conversion") != nullptr) return;
  Set(ObjectAt(spec, "conversion", arena), "strategy", Value::String("None"), arena);
}

// Sets the default port of the service in the webhook configuration `key` of `holder`, if it has one.
void DefaultServicePort(const Value* holder, std::string_view key, Arena& arena) {
  const Value* config = holder == nullptr ? nullptr : Find(*holder, key);
  Value* service = config == nullptr ? nullptr : Find(*config, "service");
  if (service == nullptr || service->Find("port") != nullptr) return;
  Set(*service, "port", Value::Int(443), arena);
}

void DefaultStoredVersions(Value& crd, Arena& arena) {
  Value& status = ObjectAt(crd, "status", arena);
  if (!IsEmptyList(status, "storedVersions")) return;
  for (const Value& version : ElementsOf(crd.Find("spec")->Find("versions"))) {
    if (!IsTrue(version.Find("storage"))) continue;
    Set(status, "storedVersions", ListOf(Text(TextAt(version, "name"), arena), arena), arena);
    return;
  }
}

}  // namespace

void DefaultV1(Value& crd, Arena& arena) {
  Value& spec = ObjectAt(crd, "spec", arena);
  DefaultNames(spec, arena);
  DefaultConversion(spec, arena);
  DefaultServicePort(Find(*spec.Find("conversion"), "webhook"), "clientConfig", arena);
  DefaultStoredVersions(crd, arena);
}

void DefaultV1beta1(Value& crd, Arena& arena) {
  Value& spec = ObjectAt(crd, "spec", arena);
  if (TextAt(spec, "scope").empty()) Set(spec, "scope", Value::String("Namespaced"), arena);
  DefaultNames(spec, arena);
  const bool named = !TextAt(spec, "version").empty();
  const auto versions = ElementsOf(spec.Find("versions"));
  if (named && versions.empty()) Set(spec, "versions", VersionsOf(*spec.Find("version"), arena), arena);
  if (!named && !versions.empty()) Set(spec, "version", Value::String(TextAt(versions[0], "name")), arena);
  DefaultConversion(spec, arena);
  Value& conversion = *spec.Find("conversion");
  DefaultServicePort(&conversion, "webhookClientConfig", arena);
  if (TextAt(conversion, "strategy") == "Webhook" && IsEmptyList(conversion, "conversionReviewVersions"))
    Set(conversion, "conversionReviewVersions", ListOf(Value::String("v1beta1"), arena), arena);
  if (spec.Find("preserveUnknownFields") == nullptr) Set(spec, "preserveUnknownFields", Value::Bool(true), arena);
  DefaultStoredVersions(crd, arena);
}

}  // namespace structural::kubernetes
