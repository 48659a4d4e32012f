#include "schema/unions/kep/declaration.h"

#include <initializer_list>
#include <string_view>

namespace structural::unions::kep {
namespace {

using json::Value;

const Value* Set(const Value* value) { return value != nullptr && !value->is_null() ? value : nullptr; }

Union Read(const Value& declared) {
  Union read;
  if (const Value* discriminator = Set(declared.Find(kDiscriminator))) {
    read.discriminator = discriminator->text();
  }
  for (const json::Member& member : FieldsOf(declared)->members()) {
    read.members.push_back({member.key, member.value.text()});
  }
  return read;
}

// Visits the lists of unions in a schema. Keeps only the path of the current schema: the paths of all schemas around it
// would need memory quadratic in the depth.
class Walk {
 public:
  Walk(const std::string& at, const std::function<void(const ListAt&)>& visit) : path_(at), visit_(visit) {}

  void Node(const Value& schema, bool in_junctor) {
    if (!schema.is_object()) return;
    const Value* list = schema.Find(kUnions);
    if (list != nullptr && !list->is_null()) {
      VisitWithin({kUnions}, [&] { visit_({schema, *list, path_, in_junctor}); });
    }
    Properties(schema, in_junctor);
    for (const std::string_view key : {"items", "additionalProperties", "not"}) {
      if (const Value* child = schema.Find(key)) {
        VisitWithin({key}, [&] { Node(*child, in_junctor || key == "not"); });
      }
    }
    Branches(schema);
  }

 private:
  template <typename Do>
  void VisitWithin(std::initializer_list<std::string_view> step, Do visit) {
    const std::size_t before = path_.size();
    if (before > 0) path_ += '.';
    for (const std::string_view part : step) path_ += part;
    visit();
    path_.resize(before);
  }

  void Properties(const Value& schema, bool in_junctor) {
    const Value* properties = schema.Find("properties");
    if (properties == nullptr || !properties->is_object()) return;
    for (const json::Member& property : properties->members()) {
      VisitWithin({"properties[", property.key, "]"}, [&] { Node(property.value, in_junctor); });
    }
  }

  void Branches(const Value& schema) {
    for (const std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      const Value* branches = schema.Find(key);
      if (branches == nullptr || !branches->is_array()) continue;
      for (std::size_t i = 0; i < branches->elements().size(); ++i) {
        VisitWithin({key, "[", std::to_string(i), "]"}, [&] { Node(branches->elements()[i], true); });
      }
    }
  }

  std::string path_;
  const std::function<void(const ListAt&)>& visit_;
};

}  // namespace

const Value* FieldsOf(const Value& declared) {
  const Value* fields = Set(declared.Find(kFieldsToDiscriminateBy));
  return fields != nullptr ? fields : Set(declared.Find(kFields));
}

std::vector<Union> UnionsOf(const Value& node) {
  std::vector<Union> unions;
  const Value* list = Set(node.Find(kUnions));
  if (list == nullptr) return unions;
  for (const Value& declared : list->elements()) unions.push_back(Read(declared));
  return unions;
}

void ForEachList(const Value& schema, const std::string& at, const std::function<void(const ListAt&)>& visit) {
  Walk(at, visit).Node(schema, false);
}

}  // namespace structural::unions::kep
