#include "schema/kubernetes/read.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "schema/go/base64.h"
#include "schema/go/time.h"
#include "schema/json/members.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/write.h"

namespace structural::kubernetes {
namespace {

using json::JsonReader;
using json::Member;
using json::Value;
using JsonKind = JsonReader::Kind;

// Reads values of Go types. If the arena is null, only checks the text, and returns meaningless values.
class Reading {
 public:
  Reading(JsonReader& in, base::Arena* arena) : in_(in), arena_(arena) {}

  // Reads a value of the type, and merges it into `before`, the earlier value of a repeated key. `before` is null if
  // the key is not repeated.
  Value Any(const Type& type, const Value& before);
  bool Null();

 private:
  Value Text(std::string_view made) { return arena_ == nullptr ? Value() : Value::String(arena_->Copy(made)); }

  Value Scalar(Kind kind);
  Value Struct(const Type& type, const Value& before);
  void FieldOf(const Field& field, std::size_t from);
  Value Map(const Type& element, const Value& before);
  Value List(const Type& element, const Value& before);
  Value Element(const Type& type, const Value& before);
  Value Bytes();
  Value Time();
  Value Json();

  JsonReader& in_;
  base::Arena* const arena_;
  std::vector<Member> members_;  // members of the open objects, innermost object last
  std::vector<Value> elements_;  // elements of the open lists, innermost list last
};

// Removes the elements of `open` from index `from` on, and returns a copy of them. The copy is in the memory of
// `before` if that is large enough, so that repeated keys need no further memory.
template <typename T>
std::span<T> Close(std::vector<T>& open, std::size_t from, std::span<T> before, base::Arena* arena) {
  const std::span<const T> read = std::span(open).subspan(from);
  std::span<T> kept;
  if (read.size() <= before.size()) {
    kept = before.first(std::ranges::copy(read, before.begin()).out - before.begin());
  } else if (arena != nullptr) {
    kept = arena->Copy(read);
  }
  open.resize(from);
  return kept;
}

std::span<Member> MembersOf(const Value& value) { return value.is_object() ? value.members() : std::span<Member>(); }

std::span<Value> ElementsOf(const Value& value) { return value.is_array() ? value.elements() : std::span<Value>(); }

bool Reading::Null() {
  if (in_.Peek() != JsonKind::kNull) return false;
  in_.Null();
  return true;
}

Value Reading::Scalar(Kind kind) {
  switch (kind) {
    case Kind::kString: return Value::String(in_.String());
    case Kind::kBool: return Value::Bool(in_.Bool());
    case Kind::kDouble: return Value::Double(in_.Double());
    default: break;
  }
  const std::int64_t value = in_.Int64();
  if (kind == Kind::kInt32 && value != static_cast<std::int32_t>(value)) {
    in_.Fail("the number does not fit into 32 bits");
  }
  return Value::Int(value);
}

// Reads the value of a field. null removes the value of a pointer, list or map, and does not change other values.
void Reading::FieldOf(const Field& field, std::size_t from) {
  const auto open = std::span(members_).subspan(from);
  const auto found = std::ranges::find(open, field.name, &Member::key);
  const auto place = from + (found - open.begin());
  const bool known = place < members_.size();
  if (Null()) {
    if (known && CanBeNull(field.type->kind)) members_.erase(members_.begin() + place);
    return;
  }
  const Value value = Any(*field.type, known ? members_[place].value : Value());
  if (arena_ == nullptr) return;
  if (!known) members_.push_back({field.name, {}});
  members_[place].value = value;
}

Value Reading::Struct(const Type& type, const Value& before) {
  const std::size_t from = members_.size();
  const auto old = MembersOf(before);
  members_.insert(members_.end(), old.begin(), old.end());
  std::string_view key;
  for (in_.BeginObject(); in_.NextKey(&key);) {
    const Field* field = type.Find(key);
    if (field == nullptr) {
      in_.Skip();
    } else {
      FieldOf(*field, from);
    }
  }
  json::SortByKey(std::span(members_).subspan(from));
  return Value::Object(Close(members_, from, old, arena_));
}

// Reads an element of a list or map. If the element is null, returns `before`, the earlier value of a repeated key; if
// this is null too, returns the zero value.
Value Reading::Element(const Type& type, const Value& before) {
  const Value value = Null() ? before : Any(type, before);
  return value.is_null() ? ZeroValueOf(type) : value;
}

Value Reading::Map(const Type& element, const Value& before) {
  const std::size_t from = members_.size();
  std::string_view key;
  for (in_.BeginObject(); in_.NextKey(&key);) {
    const std::string_view name = key;
    const Value value = Element(element, {});
    if (arena_ != nullptr) members_.push_back({name, value});
  }
  const auto old = MembersOf(before);
  if (members_.size() == from && before.is_object()) return before;
  if (!old.empty()) {
    in_.SpendOnRepetition((old.size() + members_.size() - from) * sizeof(Member));
    members_.insert(members_.begin() + from, old.begin(), old.end());
  }
  members_.resize(from + json::SortByKey(std::span(members_).subspan(from)));
  return Value::Object(Close(members_, from, old, arena_));
}

Value Reading::List(const Type& element, const Value& before) {
  const std::size_t from = elements_.size();
  const auto old = ElementsOf(before);
  for (in_.BeginArray(); in_.NextElement();) {
    const std::size_t index = elements_.size() - from;
    const Value value = Element(element, index < old.size() ? old[index] : Value());
    if (arena_ != nullptr) elements_.push_back(value);
  }
  return Value::Array(Close(elements_, from, old, arena_));
}

Value Reading::Bytes() {
  if (in_.Peek() == JsonKind::kString) {
    const auto bytes = go::DecodeBase64(in_.String());
    if (bytes) return Text(go::EncodeBase64(*bytes));
    in_.Fail("illegal base64 data");
    return {};
  }
  std::string bytes;
  for (in_.BeginArray(); in_.NextElement();) {
    const std::int64_t value = Null() ? 0 : in_.Int64();
    if (value < 0 || value > std::numeric_limits<unsigned char>::max()) in_.Fail("the number is no byte");
    bytes += static_cast<char>(value);
  }
  return Text(go::EncodeBase64(bytes));
}

// Reads a time. null is read as the zero time.
Value Reading::Time() {
  const auto time = go::NormalizeRfc3339(in_.String());
  if (!time) in_.Fail("the time is not in the form of RFC 3339");
  return !time || time->empty() ? Value() : Text(*time);
}

Value Reading::Json() {
  if (arena_ != nullptr) return json::Parser(*arena_).Read(in_);
  in_.Skip();
  return {};
}

Value Reading::Any(const Type& type, const Value& before) {
  switch (type.kind) {
    case Kind::kString:
    case Kind::kBool:
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kDouble: return Scalar(type.kind);
    case Kind::kBytes: return Bytes();
    case Kind::kTime: return Time();
    case Kind::kAny: return Json();
    case Kind::kPointer: return Any(*type.element, before);
    case Kind::kList: return List(*type.element, before);
    case Kind::kMap: return Map(*type.element, before);
    case Kind::kStruct:
      if (&type != &kJSONSchemaProps) return Struct(type, before);
      break;
    default: break;  // the other kinds occur only inside JSONSchemaProps
  }
  in_.Skip();
  return Value::Int(0);
}

}  // namespace

Value Read(JsonReader& in, const Type& type, base::Arena& arena) {
  Reading reading(in, &arena);
  return reading.Null() ? Value() : reading.Any(type, {});
}

void Check(JsonReader& in, const Type& type) {
  Reading reading(in, nullptr);
  if (!reading.Null()) reading.Any(type, {});
}

void CheckMember(JsonReader& in, const Type& structure, std::string_view name) {
  const Field* field = structure.Find(name);
  if (field == nullptr) {
    in.Skip();
    return;
  }
  Check(in, *field->type);
}

}  // namespace structural::kubernetes
