#include "schema/unions/kep/declaration.h"

#include <initializer_list>
#include <set>
#include <string_view>

#include "schema/unions/kep/union_error.h"

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

// Visits the lists of unions in a schema. Keeps one path, that of the current schema, because a path for each level
// would need memory quadratic in the depth.
class Walk {
 public:
  Walk(const std::string& at, const std::function<void(const DeclaredUnions&)>& visit) : path_(at), visit_(visit) {}

  void Node(const Value& schema, bool in_composition) {
    if (!schema.is_object()) return;
    const Value* list = schema.Find(kUnionsKeyword);
    if (list != nullptr && !list->is_null()) {
      VisitWithin({kUnionsKeyword}, [&] { visit_({schema, *list, path_, in_composition}); });
    }
    Properties(schema, in_composition);
    for (const std::string_view key : {"items", "additionalProperties", "not"}) {
      if (const Value* child = schema.Find(key)) {
        VisitWithin({key}, [&] { Node(*child, in_composition || key == "not"); });
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

  void Properties(const Value& schema, bool in_composition) {
    const Value* properties = schema.Find("properties");
    if (properties == nullptr || !properties->is_object()) return;
    for (const json::Member& property : properties->members()) {
      VisitWithin({"properties[", property.key, "]"}, [&] { Node(property.value, in_composition); });
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
  const std::function<void(const DeclaredUnions&)>& visit_;
};

}  // namespace

const Value* FieldsOf(const Value& declared) {
  const Value* fields = Set(declared.Find(kFieldsToDiscriminateBy));
  return fields != nullptr ? fields : Set(declared.Find(kFieldsKeyword));
}

std::vector<Union> UnionsOf(const Value& node) {
  std::vector<Union> unions;
  const Value* list = Set(node.Find(kUnionsKeyword));
  if (list == nullptr) return unions;
  for (const Value& declared : list->elements()) unions.push_back(Read(declared));
  return unions;
}

void ForEachUnionList(const Value& schema, const std::string& at,
                      const std::function<void(const DeclaredUnions&)>& visit) {
  Walk(at, visit).Node(schema, false);
}

namespace {

bool IsText(const Value* value, std::string_view text) {
  return value != nullptr && value->is_string() && value->text() == text;
}

class ListCheck {
 public:
  ListCheck(const Value& schema, UnionErrors& found) : properties_(schema.Find("properties")), found_(found) {
    const Value* required = schema.Find("required");
    if (required == nullptr || !required->is_array()) return;
    for (const Value& name : required->elements())
      if (name.is_string()) required_.insert(name.text());
  }

  void OneUnion(const Value& declared, const std::string& at);

 private:
  void Discriminator(const Value& declared, const std::string& at);
  void Fields(const Value& fields, const std::string& at);
  void Member(const json::Member& member, const std::string& at);
  void Field(std::string_view name, const std::string& at);

  const Value* Property(std::string_view name) const {
    return properties_ != nullptr ? properties_->Find(name) : nullptr;
  }
  void AddError(UnionErrorCode code, const std::string& at, std::string_view text) {
    if (!found_.full()) found_.Add({code, at, std::string(text)});
  }

  const Value* properties_;
  std::set<std::string_view> required_;
  UnionErrors& found_;
  std::set<std::string_view> taken_;   // fields of all unions
  std::set<std::string_view> values_;  // discriminator values of one union
};

void ListCheck::Field(std::string_view name, const std::string& at) {
  if (Property(name) == nullptr) AddError(UnionErrorCode::kMember, at, "must be a property of the same schema");
  if (!taken_.insert(name).second) {
    AddError(UnionErrorCode::kOverlap, at, "must occur only once in one union");
  }
}

void ListCheck::Discriminator(const Value& declared, const std::string& at) {
  const Value* name = declared.Find(kDiscriminator);
  if (name == nullptr || name->is_null()) {
    return AddError(UnionErrorCode::kRecommended, at, "is recommended, so that a client can select a member");
  }
  if (!name->is_string() || name->text().empty()) {
    return AddError(UnionErrorCode::kForm, at, "must be the name of a property");
  }
  Field(name->text(), at);
  const Value* property = Property(name->text());
  if (property != nullptr && !IsText(property->Find("type"), "string")) {
    AddError(UnionErrorCode::kString, at, "must be of type string");
  }
}

void ListCheck::Member(const json::Member& member, const std::string& at) {
  Field(member.key, at);
  if (required_.contains(member.key)) AddError(UnionErrorCode::kOptional, at, "must be optional");
  if (!member.value.is_string() || member.value.text().empty()) {
    AddError(UnionErrorCode::kValue, at, "must not be empty");
  } else if (!values_.insert(member.value.text()).second) {
    AddError(UnionErrorCode::kValue, at, "must have a unique value");
  }
}

void ListCheck::Fields(const Value& fields, const std::string& at) {
  if (!fields.is_object() || fields.members().empty()) {
    return AddError(UnionErrorCode::kForm, at, "must name at least one field, with its value of the discriminator");
  }
  values_.clear();
  for (const json::Member& member : fields.members()) {
    if (found_.full()) return;
    Member(member, ElementPath(at, member.key));
  }
}

void ListCheck::OneUnion(const Value& declared, const std::string& at) {
  if (!declared.is_object()) return AddError(UnionErrorCode::kForm, at, "must be an object");
  for (const json::Member& member : declared.members()) {
    const bool known =
        member.key == kDiscriminator || member.key == kFieldsToDiscriminateBy || member.key == kFieldsKeyword;
    if (!known) AddError(UnionErrorCode::kForm, ChildPath(at, member.key), "is unknown");
  }
  Discriminator(declared, ChildPath(at, kDiscriminator));
  const Value* fields = FieldsOf(declared);
  if (fields == nullptr) {
    return AddError(UnionErrorCode::kForm, ChildPath(at, kFieldsToDiscriminateBy), "must be specified");
  }
  const Value* other = declared.Find(kFieldsKeyword);
  if (other != nullptr && !other->is_null() && !json::Equal(*fields, *other)) {
    AddError(UnionErrorCode::kSpelling, ChildPath(at, kFieldsKeyword), "must equal fields-to-discriminateBy");
  }
  Fields(*fields, ChildPath(at, fields == other ? kFieldsKeyword : kFieldsToDiscriminateBy));
}

}  // namespace

void CheckUnionList(const Value& schema, const Value& list, const std::string& at, UnionErrors& found) {
  if (!IsText(schema.Find("type"), "object")) {
    found.Add({UnionErrorCode::kPlace, at, "must be in a schema with type: object"});
  }
  if (!list.is_array()) return found.Add({UnionErrorCode::kForm, at, "must be a list"});
  ListCheck check(schema, found);
  for (std::size_t i = 0; i < list.elements().size() && !found.full(); ++i) {
    check.OneUnion(list.elements()[i], ElementPath(at, std::to_string(i)));
  }
}

UnionErrors CheckUnions(const Value& schema, const std::string& at) {
  UnionErrors found;
  ForEachUnionList(schema, at, [&](const DeclaredUnions& list) {
    if (found.full()) return;
    if (list.in_composition) {
      found.Add({UnionErrorCode::kPlace, list.path, kInsideCompositionError});
    } else {
      CheckUnionList(list.schema, list.list, list.path, found);
    }
  });
  return found;
}

}  // namespace structural::unions::kep
