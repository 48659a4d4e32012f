#include <set>

#include "schema/unions/kep/declaration.h"
#include "schema/unions/kep/union_error.h"

namespace structural::unions::kep {
namespace {

using json::Value;

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
    Member(member, Indexed(at, member.key));
  }
}

void ListCheck::OneUnion(const Value& declared, const std::string& at) {
  if (!declared.is_object()) return AddError(UnionErrorCode::kForm, at, "must be an object");
  for (const json::Member& member : declared.members()) {
    const bool known = member.key == kDiscriminator || member.key == kFieldsToDiscriminateBy || member.key == kFields;
    if (!known) AddError(UnionErrorCode::kForm, Below(at, member.key), "is unknown");
  }
  Discriminator(declared, Below(at, kDiscriminator));
  const Value* fields = FieldsOf(declared);
  if (fields == nullptr) {
    return AddError(UnionErrorCode::kForm, Below(at, kFieldsToDiscriminateBy), "must be specified");
  }
  const Value* other = declared.Find(kFields);
  if (other != nullptr && !other->is_null() && !json::Equal(*fields, *other)) {
    AddError(UnionErrorCode::kSpelling, Below(at, kFields), "must equal fields-to-discriminateBy");
  }
  Fields(*fields, Below(at, fields == other ? kFields : kFieldsToDiscriminateBy));
}

}  // namespace

void CheckList(const Value& schema, const Value& list, const std::string& at, UnionErrors& found) {
  if (!IsText(schema.Find("type"), "object")) {
    found.Add({UnionErrorCode::kPlace, at, "must be in a schema with type: object"});
  }
  if (!list.is_array()) return found.Add({UnionErrorCode::kForm, at, "must be a list"});
  ListCheck check(schema, found);
  for (std::size_t i = 0; i < list.elements().size() && !found.full(); ++i) {
    check.OneUnion(list.elements()[i], Indexed(at, std::to_string(i)));
  }
}

UnionErrors CheckUnions(const Value& schema, const std::string& at) {
  UnionErrors found;
  ForEachList(schema, at, [&](const ListAt& list) {
    if (found.full()) return;
    if (list.in_junctor) {
      found.Add({UnionErrorCode::kPlace, list.path, kInJunctor});
    } else {
      CheckList(list.schema, list.list, list.path, found);
    }
  });
  return found;
}

}  // namespace structural::unions::kep
