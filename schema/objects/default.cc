#include "schema/objects/default.h"

#include <algorithm>

#include "schema/objects/fields.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Parser;
using json::Value;
using model::Structural;

bool IsForbiddenNull(const Value& value, const Structural* schema) {
  return value.is_null() && schema != nullptr && !schema->generic.nullable;
}

class Defaulting {
 public:
  explicit Defaulting(base::Arena& arena) : arena_(arena), parser_(arena) {}

  void Node(Value& value, const Structural& schema);
  bool full() const { return added_ > kMaxDefaultedBytes; }

 private:
  void Members(Value& object, const Structural& schema);
  void Insert(Value& object, const Structural& schema, std::size_t missing);
  Value DefaultOf(std::string_view key, const Structural& schema);
  void Child(Value& value, const Structural* schema);

  base::Arena& arena_;
  Parser parser_;
  std::size_t added_ = 0;
};

// A value of its own each time: it may be defaulted further. The text was checked when it was read.
Value Defaulting::DefaultOf(std::string_view key, const Structural& schema) {
  const std::string_view text = schema.generic.default_value;
  added_ += key.size() + text.size() + 4;  // "KEY":TEXT,
  if (text.empty() || full()) return {};
  const auto value = parser_.Parse(text);
  return value.ok() ? *value : Value();
}

template <typename Missing>
void ForMissing(std::span<Member> members, const Structural& schema, Missing missing) {
  auto member = members.begin();
  for (const auto& [key, property] : schema.properties) {
    if (property->generic.default_value.empty()) continue;
    while (member != members.end() && member->key < key) ++member;
    if (member == members.end() || member->key != key) missing(member, key, *property);
  }
}

void Defaulting::Insert(Value& object, const Structural& schema, std::size_t missing) {
  const std::span<Member> old = object.members();
  auto* const out = static_cast<Member*>(
      arena_.Allocate((old.size() + missing) * sizeof(Member), alignof(Member)));
  Member* end = out;
  auto from = old.begin();
  ForMissing(old, schema, [&](auto before, std::string_view key, const Structural& property) {
    end = std::copy(from, before, end);
    from = before;
    *end++ = {key, DefaultOf(key, property)};
  });
  end = std::copy(from, old.end(), end);
  object = Value::Object({out, end});
}

void Defaulting::Child(Value& value, const Structural* schema) {
  if (!value.is_container() && !value.is_null()) return;
  if (schema == nullptr || schema->without_defaults || full()) return;
  if (IsForbiddenNull(value, schema)) value = DefaultOf({}, *schema);
  Node(value, *schema);
}

void Defaulting::Members(Value& object, const Structural& schema) {
  std::size_t missing = 0;
  ForMissing(object.members(), schema, [&](auto...) { ++missing; });
  if (missing > 0) Insert(object, schema, missing);
  Properties properties(schema.properties);
  const Structural* const additional = AdditionalOf(schema);
  for (Member& member : object.members()) {
    const Structural* property = properties.Find(member.key);
    Child(member.value, property != nullptr ? property : additional);
  }
}

void Defaulting::Node(Value& value, const Structural& schema) {
  if (value.is_object()) return Members(value, schema);
  if (!value.is_array() || schema.items == nullptr) return;
  for (Value& element : value.elements()) Child(element, schema.items);
}

}  // namespace

namespace {

bool HasNull(const Value& value) {
  if (value.is_array()) return std::ranges::any_of(value.elements(), HasNull);
  if (!value.is_object()) return value.is_null();
  return std::ranges::any_of(value.members(), HasNull, &Member::value);
}

void DropNulls(Value& value, const Structural* schema) {
  if (schema == nullptr) return;
  if (value.is_array()) {
    for (Value& element : value.elements()) DropNulls(element, schema->items);
  }
  if (!value.is_object()) return;
  Properties properties(schema->properties);
  std::size_t kept = 0;
  for (Member& member : value.members()) {
    const Structural* field = properties.Find(member.key);
    if (field == nullptr) field = AdditionalOf(*schema);
    if (IsForbiddenNull(member.value, field) && field->generic.default_value.empty()) continue;
    DropNulls(member.value, field);
    value.members()[kept++] = member;
  }
  value.Truncate(kept);
}

}  // namespace

// The object is nearer than its schema: most have no null.
void PruneNulls(Value& object, const Structural* schema) {
  if (HasNull(object)) DropNulls(object, schema);
}

base::Status Default(Value& object, const Structural* schema, base::Arena& arena) {
  if (schema == nullptr || schema->without_defaults) return base::Ok();
  Defaulting defaulting(arena);
  defaulting.Node(object, *schema);
  if (!defaulting.full()) return base::Ok();
  return {base::ErrorCode::kLimitExceeded,
          "the defaults of the schema add too much to this object: check lists of objects in them"};
}

}  // namespace structural::objects
