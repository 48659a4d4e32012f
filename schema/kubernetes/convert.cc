#include "schema/kubernetes/convert.h"

#include <algorithm>
#include <string>

#include "schema/go/letter_case.h"
#include "schema/json/members.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/write.h"

namespace structural::kubernetes {
namespace {

using base::Arena;
using json::Member;
using json::Set;
using json::Take;
using json::Value;

// A field of each element of `versions`, and its type. If all versions have the same value, the internal form has a
// top-level field instead, with the name `at_top`.
struct Shared {
  std::string_view in_version;
  std::string_view at_top;
  const Type* type;
};

const Shared kSharedFields[] = {
    {"subresources", "subresources", &kSubresources},
    {"schema", "validation", &kValidation},
    {"additionalPrinterColumns", "additionalPrinterColumns", &kInternalPrinterColumns},
    {"selectableFields", "selectableFields", &kSelectableFields},
};

void SetIfAny(Value& object, std::string_view key, const Value& value, Arena& arena) {
  if (!value.is_null()) Set(object, key, value, arena);
}

std::span<Value> VersionsIn(const Value& spec) {
  const Value* versions = spec.Find("versions");
  return versions == nullptr ? std::span<Value>() : versions->elements();
}

void RenameInColumns(const Value& holder, std::string_view from, std::string_view to) {
  const Value* columns = holder.Find("additionalPrinterColumns");
  if (columns == nullptr) return;
  for (Value& column : columns->elements()) json::Rename(column, from, to);
}

void MoveUp(Value& spec, const Shared& shared, Arena& arena) {
  const std::span<Value> versions = VersionsIn(spec);
  const auto part = [&](const Value& version) {
    const Value* found = version.Find(shared.in_version);
    return found == nullptr ? Value() : *found;
  };
  const Value first = part(versions[0]);
  const auto same = [&](const Value& value) { return SemanticEqual(*shared.type, value, first); };
  if (!std::ranges::all_of(versions, same, part)) return;
  SetIfAny(spec, shared.at_top, first, arena);
  for (Value& version : versions) Take(version, shared.in_version);
}

void ConversionToInternal(Value& spec, Arena& arena) {
  Value* conversion = spec.Find("conversion");
  if (conversion == nullptr) return;
  Value webhook = Take(*conversion, "webhook");
  if (!webhook.is_object()) return;
  SetIfAny(*conversion, "conversionReviewVersions", Take(webhook, "conversionReviewVersions"), arena);
  SetIfAny(*conversion, "webhookClientConfig", Take(webhook, "clientConfig"), arena);
}

void ConversionToV1(Value& spec, Arena& arena) {
  Value* conversion = spec.Find("conversion");
  if (conversion == nullptr) return;
  const Value versions = Take(*conversion, "conversionReviewVersions");
  const Value config = Take(*conversion, "webhookClientConfig");
  if (versions.is_null() && config.is_null()) return;
  Value webhook = Value::Object({});
  SetIfAny(webhook, "conversionReviewVersions", versions, arena);
  SetIfAny(webhook, "clientConfig", config, arena);
  Set(*conversion, "webhook", webhook, arena);
}

void MoveIntoVersions(Value& spec, Arena& arena) {
  RenameInColumns(spec, "JSONPath", "jsonPath");
  for (Value& version : VersionsIn(spec)) RenameInColumns(version, "JSONPath", "jsonPath");
  for (const Shared& shared : kSharedFields) {
    const Value part = Take(spec, shared.at_top);
    for (Value& version : VersionsIn(spec)) SetIfAny(version, shared.in_version, part, arena);
  }
}

}  // namespace

Value VersionsOf(const Value& version, Arena& arena) {
  const Member members[] = {{"name", version}, {"served", Value::Bool(true)}, {"storage", Value::Bool(true)}};
  const Value only = Value::Object(arena.Copy(std::span<const Member>(members)));
  return Value::Array(arena.Copy(std::span<const Value>(&only, 1)));
}

void ConvertV1ToInternal(Value& crd, Arena& arena) {
  Value& spec = *crd.Find("spec");
  if (spec.Find("preserveUnknownFields") == nullptr) Set(spec, "preserveUnknownFields", Value::Bool(false), arena);
  ConversionToInternal(spec, arena);
  const std::span<Value> versions = VersionsIn(spec);
  if (versions.empty()) return;
  for (const Value& version : versions) RenameInColumns(version, "jsonPath", "JSONPath");
  Set(spec, "version", Value::String(TextOf(versions[0].Find("name"))), arena);
  for (const Shared& shared : kSharedFields) MoveUp(spec, shared, arena);
}

Value ConvertInternalToV1(const Value& internal, Arena& arena) {
  Value crd = Value::Object(arena.Copy(std::span<const Member>(internal.members())));
  Value& spec = *crd.Find("spec");
  spec = json::DeepCopy(spec, arena);
  ConversionToV1(spec, arena);
  const Value name = Take(spec, "version");
  if (VersionsIn(spec).empty() && !TextOf(&name).empty()) Set(spec, "versions", VersionsOf(name, arena), arena);
  MoveIntoVersions(spec, arena);
  return crd;
}

namespace {

std::string_view TextAt(const Value& object, std::string_view key) { return TextOf(object.Find(key)); }

// Returns the value of a member; nullptr if it is missing or null.
Value* Find(const Value& object, std::string_view key) {
  Value* found = object.Find(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

// Returns the member `key`. If it is missing or null, first sets it to an empty object.
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

// Sets the default port of the service in a webhook's client configuration, the member `key` of `holder`. Does nothing
// if the configuration has no service.
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
