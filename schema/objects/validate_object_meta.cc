#include <cstdio>
#include <unordered_set>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/crd/model/structural.h"
#include "schema/go/letter_case.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/print.h"
#include "schema/objects/object_meta.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;

constexpr std::size_t kMaxAnnotationBytes = 256 * 1024;
constexpr std::size_t kMaxManagerBytes = 128;
constexpr std::size_t kMaxSubresourceBytes = 256;
const std::string kOperations[] = {"Apply", "Update"};

// Adds errors to a list. With RepeatedErrors::kOnce, adds equal errors only once, as some of Kubernetes' validations
// do.
class DistinctErrors {
 public:
  DistinctErrors(RepeatedErrors repeats, kubernetes::FieldErrorList& to) : repeats_(repeats), to_(to) {}

  bool full() const { return to_.full(); }
  void push_back(kubernetes::FieldError error) {
    if (full()) return;
    if (repeats_ == RepeatedErrors::kOnce && !reported_.insert(error.Text()).second)
      return to_.ChargeRepeated(error.bytes());
    to_.Add(std::move(error));
  }

 private:
  RepeatedErrors repeats_;
  kubernetes::FieldErrorList& to_;
  std::unordered_set<std::string> reported_;
};

// Returns the text that Go decodes for a string field: the empty text if the field is missing or null.
std::string_view Text(const Value& object, std::string_view key) {
  const Value* value = object.Find(key);
  return value != nullptr && value->is_string() ? value->text() : std::string_view();
}

std::string_view Text(const Value& value) { return value.is_string() ? value.text() : std::string_view(); }

template <typename Each>
void ForEachMember(const Value& object, std::string_view key, Each each) {
  const Value* found = object.Find(key);
  if (found == nullptr || !found->is_object()) return;
  for (const Member& member : found->members()) each(member.key, Text(member.value));
}

template <typename Each>
void ForEachElement(const Value& object, std::string_view key, Each each) {
  const Value* found = object.Find(key);
  if (found == nullptr || !found->is_array()) return;
  for (const Value& element : found->elements()) each(element);
}

void Add(const kubernetes::ObjectPath& at, std::string_view bad, const kubernetes::Reasons& reasons,
         DistinctErrors& errors) {
  for (const std::string& reason : reasons) {
    if (errors.full()) return;
    errors.push_back(kubernetes::InvalidError(at.Field(), Value::String(bad), reason));
  }
}

// Validates name, generateName and namespace, if they are set. The name of an embedded resource is not required.
void Names(const kubernetes::ObjectPath& at, const Value& meta, DistinctErrors& errors) {
  const auto generate = Text(meta, "generateName"), name = Text(meta, "name"), namespace_ = Text(meta, "namespace");
  if (!generate.empty()) {
    Add(at.Name("generateName"), generate, kubernetes::ValidatePathSegmentName(generate, true), errors);
  }
  if (!name.empty()) Add(at.Name("name"), name, kubernetes::ValidatePathSegmentName(name, false), errors);
  if (!namespace_.empty()) Add(at.Name("namespace"), namespace_, kubernetes::ValidateDNS1123Label(namespace_), errors);
}

void Generation(const kubernetes::ObjectPath& at, const Value& meta, DistinctErrors& errors) {
  const Value* value = meta.Find("generation");
  if (value == nullptr || !value->is_number()) return;
  const std::int64_t generation =
      value->kind() == Value::Kind::kInt ? value->integer() : static_cast<std::int64_t>(value->real());
  if (generation >= 0) return;
  errors.push_back(kubernetes::InvalidError(at.Name("generation").Field(), Value::Int(generation),
                                            "must be greater than or equal to 0"));
}

void Labels(const kubernetes::ObjectPath& at, const Value& meta, DistinctErrors& errors) {
  const kubernetes::ObjectPath labels = at.Name("labels");
  ForEachMember(meta, "labels", [&](std::string_view key, std::string_view value) {
    Add(labels, key, kubernetes::ValidateQualifiedName(key), errors);
    Add(labels, value, kubernetes::ValidateLabelValue(value), errors);
  });
}

