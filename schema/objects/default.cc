#include "schema/objects/default.h"

#include <algorithm>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/crd/model/structural.h"
#include "schema/kubernetes/object_path.h"

namespace structural::objects {
namespace {

using crd::Structural;
using json::Member;
using json::Parser;
using json::Value;

bool IsForbiddenNull(const Value& value, const Structural* schema) {
  return value.is_null() && schema != nullptr && !schema->generic.nullable;
}

class Defaulting {
 public:
  Defaulting(base::Arena& arena, base::TextList* added) : arena_(arena), parser_(arena), added_(added) {}

  void Node(Value& value, const Structural& schema, const kubernetes::ObjectPath& at);
  bool full() const { return bytes_ > kMaxDefaultedBytes; }

 private:
  void Members(Value& object, const Structural& schema, const kubernetes::ObjectPath& at);
  void Insert(Value& object, const Structural& schema, std::size_t missing, const kubernetes::ObjectPath& at);
  Value DefaultOf(std::string_view key, const Structural& schema);
  void Child(Value& value, const Structural* schema, const kubernetes::ObjectPath& at, bool is_added = false);
  void Added(const kubernetes::ObjectPath& at) {
    if (added_ != nullptr && !added_->full()) added_->Add(at.String());
  }

  base::Arena& arena_;
  Parser parser_;
  base::TextList* added_;  // paths of added values; null if not requested, and while an added value is visited
  std::size_t bytes_ = 0;
};

// Returns a new copy of a schema's default; null if the schema has none, or the limit is exceeded. Each use parses the
// default again, because defaulting may change the copy. The text is valid JSON: the decoder has checked it.
Value Defaulting::DefaultOf(std::string_view key, const Structural& schema) {
  const std::string_view text = schema.generic.default_value;
  bytes_ += key.size() + text.size() + 4;  // length of the member as JSON: "KEY":TEXT plus a comma
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

void Defaulting::Insert(Value& object, const Structural& schema, std::size_t missing,
                        const kubernetes::ObjectPath& at) {
  const std::span<Member> old = object.members();
  auto* const out = static_cast<Member*>(arena_.Allocate((old.size() + missing) * sizeof(Member), alignof(Member)));
  Member* end = out;
  auto from = old.begin();
  ForMissing(old, schema, [&](auto before, std::string_view key, const Structural& property) {
    end = std::copy(from, before, end);
    from = before;
    *end++ = {key, DefaultOf(key, property)};
    Added(at.Name(key));
  });
  end = std::copy(from, old.end(), end);
  object = Value::Object({out, end});
}

void Defaulting::Child(Value& value, const Structural* schema, const kubernetes::ObjectPath& at, bool is_added) {
  if (!value.is_container() && !value.is_null()) return;
  if (schema == nullptr || schema->without_defaults || full()) return;
  if (IsForbiddenNull(value, schema)) {
    value = DefaultOf({}, *schema);
    if (!is_added && !value.is_null()) Added(at);
    is_added = true;
  }
  base::TextList* const outer = std::exchange(added_, is_added ? nullptr : added_);
  Node(value, *schema, at);
  added_ = outer;
}

void Defaulting::Members(Value& object, const Structural& schema, const kubernetes::ObjectPath& at) {
  std::vector<std::string_view> added;  // keys of the added members, in ascending order
  std::size_t missing = 0;
  ForMissing(object.members(), schema, [&](auto, std::string_view key, auto&) {
    ++missing;
    if (added_ != nullptr) added.push_back(key);
  });
  if (missing > 0) Insert(object, schema, missing, at);
  crd::PropertyCursor properties(schema.properties);
  const Structural* const additional = crd::AdditionalPropertiesOf(schema);
  auto next_added = added.begin();
  for (Member& member : object.members()) {
    const Structural* property = properties.Find(member.key);
    const bool is_added = next_added != added.end() && *next_added == member.key;
    if (is_added) ++next_added;
    Child(member.value, property != nullptr ? property : additional, at.Name(member.key), is_added);
  }
}

void Defaulting::Node(Value& value, const Structural& schema, const kubernetes::ObjectPath& at) {
  if (value.is_object()) return Members(value, schema, at);
  if (!value.is_array() || schema.items == nullptr) return;
  std::size_t index = 0;
  for (Value& element : value.elements()) Child(element, schema.items, at.Index(index++));
}

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
  crd::PropertyCursor properties(schema->properties);
  std::size_t kept = 0;
  for (Member& member : value.members()) {
    const Structural* field = properties.Find(member.key);
    if (field == nullptr) field = crd::AdditionalPropertiesOf(*schema);
    if (IsForbiddenNull(member.value, field) && field->generic.default_value.empty()) continue;
    DropNulls(member.value, field);
    value.members()[kept++] = member;
  }
  value.Truncate(kept);
}

}  // namespace

// PruneNulls looks for the schemas of members only if the object has a null anywhere, because most objects have none.
void PruneNulls(Value& object, const Structural* schema) {
  if (HasNull(object)) DropNulls(object, schema);
}

base::Status Default(Value& object, const Structural* schema, base::Arena& arena, std::vector<std::string>* added) {
  if (added != nullptr) added->clear();
  if (schema == nullptr || schema->without_defaults) return base::Ok();
  base::TextList paths;
  Defaulting defaulting(arena, added == nullptr ? nullptr : &paths);
  defaulting.Node(object, *schema, kubernetes::ObjectPath());
  if (added != nullptr) *added = std::move(paths).TakeSorted();
  if (!defaulting.full()) return base::Ok();
  return {base::ErrorCode::kLimitExceeded,
          "the defaults of the schema add too much to this object: check lists of objects in them"};
}

}  // namespace structural::objects
