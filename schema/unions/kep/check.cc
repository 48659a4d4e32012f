// CheckUnions: every node of the schema, and every union of a node.
#include <algorithm>
#include <set>

#include "schema/unions/kep/declaration.h"

namespace structural::unions::kep {
namespace {

using ops::Value;

bool IsText(const Value* value, std::string_view text) {
  return value != nullptr && value->is_string() && value->text() == text;
}

std::string Below(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

std::string Indexed(const std::string& path, std::string_view index) {
  return path + "[" + std::string(index) + "]";
}

class Checking {
 public:
  // In junctors there must not be any.
  void Node(const Value& schema, const std::string& at, bool in_junctor);

  std::vector<std::string> found;

 private:
  void Children(const Value& schema, const std::string& at, bool in_junctor);
  void Unions(const Value& schema, const Value& list, const std::string& at);
  void OneUnion(const Value& schema, const Value& declared, const std::string& at);
  void Discriminator(const Value& schema, const Value& declared, const std::string& at);
  void Fields(const Value& schema, const Value& fields, const std::string& at);
  void Field(const Value& schema, std::string_view name, const std::string& at);

  void Tell(const std::string& at, std::string_view text) {
    found.push_back(at + ": " + std::string(text));
  }

  std::set<std::string_view> taken_;  // of one node
};

void Checking::Field(const Value& schema, std::string_view name, const std::string& at) {
  const Value* properties = schema.Find("properties");
  if (properties == nullptr || properties->Find(name) == nullptr) {
    Tell(at, "must be a property of the same schema");
  }
  if (!taken_.insert(name).second) Tell(at, "must have one place in one union only");
}

void Checking::Discriminator(const Value& schema, const Value& declared, const std::string& at) {
  const Value* name = declared.Find(kDiscriminator);
  if (name == nullptr || name->is_null()) return;
  if (!name->is_string() || name->text().empty()) return Tell(at, "must be the name of a property");
  Field(schema, name->text(), at);
  const Value* properties = schema.Find("properties");
  const Value* property = properties != nullptr ? properties->Find(name->text()) : nullptr;
  if (property != nullptr && !IsText(property->Find("type"), "string")) {
    Tell(at, "must be of type string");
  }
}

void Checking::Fields(const Value& schema, const Value& fields, const std::string& at) {
  if (!fields.is_object() || fields.members().empty()) {
    return Tell(at, "must name one field at least, with the discriminator's value for it");
  }
  const Value* required = schema.Find("required");
  std::set<std::string_view> values;
  for (const ops::Member& member : fields.members()) {
    const std::string place = Indexed(at, member.key);
    Field(schema, member.key, place);
    if (required != nullptr && required->is_array() &&
        std::ranges::any_of(required->elements(),
                            [&](const Value& name) { return IsText(&name, member.key); })) {
      Tell(place, "must be optional");
    }
    if (!member.value.is_string() || member.value.text().empty()) {
      Tell(place, "must have a text that is not empty");
    } else if (!values.insert(member.value.text()).second) {
      Tell(place, "must have a value of its own");
    }
  }
}

void Checking::OneUnion(const Value& schema, const Value& declared, const std::string& at) {
  if (!declared.is_object()) return Tell(at, "must be an object");
  for (const ops::Member& member : declared.members()) {
    const bool known = member.key == kDiscriminator || member.key == kFieldsToDiscriminateBy ||
                       member.key == kFields;
    if (!known) Tell(Below(at, member.key), "is not known");
  }
  Discriminator(schema, declared, Below(at, kDiscriminator));
  const Value* fields = FieldsOf(declared);
  if (fields == nullptr) return Tell(Below(at, kFieldsToDiscriminateBy), "must be specified");
  const Value* other = declared.Find(kFields);
  if (other != nullptr && !other->is_null() && !ops::Equal(*fields, *other)) {
    Tell(Below(at, kFields), "must say the same as fields-to-discriminateBy");
  }
  const bool is_other = fields == other;
  Fields(schema, *fields, Below(at, is_other ? kFields : kFieldsToDiscriminateBy));
}

void Checking::Unions(const Value& schema, const Value& list, const std::string& at) {
  if (!IsText(schema.Find("type"), "object")) Tell(at, "must stand beside type: object");
  if (!list.is_array()) return Tell(at, "must be a list");
  taken_.clear();
  for (std::size_t i = 0; i < list.elements().size(); ++i) {
    OneUnion(schema, list.elements()[i], Indexed(at, std::to_string(i)));
  }
}

void Checking::Children(const Value& schema, const std::string& at, bool in_junctor) {
  if (const Value* properties = schema.Find("properties"); properties && properties->is_object()) {
    for (const ops::Member& property : properties->members()) {
      Node(property.value, Indexed(Below(at, "properties"), property.key), in_junctor);
    }
  }
  for (const std::string_view key : {"items", "additionalProperties", "not"}) {
    if (const Value* child = schema.Find(key)) {
      Node(*child, Below(at, key), in_junctor || key == "not");
    }
  }
  for (const std::string_view key : {"allOf", "anyOf", "oneOf"}) {
    const Value* branches = schema.Find(key);
    if (branches == nullptr || !branches->is_array()) continue;
    for (std::size_t i = 0; i < branches->elements().size(); ++i) {
      Node(branches->elements()[i], Indexed(Below(at, key), std::to_string(i)), true);
    }
  }
}

void Checking::Node(const Value& schema, const std::string& at, bool in_junctor) {
  if (!schema.is_object()) return;
  const Value* list = schema.Find(kUnions);
  if (list != nullptr && !list->is_null()) {
    if (in_junctor) {
      Tell(Below(at, kUnions), "must not be below allOf, anyOf, oneOf or not");
    } else {
      Unions(schema, *list, Below(at, kUnions));
    }
  }
  Children(schema, at, in_junctor);
}

}  // namespace

std::vector<std::string> CheckUnions(const Value& schema) {
  Checking checking;
  checking.Node(schema, "", false);
  return std::move(checking.found);
}

}  // namespace structural::unions::kep