void Annotations(const kubernetes::ObjectPath& at, const Value& meta, DistinctErrors& errors) {
  const kubernetes::ObjectPath annotations = at.Name("annotations");
  std::size_t bytes = 0;
  ForEachMember(meta, "annotations", [&](std::string_view key, std::string_view value) {
    Add(annotations, key, kubernetes::ValidateQualifiedName(go::ToLower(key)), errors);
    bytes += key.size() + value.size();
  });
  if (bytes > kMaxAnnotationBytes) {
    errors.push_back(kubernetes::TooLongError(annotations.Field(), kMaxAnnotationBytes));
  }
}

// Returns an owner reference as JSON. As in the server's errors, the fields have the order of the Go type.
std::string OwnerJson(const Value& owner) {
  std::string json = "{";
  for (const std::string_view key : {"apiVersion", "kind", "name", "uid"}) {
    json.append(json.size() > 1 ? ",\"" : "\"").append(key).append("\":");
    json += kubernetes::MarshalJson(Value::String(Text(owner, key)));
  }
  for (const std::string_view key : {"controller", "blockOwnerDeletion"}) {
    const Value* flag = owner.Find(key);
    if (flag == nullptr || flag->is_null()) continue;
    json.append(",\"").append(key).append("\":").append(flag->boolean() ? "true" : "false");
  }
  return json += '}';
}

void Owner(const kubernetes::ObjectPath& at, const Value& owner, DistinctErrors& errors) {
  if (errors.full()) return;
  const std::string_view version = Text(owner, "apiVersion"), kind = Text(owner, "kind");
  const bool unreadable = !kubernetes::ValidateGroupVersion(version).empty();
  if (version.empty()) {
    errors.push_back(kubernetes::RequiredError(at.Name("apiVersion").Field(), "must not be empty"));
  } else if (unreadable || version.ends_with('/')) {
    errors.push_back(kubernetes::InvalidError(at.Name("apiVersion").Field(), Value::String(version),
                                              "must be <group>/<version> or <version>"));
  }
  for (const std::string_view key : {"kind", "name", "uid"}) {
    if (!Text(owner, key).empty()) continue;
    errors.push_back(kubernetes::RequiredError(at.Name(key).Field(), "must not be empty"));
  }
  if (kind == "Event" && (version == "v1" || version == "/v1")) {
    errors.push_back(kubernetes::InvalidJsonError(at.Field(), OwnerJson(owner),
                                                  "/v1, Kind=Event is disallowed from being an owner"));
  }
}

std::string OwnersJson(const Value& meta) {
  std::string json = "[";
  ForEachElement(meta, "ownerReferences",
                 [&](const Value& owner) { json.append(json.size() > 1 ? "," : "").append(OwnerJson(owner)); });
  return json += ']';
}

void Owners(const kubernetes::ObjectPath& at, const Value& meta, DistinctErrors& errors) {
  const kubernetes::ObjectPath owners = at.Name("ownerReferences");
  std::string controller;
  std::size_t index = 0;
  ForEachElement(meta, "ownerReferences", [&](const Value& owner) {
    Owner(owners.Index(index++), owner, errors);
    const Value* flag = owner.Find("controller");
    if (flag == nullptr || flag->is_null() || !flag->boolean() || errors.full()) return;
    const std::string name = std::string(Text(owner, "kind")) + "/" + std::string(Text(owner, "name"));
    if (!controller.empty()) {
      errors.push_back(kubernetes::InvalidJsonError(
          owners.Field(), OwnersJson(meta),
          "Only one reference can have Controller set to true. Found \"true\" in references for " + controller +
              " and " + name));
    } else {
      controller = name;
    }
  });
}

std::string FinalizersJson(const Value& meta) {
  std::string json = "[";
  ForEachElement(meta, "finalizers", [&](const Value& finalizer) {
    json.append(json.size() > 1 ? "," : "").append(kubernetes::MarshalJson(Value::String(Text(finalizer))));
  });
  return json += ']';
}

