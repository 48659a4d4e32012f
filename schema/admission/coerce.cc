#include "schema/admission/coerce.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "schema/admission/resource.h"
#include "schema/base/quote.h"
#include "schema/crd/model/structural.h"
#include "schema/json/members.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/default.h"
#include "schema/objects/prune.h"

namespace structural::admission {
namespace {

using base::ErrorCode;
using json::Value;

base::Status CheckText(const Value& object, std::string_view key) {
  const Value* value = object.Find(key);
  if (value == nullptr || value->is_string()) return base::Ok();
  return {ErrorCode::kInvalidInput, AccessorError(key, *value, "string")};
}

// Removes members whose value is null, such as a creationTimestamp of the zero time.
void DropNulls(Value& metadata) {
  const auto members = metadata.members();
  const auto nulls = std::ranges::remove_if(members, [](const json::Member& member) { return member.value.is_null(); });
  metadata.Truncate(nulls.begin() - members.begin());
}

// Returns the object's metadata as Go encodes it again after it has decoded it; nullopt if the object has no metadata.
// If the metadata of a request is malformed, `where` is set to the path of the field.
base::Result<std::optional<Value>> ReadMetadata(const Value& object, Origin origin, base::Arena& arena,
                                                kubernetes::PathSteps& where) {
  const Value* found = object.Find("metadata");
  if (found == nullptr) return std::optional<Value>();
  Value metadata = found->is_null() ? Value::Object({}) : *found;
  if (const auto refused = objects::ObjectMetaDecodeError(metadata)) {
    if (origin == Origin::kRequest) {
      where.PushName("metadata");
      where.Append(refused->path);
      return {ErrorCode::kInvalidInput, refused->detail};
    }
    if (!metadata.is_object()) return {ErrorCode::kInvalidInput, "invalid metadata: expected object"};
    metadata = objects::ReadableObjectMeta(metadata, arena);
  }
  metadata = objects::WrittenObjectMeta(metadata, arena);
  DropNulls(metadata);
  return std::optional(metadata);
}

std::vector<std::string> UnknownMetadata(const Value& object) {
  const Value* metadata = object.Find("metadata");
  if (metadata == nullptr) return {};
  auto fields = objects::UnknownMetaFields(*metadata);
  for (std::string& field : fields) field.insert(0, "metadata.");
  return fields;
}

// Whether the object has the group and kind of this resource, in any version.
bool IsOf(const ServedResource& resource, const Value& object) {
  const auto group_version = GroupVersionOf(TextOf(object.Find("apiVersion")));
  return group_version.group == resource.group && TextOf(object.Find("kind")) == resource.kind;
}

const crd::Structural* SchemaOf(const ServedResource& resource, const Value& object) {
  const auto* version = resource.Find(GroupVersionOf(TextOf(object.Find("apiVersion"))).version);
  return version == nullptr ? nullptr : version->schema;
}

// Whether pruning, defaulting and coercion by this schema never change metadata that was decoded before.
bool KeepsMetadata(const crd::Structural* schema) {
  if (schema == nullptr) return true;
  if (crd::AdditionalPropertiesOf(*schema) != nullptr) return false;
  const crd::Structural* metadata = crd::PropertyCursor(schema->properties).Find("metadata");
  return metadata == nullptr ||
         (metadata->properties.empty() && metadata->additional_properties == nullptr && metadata->items == nullptr &&
          metadata->generic.default_value.empty() && !crd::IsResource(metadata, false));
}

void RepairGeneration(Value& metadata, base::Arena& arena) {
  const Value* generation = metadata.Find("generation");
  if (generation == nullptr || generation->integer() == 0) Set(metadata, "generation", Value::Int(1), arena);
}

enum class Metadata { kUnread, kRead };

base::Status CoerceObject(Value& object, const ServedResource& resource, Origin origin, Metadata is, base::Arena& arena,
                          std::vector<std::string>* unknown, kubernetes::PathSteps* where) {
  kubernetes::PathSteps unasked;
  if (where == nullptr) where = &unasked;
  for (const std::string_view key : {"kind", "apiVersion"}) {
    const base::Status text = CheckText(object, key);
    if (!text.ok()) return text;
  }
  auto metadata = is == Metadata::kRead ? base::Result<std::optional<Value>>(std::nullopt)
                                        : ReadMetadata(object, origin, arena, *where);
  if (!metadata.ok()) return metadata.error();
  if (unknown != nullptr) *unknown = UnknownMetadata(object);
  const auto against = kubernetes::ValidateGroupVersion(TextOf(object.Find("apiVersion")));
  if (!against.empty()) return {ErrorCode::kInvalidInput, against.front()};
  if (IsOf(resource, object)) {
    const crd::Structural* schema = SchemaOf(resource, object);
    if (!resource.preserve_unknown_fields) {
      std::vector<std::string> dropped;
      objects::Prune(object, schema, true, unknown == nullptr ? nullptr : &dropped);
      if (unknown != nullptr) std::ranges::move(dropped, std::back_inserter(*unknown));
      objects::PruneNulls(object, schema);
    }
    const auto malformed =
        origin == Origin::kRequest ? objects::MalformedMetadata::kIsAnError : objects::MalformedMetadata::kIsDropped;
    auto coerced = objects::CoerceObjectMeta(kubernetes::ObjectPath(), object, schema, false, malformed, arena);
    if (unknown != nullptr) std::ranges::move(coerced.unknown, std::back_inserter(*unknown));
    if (coerced.error) {
      *where = coerced.error->path;
      return {ErrorCode::kInvalidInput, coerced.error->Text()};
    }
    if (*metadata && origin == Origin::kStorage) RepairGeneration(**metadata, arena);
  }
  if (*metadata) Set(object, "metadata", **metadata, arena);
  return base::Ok();
}

base::Status ChangeVersion(std::string_view version, Value& object, const ServedResource& resource,
                           base::Arena& arena) {
  const auto from = GroupVersionOf(TextOf(object.Find("apiVersion")));
  const std::string to = GroupVersion{resource.group, version}.Text();
  if (from.group != resource.group) {
    std::string text(from.group);
    text.append("/").append(from.version).append(", Kind=").append(TextOf(object.Find("kind")));
    text.append(" is unstructured and is not suitable for converting to ");
    return {ErrorCode::kInvalidInput, text + base::Quote(to)};
  }
  if (resource.Find(from.version) == nullptr) {
    return {ErrorCode::kInvalidInput, "request to convert CR from an invalid group/version: " + from.Text()};
  }
  Set(object, "apiVersion", Value::String(arena.Copy(to)), arena);
  return base::Ok();
}

}  // namespace

base::Status Coerce(Value& object, const ServedResource& resource, Origin origin, base::Arena& arena,
                    std::vector<std::string>* unknown, kubernetes::PathSteps* where) {
  return CoerceObject(object, resource, origin, Metadata::kUnread, arena, unknown, where);
}

base::Status SetDefaults(Value& object, const ServedResource& resource, base::Arena& arena,
                         std::vector<std::string>* added) {
  if (!IsOf(resource, object)) return base::Ok();
  return objects::Default(object, SchemaOf(resource, object), arena, added);
}

base::Status ConvertTo(std::string_view version, Value& object, const ServedResource& resource, base::Arena& arena,
                       std::vector<std::string>* unknown, kubernetes::PathSteps* where) {
  const base::Status changed = ChangeVersion(version, object, resource, arena);
  if (!changed.ok()) return changed;
  return CoerceObject(object, resource, Origin::kRequest, Metadata::kUnread, arena, unknown, where);
}

base::Status ConvertCoerced(std::string_view version, Value& object, const ServedResource& resource, base::Arena& arena,
                            kubernetes::PathSteps* where) {
  bool leaves = KeepsMetadata(SchemaOf(resource, object));
  const base::Status changed = ChangeVersion(version, object, resource, arena);
  if (!changed.ok()) return changed;
  leaves = leaves && KeepsMetadata(SchemaOf(resource, object));
  return CoerceObject(object, resource, Origin::kRequest, leaves ? Metadata::kRead : Metadata::kUnread, arena, nullptr,
                      where);
}

}  // namespace structural::admission
