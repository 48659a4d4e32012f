#include <charconv>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "schema/admission/object_request.h"
#include "schema/admission/patch.h"
#include "schema/admission/resource.h"
#include "schema/admission/validate.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/object_meta.h"

namespace structural::admission {
namespace {

using json::Value;
using kubernetes::InvalidError;

// Returns the FieldName of a path in the notation of CRDs: ".spec.replicas".
kubernetes::FieldName FieldAt(std::string_view path) {
  kubernetes::FieldName field{std::string(path)};
  for (const auto part : std::views::split(path, '.')) {
    const std::string_view name(part.begin(), part.end());
    if (!name.empty()) field.steps.PushName(name);
  }
  return field;
}

void Replicas(std::string_view path, const Value& object, ResourceErrors& to) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
  const kubernetes::FieldName field = FieldAt(path);
  const auto found = NestedField(object, path);
  if (const auto* error = std::get_if<std::string>(&found)) return to.Add(InvalidError(field, Value::Int(0), *error));
  const Value* value = std::get<const Value*>(found);
  if (value == nullptr) return;
  if (value->kind() != Value::Kind::kInt) {
    return to.Add(InvalidError(field, Value::Int(0), AccessorError(path, *value, "int64")));
  }
  if (value->integer() < 0) to.Add(InvalidError(field, *value, "should be a non-negative integer"));
  if (value->integer() > kMax) {
    to.Add(InvalidError(field, *value, "should be less than or equal to " + std::to_string(kMax)));
  }
}

void LabelSelector(std::string_view path, const Value& object, ResourceErrors& to) {
  const kubernetes::FieldName field = FieldAt(path);
  const auto found = NestedField(object, path);
  if (const auto* error = std::get_if<std::string>(&found))
    return to.Add(InvalidError(field, Value::String(""), *error));
  const Value* value = std::get<const Value*>(found);
  if (value == nullptr || value->is_string()) return;
  to.Add(InvalidError(field, Value::String(""), AccessorError(path, *value, "string")));
}

}  // namespace

void ValidateScale(const Scale& scale, const Value& object, bool spec, ResourceErrors& to) {
  if (spec) Replicas(scale.spec_replicas_path, object, to);
  Replicas(scale.status_replicas_path, object, to);
  if (scale.label_selector_path) LabelSelector(*scale.label_selector_path, object, to);
}