void FinalizersOf(const kubernetes::ObjectPath& at, const Value& meta, DistinctErrors& errors) {
  const kubernetes::ObjectPath finalizers = at.Name("finalizers");
  bool orphan = false, foreground = false;
  ForEachElement(meta, "finalizers", [&](const Value& finalizer) {
    const std::string_view name = Text(finalizer);
    Add(finalizers, name, kubernetes::ValidateQualifiedName(name), errors);
    orphan |= name == "orphan";
    foreground |= name == "foregroundDeletion";
  });
  if (orphan && foreground) {
    errors.push_back(kubernetes::InvalidJsonError(finalizers.Field(), FinalizersJson(meta),
                                                  "finalizer orphan and foregroundDeletion cannot be both set"));
  }
}

void Manager(const kubernetes::ObjectPath& at, std::string_view manager, DistinctErrors& errors) {
  if (manager.size() > kMaxManagerBytes) {
    errors.push_back(kubernetes::TooLongError(at.Field(), kMaxManagerBytes));
  }
  for (std::size_t i = 0; i < manager.size() && !errors.full();) {
    const base::Rune rune = base::DecodeRune(manager.substr(i));
    if (!base::IsPrint(rune.value)) {
      char code[16];
      std::snprintf(code, sizeof code, "U+%04X", static_cast<unsigned>(rune.value));
      errors.push_back(kubernetes::InvalidError(
          at.Field(), Value::String(manager),
          std::string("invalid character ") + code + " (at position " + std::to_string(i) + ")"));
    }
    i += rune.size;
  }
}

void ManagedFields(const kubernetes::ObjectPath& at, const Value& entry, DistinctErrors& errors) {
  if (errors.full()) return;
  const std::string_view operation = Text(entry, "operation"), type = Text(entry, "fieldsType");
  if (operation.empty()) {
    errors.push_back(kubernetes::RequiredError(at.Name("operation").Field(), "must not be empty"));
  } else if (operation != "Apply" && operation != "Update") {
    // The server prints the operation as JSON, because it has a named type in Go.
    kubernetes::FieldError error = kubernetes::NotSupportedError(at.Name("operation").Field(), {}, kOperations);
    error.value = kubernetes::MarshalJson(Value::String(operation));
    errors.push_back(std::move(error));
  }
  if (!type.empty() && type != "FieldsV1") {
    errors.push_back(
        kubernetes::InvalidError(at.Name("fieldsType").Field(), Value::String(type), "must be `FieldsV1`"));
  }
  Manager(at.Name("manager"), Text(entry, "manager"), errors);
  if (Text(entry, "subresource").size() > kMaxSubresourceBytes) {
    errors.push_back(kubernetes::TooLongError(at.Name("subresource").Field(), kMaxSubresourceBytes));
  }
}

void Common(const kubernetes::ObjectPath& path, const Value& meta, FinalizerChecks finalizers, DistinctErrors& errors) {
  Labels(path, meta, errors);
  Annotations(path, meta, errors);
  Owners(path, meta, errors);
  if (finalizers == FinalizerChecks::kChecked) FinalizersOf(path, meta, errors);
  const kubernetes::ObjectPath managed = path.Name("managedFields");
  std::size_t index = 0;
  ForEachElement(meta, "managedFields",
                 [&](const Value& entry) { ManagedFields(managed.Index(index++), entry, errors); });
}

}  // namespace

void ValidateMetadata(const kubernetes::ObjectPath& path, const Value& metadata, kubernetes::FieldErrorList& errors) {
  DistinctErrors distinct(RepeatedErrors::kOnce, errors);
  Names(path, metadata, distinct);
  Generation(path, metadata, distinct);
  Common(path, metadata, FinalizerChecks::kChecked, distinct);
}

