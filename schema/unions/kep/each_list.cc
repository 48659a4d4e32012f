#include "schema/unions/kep/each_list.h"

#include "schema/unions/kep/path_text.h"
#include "schema/unions/union.h"

namespace structural::unions::kep {
namespace {

using ops::Value;

class Walk {
 public:
  explicit Walk(const std::function<void(const ListAt&)>& visit) : visit_(visit) {}

  void Node(const Value& schema, const std::string& at, bool in_junctor) {
    if (!schema.is_object()) return;
    const Value* list = schema.Find(kUnions);
    if (list != nullptr && !list->is_null()) {
      visit_({schema, *list, Below(at, kUnions), in_junctor});
    }
    Properties(schema, at, in_junctor);
    for (const std::string_view key : {"items", "additionalProperties", "not"}) {
      if (const Value* child = schema.Find(key)) {
        Node(*child, Below(at, key), in_junctor || key == "not");
      }
    }
    Branches(schema, at);
  }

 private:
  void Properties(const Value& schema, const std::string& at, bool in_junctor) {
    const Value* properties = schema.Find("properties");
    if (properties == nullptr || !properties->is_object()) return;
    for (const ops::Member& property : properties->members()) {
      Node(property.value, Indexed(Below(at, "properties"), property.key), in_junctor);
    }
  }

  void Branches(const Value& schema, const std::string& at) {
    for (const std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      const Value* branches = schema.Find(key);
      if (branches == nullptr || !branches->is_array()) continue;
      for (std::size_t i = 0; i < branches->elements().size(); ++i) {
        Node(branches->elements()[i], Indexed(Below(at, key), std::to_string(i)), true);
      }
    }
  }

  const std::function<void(const ListAt&)>& visit_;
};

}  // namespace

void ForEachList(const Value& schema, const std::string& at,
                 const std::function<void(const ListAt&)>& visit) {
  Walk(visit).Node(schema, at, false);
}

}  // namespace structural::unions::kep