namespace {

// Requests to the scale subresource.

using base::ErrorCode;
using json::Member;

// Passed to ScaleOf as `without_replicas`: the replicas of the returned Scale if the object has none.
constexpr std::int64_t kNoReplicas = std::numeric_limits<std::int32_t>::min();

std::int64_t AsInt32(std::int64_t value) { return static_cast<std::int32_t>(value); }

// Returns the integer at a path, or `otherwise` if the path does not exist. Errors: the value is not an integer, or the
// path leads through a value that is not an object. They have the texts of Kubernetes' accessors.
base::Result<std::int64_t> IntegerAt(const Value& object, std::string_view path, std::int64_t otherwise) {
  const auto found = NestedField(object, path);
  if (const auto* error = std::get_if<std::string>(&found)) return {ErrorCode::kInvalidInput, *error};
  const Value* value = std::get<const Value*>(found);
  if (value == nullptr) return otherwise;
  if (value->kind() != Value::Kind::kInt) return {ErrorCode::kInvalidInput, AccessorError(path, *value, "int64")};
  return AsInt32(value->integer());
}

Value ObjectOf(std::initializer_list<Member> members, base::Arena& arena) {
  return Value::Object(arena.Copy(std::span<const Member>(members.begin(), members.size())));
}

// Returns an autoscaling/v1 Scale as Go writes it: spec has no `replicas` if it is 0.
Value ScaleWith(const Value& metadata, std::int64_t replicas, std::int64_t status, std::string_view selector,
                base::Arena& arena) {
  const Value spec = replicas == 0 ? Value::Object({}) : ObjectOf({{"replicas", Value::Int(replicas)}}, arena);
  Value in_status = ObjectOf({{"replicas", Value::Int(status)}}, arena);
  if (!selector.empty()) Set(in_status, "selector", Value::String(selector), arena);
  return ObjectOf({{"apiVersion", Value::String("autoscaling/v1")},
                   {"kind", Value::String("Scale")},
                   {"metadata", metadata},
                   {"spec", spec},
                   {"status", in_status}},
                  arena);
}

// Upstream: registry/customresource/etcd.go scaleFromCustomResource (v0.37.2).
base::Result<Value> ScaleOf(const Value& object, const struct Scale& scale, std::int64_t without_replicas,
                            base::Arena& arena) {
  const auto replicas = IntegerAt(object, scale.spec_replicas_path, without_replicas);
  if (!replicas.ok()) return replicas.error();
  const auto status = IntegerAt(object, scale.status_replicas_path, 0);
  if (!status.ok()) return status.error();
  std::string_view selector;
  if (scale.label_selector_path) {
    const auto found = NestedField(object, *scale.label_selector_path);
    if (const auto* error = std::get_if<std::string>(&found)) return {ErrorCode::kInvalidInput, *error};
    const Value* value = std::get<const Value*>(found);
    if (value != nullptr && !value->is_string())
      return {ErrorCode::kInvalidInput, AccessorError(*scale.label_selector_path, *value, "string")};
    selector = TextOf(value);
  }
  Value metadata = Value::Object({});
  for (const std::string_view key : {"creationTimestamp", "name", "namespace", "resourceVersion", "uid"}) {
    const Value value = MetadataField(object, key);
    if (!value.is_null()) Set(metadata, key, value, arena);
  }
  return ScaleWith(metadata, *replicas, *status, selector, arena);
}

// Writes the members that `names` lists, in this order, if the object has them.
void AddInOrder(const Value& object, std::span<const std::string_view> names, json::Writer& to) {
  for (const std::string_view name : names) {
    if (const Value* value = object.Find(name)) to.Add(name, *value);
  }
}

// Returns the JSON of a Scale. The fields of its metadata are in the order of Go's types.
//
// Upstream: apimachinery pkg/apis/meta/v1/types.go ObjectMeta, ManagedFieldsEntry (v0.37.2).
std::string JsonOfScale(const Value& scale) {
  static constexpr std::string_view kMetadata[] = {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"};
  static constexpr std::string_view kEntry[] = {"manager",    "operation", "apiVersion", "time",
                                                "fieldsType", "fieldsV1",  "subresource"};
  static constexpr std::string_view kBefore[] = {"apiVersion", "kind"}, kAfter[] = {"spec", "status"};
  json::Writer to;
  to.BeginObject();
  AddInOrder(scale, kBefore, to);
  to.Key("metadata").BeginObject();
  AddInOrder(*scale.Find("metadata"), kMetadata, to);
  if (const Value owners = MetadataField(scale, kManagedFields); owners.is_array() && !owners.elements().empty()) {
    to.Key(kManagedFields).BeginList();
    for (const Value& entry : owners.elements()) {
      to.BeginObject();
      AddInOrder(entry, kEntry, to);
      to.EndObject();
    }
    to.EndList();
  }
  to.EndObject();
  AddInOrder(scale, kAfter, to);
  return to.EndObject().Take();
}

constexpr std::string_view kInt32 = "int32";

base::Error CannotDecode(const Value& value, std::string_view into, std::string_view type) {
  std::string kind(JsonKind(value));
  // Go's error message contains the value of a number if the field's type is int32, but not if that type is a struct.
  if (value.is_number() && type == kInt32) {
    kind += ' ';
    json::AppendJson(value, kind);
  }
  return {ErrorCode::kInvalidInput, "json: cannot unmarshal " + kind + " into Go struct field " + std::string(into) +
                                        " of type " + std::string(type)};
}

base::Result<std::int64_t> ReplicasIn(const Value* of, std::string_view type, std::string_view name) {
  if (of == nullptr || of->is_null()) return 0;
  if (!of->is_object()) return CannotDecode(*of, "Scale." + std::string(name), "v1." + std::string(type));
  const Value* replicas = of->Find("replicas");
  if (replicas == nullptr || replicas->is_null()) return 0;
  const bool fits = replicas->kind() == Value::Kind::kInt && AsInt32(replicas->integer()) == replicas->integer();
  if (!fits) return CannotDecode(*replicas, std::string(type) + "." + std::string(name) + ".replicas", kInt32);
  return replicas->integer();
}

// Returns the Scale after Go has decoded and encoded it. The error has Go's message.
base::Result<Value> DecodedScale(const Value& read, base::Arena& arena) {
  const Value* found = read.Find("metadata");
  Value metadata = found == nullptr || found->is_null() ? Value::Object({}) : *found;
  if (const auto refused = objects::ObjectMetaDecodeError(metadata)) return {ErrorCode::kInvalidInput, refused->detail};
  metadata = objects::WrittenObjectMeta(metadata, arena);
  if (const Value* created = metadata.Find("creationTimestamp"); created != nullptr && created->is_null())
    json::Take(metadata, "creationTimestamp");
  const auto replicas = ReplicasIn(read.Find("spec"), "ScaleSpec", "spec");
  if (!replicas.ok()) return replicas.error();
  const Value* status = read.Find("status");
  const auto in_status = ReplicasIn(status, "ScaleStatus", "status");
  if (!in_status.ok()) return in_status.error();
  return ScaleWith(metadata, *replicas, *in_status, TextOf(Below(status, "selector")), arena);
}

// Sets the integer at `path` to `replicas`. If the path leads through a value that is not an object, changes nothing,
// and returns the path of that value. Returns nullopt on success.
//
// Upstream: apimachinery pkg/apis/meta/v1/unstructured/helpers.go SetNestedField (v0.37.2).
std::optional<std::string> SetReplicas(Value& object, std::string_view path, std::int64_t replicas,
                                       base::Arena& arena) {
  if (path.starts_with('.')) path.remove_prefix(1);
  std::string walked;
  Value* at = &object;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    const std::string_view name = path.substr(0, dot);
    path.remove_prefix(dot + 1);
    walked.append(".").append(name);
    Value* next = at->Find(name);
    if (next == nullptr) next = &Set(*at, name, Value::Object({}), arena);
    if (!next->is_object()) return walked;
    at = next;
  }
  Set(*at, path, Value::Int(replicas), arena);
  return std::nullopt;
}

}  // namespace

