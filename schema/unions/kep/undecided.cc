#include "schema/unions/kep/undecided.h"

#include "schema/unions/kep/declaration.h"
#include "schema/unions/kep/path_text.h"
#include "schema/unions/union_fields.h"

namespace structural::unions::kep {
namespace {

using json::Value;

class Search {
 public:
  void In(const Value& value, const Value& schema, const std::string& at) {
    if (value.is_array()) return Items(value, schema, at);
    if (!value.is_object()) return;
    for (const Union& of : UnionsOf(schema)) One(value, of, at);
    Fields(value, schema, at);
  }

  std::vector<UndecidedUnion> found;

 private:
  void One(const Value& value, const Union& of, const std::string& at) {
    const SetFields set = FieldsIn(&value, of);
    if (set.size() < 2) return;
    found.push_back({at, {}});
    for (const UnionMember* member : set) found.back().fields.emplace_back(member->field);
  }

  void Items(const Value& value, const Value& schema, const std::string& at) {
    const Value* items = schema.Find("items");
    if (items == nullptr) return;
    for (std::size_t i = 0; i < value.elements().size(); ++i) {
      In(value.elements()[i], *items, Indexed(at, std::to_string(i)));
    }
  }

  void Fields(const Value& value, const Value& schema, const std::string& at) {
    const Value* properties = schema.Find("properties");
    const Value* additional = schema.Find("additionalProperties");
    for (const json::Member& member : value.members()) {
      const Value* property = properties != nullptr ? properties->Find(member.key) : nullptr;
      const Value* field = property != nullptr ? property : additional;
      if (field != nullptr) In(member.value, *field, Below(at, member.key));
    }
  }
};

}  // namespace

std::vector<UndecidedUnion> Undecided(const Value& value, const Value& schema) {
  Search search;
  search.In(value, schema, "");
  return std::move(search.found);
}

}  // namespace structural::unions::kep
