#include "schema/objects/prune.h"

#include <utility>

#include "schema/base/output_budget.h"
#include "schema/objects/fields.h"
#include "schema/objects/object_path.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;
using model::Structural;

class Pruning {
 public:
  explicit Pruning(base::TextList* dropped) : dropped_(dropped) {}

  void Node(Value& value, const Structural* schema, bool is_resource, const ObjectPath& at);

 private:
  void Elements(Value& array, const Structural* items, const ObjectPath& at);
  void Members(Value& object, const Structural* schema, bool is_resource, const ObjectPath& at);
  void DropAll(Value& object, const ObjectPath& at);
  void Preserved(Value& value, const Structural& schema, bool is_resource, const ObjectPath& at);

  // Scalars have no fields to drop, even if their schema is for objects.
  void Child(Value& value, const Structural* schema, const ObjectPath& at) {
    if (value.is_container()) Node(value, schema, IsResource(schema, false), at);
  }

  void Dropped(const ObjectPath& at, std::string_view key) {
    if (dropped_ != nullptr && !dropped_->full()) dropped_->Add(at.Name(key).String());
  }

  base::TextList* dropped_;
};

void Pruning::Elements(Value& array, const Structural* items, const ObjectPath& at) {
  std::size_t index = 0;
  for (Value& element : array.elements()) Child(element, items, at.Index(index++));
}

void Pruning::DropAll(Value& object, const ObjectPath& at) {
  for (const Member& member : object.members()) Dropped(at, member.key);
  object.Truncate(0);
}

void Pruning::Members(Value& object, const Structural* schema, bool is_resource,
                      const ObjectPath& at) {
  static constexpr Structural kNothing;
  const Structural& specified = schema != nullptr ? *schema : kNothing;
  Properties properties(specified.properties);
  const bool has_additional = specified.additional_properties != nullptr;
  std::size_t kept = 0;
  for (Member& member : object.members()) {
    const bool is_meta = IsMetaField(member.key);
    if (!is_resource || !is_meta) {
      const Structural* field = properties.Find(member.key);
      if (field == nullptr && !has_additional) {
        if (!is_meta || !at.IsRoot()) Dropped(at, member.key);
        continue;
      }
      Child(member.value, field != nullptr ? field : AdditionalOf(specified), at.Name(member.key));
    }
    object.members()[kept++] = member;
  }
  object.Truncate(kept);
}

// Items of a list in here keep their fields, even without x-kubernetes-preserve-unknown-fields of their own.
void Pruning::Preserved(Value& value, const Structural& schema, bool is_resource,
                        const ObjectPath& at) {
  if (value.is_array() && schema.items != nullptr) {
    std::size_t index = 0;
    for (Value& element : value.elements()) {
      Preserved(element, *schema.items, IsResource(schema.items, false), at.Index(index++));
    }
  }
  if (!value.is_object()) return;
  Properties properties(schema.properties);
  for (Member& member : value.members()) {
    if (is_resource && IsMetaField(member.key)) continue;
    const Structural* field = properties.Find(member.key);
    if (field == nullptr && schema.additional_properties == nullptr) continue;
    Child(member.value, field != nullptr ? field : AdditionalOf(schema), at.Name(member.key));
  }
}

void Pruning::Node(Value& value, const Structural* schema, bool is_resource, const ObjectPath& at) {
  if (schema != nullptr && schema->extensions->x_preserve_unknown_fields) {
    return Preserved(value, *schema, is_resource, at);
  }
  if (value.is_array()) return Elements(value, schema == nullptr ? nullptr : schema->items, at);
  if (!value.is_object()) return;
  if (schema == nullptr && !is_resource) return DropAll(value, at);
  Members(value, schema, is_resource, at);
}

}  // namespace

void Prune(Value& object, const Structural* schema, bool is_resource_root,
           std::vector<std::string>* dropped) {
  base::TextList paths;
  Pruning pruning(dropped == nullptr ? nullptr : &paths);
  pruning.Node(object, schema, IsResource(schema, is_resource_root), ObjectPath());
  if (dropped != nullptr) *dropped = std::move(paths).TakeSorted();
}

}  // namespace structural::objects
