#include "schema/json/value.h"

#include <algorithm>
#include <limits>

#include "schema/json/members.h"
#include "schema/json/scan.h"

namespace structural::json {
namespace {

using json::JsonReader;

template <typename T>
std::span<T> MoveOut(std::vector<T>& stack, std::size_t from, std::size_t count, base::Arena& arena) {
  const auto moved = arena.Copy(std::span<const T>(stack.data() + from, count));
  stack.resize(from);
  return moved;
}

}  // namespace

Value* Value::Find(std::string_view key) const {
  if (!is_object()) return nullptr;
  const auto found = std::ranges::lower_bound(members(), key, {}, &Member::key);
  return found == members().end() || found->key != key ? nullptr : &found->value;
}

bool Equal(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Value::Kind::kNull: return true;
    case Value::Kind::kBool: return a.boolean() == b.boolean();
    case Value::Kind::kInt: return a.integer() == b.integer();
    case Value::Kind::kDouble: return a.real() == b.real();
    case Value::Kind::kString: return a.text() == b.text();
    case Value::Kind::kArray: return std::ranges::equal(a.elements(), b.elements(), Equal);
    case Value::Kind::kObject: break;
  }
  return std::ranges::equal(a.members(), b.members(),
                            [](const Member& x, const Member& y) { return x.key == y.key && Equal(x.value, y.value); });
}

Value Parser::ReadObject(JsonReader& in) {
  const std::size_t from = members_.size();
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    const std::string_view name = key;
    const Value value = ReadNext(in);
    members_.push_back({name, value});
  }
  const std::size_t count = SortByKey(std::span(members_).subspan(from));
  return Value::Object(MoveOut(members_, from, count, arena_));
}

Value Parser::ReadArray(JsonReader& in) {
  const std::size_t from = elements_.size();
  for (in.BeginArray(); in.NextElement();) elements_.push_back(ReadNext(in));
  return Value::Array(MoveOut(elements_, from, elements_.size() - from, arena_));
}

Value Parser::ReadNumber(JsonReader& in) {
  const std::string_view literal = in.Number();
  if (const auto integer = json::ParseInt64(literal)) return Value::Int(*integer);
  const auto real = json::ParseDouble(literal);
  has_unrepresentable_number_ |= !real && in.ok();
  return Value::Double(real.value_or(0));
}

Value Parser::ReadNext(JsonReader& in) {
  switch (in.Peek()) {
    case JsonReader::Kind::kObject: return ReadObject(in);
    case JsonReader::Kind::kArray: return ReadArray(in);
    case JsonReader::Kind::kString: return Value::String(in.String());
    case JsonReader::Kind::kNumber: return ReadNumber(in);
    case JsonReader::Kind::kBool: return Value::Bool(in.Bool());
    case JsonReader::Kind::kNull: in.Null(); return Value();
    case JsonReader::Kind::kNone: break;
  }
  in.FailWrongKind("a value");
  return {};
}

Value Parser::Read(JsonReader& in) {
  has_unrepresentable_number_ = false;
  const Value value = ReadNext(in);
  members_.clear();
  elements_.clear();
  return value;
}

base::Result<Value> Parser::Parse(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return {base::ErrorCode::kLimitExceeded, "the JSON text is longer than 4 GiB"};
  }
  JsonReader in(text, arena_);
  const Value value = Read(in);
  if (!in.AtEnd()) return in.error();
  if (has_unrepresentable_number_) return {base::ErrorCode::kInvalidInput, std::string(kNumberOutOfRange)};
  return value;
}

}  // namespace structural::json