base::Status ObjectRequestHandler::ReadScalePatch(const Value& current, Value& scale) {
  if (!json::Parser(arena_).Parse(request_.body).ok()) return Fail(400, "invalid JSON patch");
  const auto text = ApplyPatch(arena_.Copy(std::string_view(JsonOfScale(current))));
  if (!text.ok()) return text.error();
  const std::string_view kept = arena_.Copy(std::string_view(*text));
  const auto patched = json::Parser(arena_).Parse(kept);
  if (!patched.ok()) return Fail(400, patched.error().message());
  const auto decoded = DecodedScale(*patched, arena_);
  if (!decoded.ok()) return FailPatched(kept, decoded.error().message());
  scale = *decoded;
  return base::Ok();
}

base::Status ObjectRequestHandler::ReadScale(const Value& current, Value& scale) {
  if (request_.verb != Verb::kUpdate) return ReadScalePatch(current, scale);
  const auto read = json::Parser(arena_).Parse(request_.body);
  if (!read.ok() || !read->is_object()) return Fail(400, "the body is no Scale");
  const auto decoded = DecodedScale(*read, arena_);
  // The server decodes the Scale with a scheme in which Scale is not registered, so its error is about the scheme.
  if (!decoded.ok())
    return Fail(400, "no kind is registered for the type v1.Scale in scheme \"pkg/runtime/scheme.go:111\"");
  scale = *decoded;
  return base::Ok();
}

// Upstream: registry/customresource/etcd.go ScaleREST.Update, scaleUpdatedObjectInfo.UpdatedObject (v0.37.2).
base::Status ObjectRequestHandler::HandleScale() {
  base::Status step = base::Ok();
  if (request_.verb == Verb::kUpdate) step = ReadScale({}, object_);
  if (step.ok() && request_.verb == Verb::kUpdate) step = CheckNames();
  if (step.ok()) step = ReadExisting();
  if (!step.ok()) return step;
  const auto old = ScaleOf(existing_, *version_->scale, kNoReplicas, arena_);
  if (!old.ok()) return Fail(500, old.error().message());
  const Value entries = MetadataField(existing_, kManagedFields);
  const auto& paths = server_.resource_.replicas_paths;
  const auto of_scale = merge::ScaleEntries(entries, paths, server_.resource_.managed.format, arena_);
  if (!of_scale.ok()) return Fail(500, of_scale.error().message());
  Value live = json::DeepCopy(*old, arena_);
  SetMetadata(live, kManagedFields, *of_scale, arena_);
  if (request_.verb == Verb::kApply) {
    step = ApplyTo(live);
  } else {
    if (request_.verb != Verb::kUpdate) step = ReadScale(live, object_);
    if (!step.ok() || answer_.http_status >= 400) return step;
    const Value managed = merge::FieldManager(scope(), request_.now, arena_).Update(live, object_, request_.manager);
    SetMetadata(object_, kManagedFields, managed, arena_);
  }
  if (step.ok() && request_.verb != Verb::kUpdate) step = CheckNames();
  if (!step.ok()) return step;
  return StoreScale(entries);
}

base::Status ObjectRequestHandler::StoreScale(const Value& entries) {
  const Value* found = Below(object_.Find("spec"), "replicas");
  const std::int64_t replicas = found == nullptr ? 0 : found->integer();
  const std::string_view path = version_->scale->spec_replicas_path;
  if (replicas == kNoReplicas)
    return Fail(400, "the spec replicas field \"" + std::string(path) + "\" cannot be empty");
  const Value scale = object_;
  object_ = json::DeepCopy(existing_, arena_);
  if (const auto walked = SetReplicas(object_, path, replicas, arena_))
    return Fail(500, "value cannot be set because " + *walked + " is not a map[string]interface{}");
  const Value revision = MetadataField(scale, "resourceVersion");
  if (!revision.is_null()) SetMetadata(object_, "resourceVersion", revision, arena_);
  const auto after = merge::EntriesAfterScale(
      entries, MetadataField(scale, kManagedFields), server_.resource_.replicas_paths,
      server_.resource_.ScopesOf(*version_).main.api_version, server_.resource_.managed.format, arena_);
  if (!after.ok()) return Fail(500, after.error().message());
  SetMetadata(object_, kManagedFields, json::DeepCopy(*after, arena_), arena_);
  const base::Status step = UpdateStored();
  if (!step.ok() || answer_.http_status >= 400) return step;
  const auto answered = ScaleOf(answer_.object, *version_->scale, 0, arena_);
  answer_.object = {};
  if (!answered.ok()) return Fail(400, answered.error().message());
  answer_.object = *answered;
  return base::Ok();
}

}  // namespace structural::admission
