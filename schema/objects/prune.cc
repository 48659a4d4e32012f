#include "schema/objects/prune.h"

#include <utility>

#include "schema/base/output_budget.h"
#include "schema/crd/model/structural.h"
#include "schema/kubernetes/object_path.h"

namespace structural::objects {
namespace {

using crd::Structural;
using json::Member;
using json::Value;

class Pruning {
 public:
  explicit Pruning(base::TextList* dropped) : dropped_(dropped) {}

  void Node(Value& value, const Structural* schema, bool is_resource, const kubernetes::ObjectPath& at);

 private:
  void Elements(Value& array, const Structural* items, const kubernetes::ObjectPath& at);
  void Members(Value& object, const Structural* schema, bool is_resource, const kubernetes::ObjectPath& at);
  void DropAll(Value& object, const kubernetes::ObjectPath& at);
  void Preserved(Value& value, const Structural& schema, bool is_resource, const kubernetes::ObjectPath& at);

  // Visits a value inside the object. Skips scalars, because they have no fields, even if their schema is a schema for
  // objects.
  void Child(Value& value, const Structural* schema, const kubernetes::ObjectPath& at) {
    if (value.is_container()) Node(value, schema, crd::IsResource(schema, false), at);
  }

  void Dropped(const kubernetes::ObjectPath& at, std::string_view key) {
    if (dropped_ != nullptr && !dropped_->full()) dropped_->Add(at.Name(key).String());
  }

  base::TextList* dropped_;
};

void Pruning::Elements(Value& array, const Structural* items, const kubernetes::ObjectPath& at) {
  std::size_t index = 0;
  for (Value& element : array.elements()) Child(element, items, at.Index(index++));
}

void Pruning::DropAll(Value& object, const kubernetes::ObjectPath& at) {
  for (const Member& member : object.members()) Dropped(at, member.key);
  object.Truncate(0);
}

void Pruning::Members(Value& object, const Structural* schema, bool is_resource, const kubernetes::ObjectPath& at) {
  static constexpr Structural kNothing;
  const Structural& specified = schema != nullptr ? *schema : kNothing;
  crd::PropertyCursor properties(specified.properties);
  const bool has_additional = specified.additional_properties != nullptr;
  std::size_t kept = 0;
  for (Member& member : object.members()) {
    const bool is_meta = crd::IsMetaField(member.key);
    if (!is_resource || !is_meta) {
      const Structural* field = properties.Find(member.key);
      if (field == nullptr && !has_additional) {
        if (!is_meta || !at.IsRoot()) Dropped(at, member.key);
        continue;
      }
      Child(member.value, field != nullptr ? field : crd::AdditionalPropertiesOf(specified), at.Name(member.key));
    }
    object.members()[kept++] = member;
  }
  object.Truncate(kept);
}

// Prunes a value whose schema has x-kubernetes-preserve-unknown-fields. The value's own unspecified fields are kept. If
// the value is a list, its items also keep their unspecified fields, even if the schema of the items does not have the
// extension.
void Pruning::Preserved(Value& value, const Structural& schema, bool is_resource, const kubernetes::ObjectPath& at) {
  if (value.is_array() && schema.items != nullptr) {
    std::size_t index = 0;
    for (Value& element : value.elements()) {
      Preserved(element, *schema.items, crd::IsResource(schema.items, false), at.Index(index++));
    }
  }
  if (!value.is_object()) return;
  crd::PropertyCursor properties(schema.properties);
  for (Member& member : value.members()) {
    if (is_resource && crd::IsMetaField(member.key)) continue;
    const Structural* field = properties.Find(member.key);
    if (field == nullptr && schema.additional_properties == nullptr) continue;
    Child(member.value, field != nullptr ? field : crd::AdditionalPropertiesOf(schema), at.Name(member.key));
  }
}

void Pruning::Node(Value& value, const Structural* schema, bool is_resource, const kubernetes::ObjectPath& at) {
  if (schema != nullptr && schema->extensions->x_preserve_unknown_fields) {
    return Preserved(value, *schema, is_resource, at);
  }
  if (value.is_array()) return Elements(value, schema == nullptr ? nullptr : schema->items, at);
  if (!value.is_object()) return;
  if (schema == nullptr && !is_resource) return DropAll(value, at);
  Members(value, schema, is_resource, at);
}

}  // namespace

void Prune(Value& object, const Structural* schema, bool is_resource_root, std::vector<std::string>* dropped) {
  base::TextList paths;
  Pruning pruning(dropped == nullptr ? nullptr : &paths);
  pruning.Node(object, schema, crd::IsResource(schema, is_resource_root), kubernetes::ObjectPath());
  if (dropped != nullptr) *dropped = std::move(paths).TakeSorted();
}

}  // namespace structural::objects
