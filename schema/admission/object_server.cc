#include "schema/admission/object_server.h"

#include "schema/admission/object_request.h"
#include "schema/admission/resource.h"
#include "schema/admission/storage.h"
#include "schema/admission/strategy.h"
#include "schema/base/quote.h"
#include "schema/crd/rules/validate.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::admission {
namespace {

using json::Member;
using json::Value;

constexpr std::string_view kScaleVersion = "autoscaling/v1";

merge::Set FieldsNamed(std::initializer_list<std::string_view> names, base::Arena& arena) {
  merge::Set fields;
  for (const std::string_view name : names) {
    const merge::PathElement path[] = {merge::PathElement::Field(name)};
    fields.Insert(path, arena);
  }
  return fields;
}

// Returns the path elements of a path in the notation of CRDs: ".spec.replicas".
std::vector<merge::PathElement> StepsOf(std::string_view path) {
  std::vector<merge::PathElement> steps;
  if (path.starts_with('.')) path.remove_prefix(1);
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    steps.push_back(merge::PathElement::Field(path.substr(0, dot)));
    path.remove_prefix(dot + 1);
  }
  steps.push_back(merge::PathElement::Field(path));
  return steps;
}

}  // namespace

void AppendAsWritten(const Value& value, std::string& to) {
  if (value.is_array()) {
    to += '[';
    for (const Value& element : value.elements()) {
      if (to.back() != '[') to += ',';
      AppendAsWritten(element, to);
    }
    to += ']';
  } else if (value.is_object()) {
    to += '{';
    for (const Member& member : value.members()) {
      if (to.back() != '{') to += ',';
      base::AppendJsonString(member.key, to);
      to += ':';
      AppendAsWritten(member.value, to);
    }
    to += '}';
  } else {
    const std::size_t start = to.size();
    json::AppendJson(value, to);
    if (value.kind() == Value::Kind::kDouble && to.find_first_of(".e", start) == std::string::npos) to += ".0";
  }
}

void CompileApplicable(const ServedResource& served, base::Arena& arena, ApplicableResource& to) {
  to.served = &served;
  to.managed.group = served.group;
  to.managed.kind = served.kind;
  if (!served.versions.empty()) to.managed.format = merge::FieldsFormatOf(served.versions.front().minor);
  const merge::Type* scale = merge::ScaleType(served.preserve_unknown_fields, arena);
  const merge::Set status = FieldsNamed({"status"}, arena), others = FieldsNamed({"metadata", "spec"}, arena);
  std::map<std::string_view, merge::Set> status_resets;
  for (const ServedVersion& version : served.versions) {
    const std::string_view api_version = arena.Copy(GroupVersion{served.group, version.name}.Text());
    const bool is_structural =
        version.schema != nullptr && crd::ValidateStructural(kubernetes::FieldPath("schema"), *version.schema).empty();
    const merge::Type* type =
        merge::CompileType(is_structural ? version.schema : nullptr, served.preserve_unknown_fields, arena);
    to.managed.types[api_version] = type;
    if (version.has_status) status_resets[api_version] = others;
    auto& replicas = to.replicas_paths[api_version];
    if (version.scale) replicas = StepsOf(version.scale->spec_replicas_path);
    auto& scopes = to.scopes[version.name];
    scopes.main = {&to.managed, api_version, served.kind, type};
    if (version.has_status) scopes.main.reset_fields[api_version] = status;
    scopes.status = {&to.managed, api_version, served.kind, type, "status"};
    scopes.scale = {&to.managed, kScaleVersion, "Scale", scale, "scale", {}, true};
  }
  for (auto& [name, scopes] : to.scopes) scopes.status.reset_fields = status_resets;
}

void ObjectServer::Store(const Value& object) {
  stored_.clear();
  AppendAsWritten(object, stored_);
  object_revision_ = ++resource_version_;
}

ObjectAnswer ObjectServer::Handle(const ObjectRequest& request, base::Arena& arena) {
  return ObjectRequestHandler(*this, request, arena).Run();
}

Value ObjectServer::Get(const ServedVersion& version, base::Arena& arena) const {
  if (stored_.empty()) return {};
  auto stored = json::Parser(arena).Parse(arena.Copy(stored_));
  if (!stored.ok() || !ReadStored(*stored, *resource_.served, version, arena).ok()) return {};
  SetMetadata(*stored, "resourceVersion", Value::String(arena.Copy(std::to_string(object_revision_))), arena);
  return *stored;
}

void CompleteStored(Value& object, const ServedResource& resource, std::string_view name,
                    std::string_view namespace_name, base::Arena& arena, std::string_view uid) {
  const ServedVersion* storage = resource.Storage();
  if (TextOf(object.Find("apiVersion")).empty() && storage != nullptr) {
    const std::string version = GroupVersion{resource.group, storage->name}.Text();
    Set(object, "apiVersion", Value::String(arena.Copy(version)), arena);
  }
  if (TextOf(object.Find("kind")).empty()) Set(object, "kind", Value::String(resource.kind), arena);
  const Value* metadata = object.Find("metadata");
  if (metadata == nullptr || !metadata->is_object()) Set(object, "metadata", Value::Object({}), arena);
  SetMetadata(object, "name", Value::String(name), arena);
  SetMetadata(object, "namespace", Value::String(namespace_name), arena);
  SetMetadata(object, "resourceVersion", Value(), arena);
  const auto fill = [&](std::string_view key, std::string_view text) {
    if (MetadataText(object, key).empty()) SetMetadata(object, key, Value::String(text), arena);
  };
  fill("uid", uid.empty() ? kFixedFields.uid : uid);
  fill("creationTimestamp", kFixedFields.creation_timestamp);
}

}  // namespace structural::admission
