#include "schema/unions/kep/each_list.h"

#include <initializer_list>
#include <string_view>

#include "schema/unions/union.h"

namespace structural::unions::kep {
namespace {

using json::Value;

// Holds one path, that of the schema at hand: those of all schemas around it would be long.
class Walk {
 public:
  Walk(const std::string& at, const std::function<void(const ListAt&)>& visit)
      : path_(at), visit_(visit) {}

  void Node(const Value& schema, bool in_junctor) {
    if (!schema.is_object()) return;
    const Value* list = schema.Find(kUnions);
    if (list != nullptr && !list->is_null()) {
      Within({kUnions}, [&] { visit_({schema, *list, path_, in_junctor}); });
    }
    Properties(schema, in_junctor);
    for (const std::string_view key : {"items", "additionalProperties", "not"}) {
      if (const Value* child = schema.Find(key)) {
        Within({key}, [&] { Node(*child, in_junctor || key == "not"); });
      }
    }
    Branches(schema);
  }

 private:
  template <typename Do>
  void Within(std::initializer_list<std::string_view> step, Do visit) {
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
      Within({"properties[", property.key, "]"}, [&] { Node(property.value, in_junctor); });
    }
  }

  void Branches(const Value& schema) {
    for (const std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      const Value* branches = schema.Find(key);
      if (branches == nullptr || !branches->is_array()) continue;
      for (std::size_t i = 0; i < branches->elements().size(); ++i) {
        Within({key, "[", std::to_string(i), "]"}, [&] { Node(branches->elements()[i], true); });
      }
    }
  }

  std::string path_;
  const std::function<void(const ListAt&)>& visit_;
};

}  // namespace

void ForEachList(const Value& schema, const std::string& at,
                 const std::function<void(const ListAt&)>& visit) {
  Walk(at, visit).Node(schema, false);
}

}  // namespace structural::unions::kep
