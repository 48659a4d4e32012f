#include <utility>

#include "schema/crd/model/fields.h"
#include "schema/go/letter_case.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/object_meta.h"

namespace structural::objects {
namespace {

using crd::Structural;
using json::Member;
using json::Value;
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
  crd::Properties properties(specified.properties);
  for (const Member& member : value.members()) {
    if (const Structural* property = properties.Find(member.key)) {
      child(at.Name(member.key), member.value, property);
    } else {
      child(at.Key(member.key), member.value, crd::AdditionalOf(specified));
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