void ValidateCommonMetadata(const kubernetes::ObjectPath& path, const Value& metadata, FinalizerChecks finalizers,
                            RepeatedErrors repeats, kubernetes::FieldErrorList& errors) {
  DistinctErrors distinct(repeats, errors);
  Common(path, metadata, finalizers, distinct);
}

namespace {

using crd::Structural;
void ApiVersion(const kubernetes::ObjectPath& at, const Value& value, kubernetes::FieldErrorList& errors) {
  if (!value.is_string()) {
    return errors.Add(kubernetes::InvalidError(at.Field(), value, "must be a string"));
  }
  if (value.text().empty()) {
    return errors.Add(kubernetes::InvalidError(at.Field(), value, "must not be empty"));
  }
  for (const std::string& reason : kubernetes::ValidateGroupVersion(value.text())) {
    errors.Add(kubernetes::InvalidError(at.Field(), value, reason));
  }
}

void Kind(const kubernetes::ObjectPath& at, const Value& value, kubernetes::FieldErrorList& errors) {
  if (!value.is_string()) {
    return errors.Add(kubernetes::InvalidError(at.Field(), value, "must be a string"));
  }
  if (value.text().empty()) {
    return errors.Add(kubernetes::InvalidError(at.Field(), value, "must not be empty"));
  }
  std::string all;
  for (const std::string& reason : kubernetes::ValidateDNS1035Label(go::ToLower(value.text()))) {
    all.append(all.empty() ? "may have mixed case, but should otherwise match: " : ",") += reason;
  }
  if (!all.empty()) errors.Add(kubernetes::InvalidError(at.Field(), value, all));
}

void Metadata(const kubernetes::ObjectPath& at, const Value& value, kubernetes::FieldErrorList& errors) {
  if (const auto error = ObjectMetaDecodeError(value)) {
    kubernetes::FieldError invalid = kubernetes::InvalidError(at.Field(), value, error->detail);
    invalid.path.Append(error->path);
    return errors.Add(std::move(invalid));
  }
  ValidateMetadata(at, value, errors);
}

void Resource(const kubernetes::ObjectPath& at, const Value& object, kubernetes::FieldErrorList& errors) {
  for (const std::string_view key : {"apiVersion", "kind"}) {
    if (object.Find(key) == nullptr) errors.Add(kubernetes::RequiredError(at.Name(key).Field()));
  }
  for (const Member& member : object.members()) {
    const kubernetes::ObjectPath place = at.Name(member.key);
    if (member.key == "apiVersion") ApiVersion(place, member.value, errors);
    if (member.key == "kind") Kind(place, member.value, errors);
    if (member.key == "metadata") Metadata(place, member.value, errors);
  }
}

void Node(const kubernetes::ObjectPath& at, const Value& value, const Structural* schema, bool is_resource,
          kubernetes::FieldErrorList& errors) {
  static constexpr Structural kNothing;
  if ((schema == nullptr && !is_resource) || errors.full()) return;
  const Structural& specified = schema != nullptr ? *schema : kNothing;
  const auto child = [&](const kubernetes::ObjectPath& place, const Value& inner, const Structural* of) {
    Node(place, inner, of, crd::IsResource(of, false), errors);
  };
  if (value.is_array()) {
    std::size_t index = 0;
    for (const Value& element : value.elements()) child(at.Index(index++), element, specified.items);
  }
  if (!value.is_object()) return;
  if (is_resource) Resource(at, value, errors);
  crd::PropertyCursor properties(specified.properties);
  for (const Member& member : value.members()) {
    if (const Structural* property = properties.Find(member.key)) {
      child(at.Name(member.key), member.value, property);
    } else {
      child(at.Key(member.key), member.value, crd::AdditionalPropertiesOf(specified));
    }
  }
}

}  // namespace

kubernetes::FieldErrorList ValidateObjectMeta(const kubernetes::ObjectPath& path, const Value& object,
                                              const Structural* schema, bool is_resource_root) {
  kubernetes::FieldErrorList errors;
  Node(path, object, schema, crd::IsResource(schema, is_resource_root), errors);
  return errors;
}

}  // namespace structural::objects
