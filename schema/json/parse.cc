#include "schema/json/parse.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "schema/base/json_scan.h"

namespace structural::json {
namespace {

using base::JsonReader;

constexpr std::ptrdiff_t kFew = 24;

bool Ascending(std::span<const Member> members) {
  return std::ranges::adjacent_find(members, std::ranges::greater_equal(), &Member::key) ==
         members.end();
}

// Stable, and without memory of its own: most objects are small.
void InsertionSort(std::span<Member> members) {
  for (std::size_t i = 1; i < members.size(); ++i) {
    const Member member = members[i];
    std::size_t at = i;
    for (; at > 0 && member.key < members[at - 1].key; --at) members[at] = members[at - 1];
    members[at] = member;
  }
}

// Sorts and lets the last of equal keys stand; -> how many there are.
std::size_t SortByKey(std::span<Member> members) {
  if (Ascending(members)) return members.size();
  if (std::ssize(members) <= kFew) {
    InsertionSort(members);
  } else {
    std::ranges::stable_sort(members, {}, &Member::key);
  }
  std::size_t kept = 0;
  for (const Member& member : members) {
    if (kept > 0 && members[kept - 1].key == member.key) --kept;
    members[kept++] = member;
  }
  return kept;
}

template <typename T>
std::span<T> MoveOut(std::vector<T>& stack, std::size_t from, std::size_t count,
                     base::Arena& arena) {
  const auto moved = arena.Copy(std::span<const T>(stack.data() + from, count));
  stack.resize(from);
  return moved;
}

}  // namespace

Value Parser::Object(JsonReader& in) {
  const std::size_t from = members_.size();
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    const std::string_view name = key;
    const Value value = Next(in);
    members_.push_back({name, value});
  }
  const std::size_t count = SortByKey(std::span(members_).subspan(from));
  return Value::Object(MoveOut(members_, from, count, arena_));
}

Value Parser::Array(JsonReader& in) {
  const std::size_t from = elements_.size();
  for (in.BeginArray(); in.NextElement();) elements_.push_back(Next(in));
  return Value::Array(MoveOut(elements_, from, elements_.size() - from, arena_));
}

Value Parser::Number(JsonReader& in) {
  const std::string_view literal = in.Number();
  if (const auto integer = base::ParseInt64(literal)) return Value::Int(*integer);
  const auto real = base::ParseDouble(literal);
  unrepresentable_ |= !real && in.ok();
  return Value::Double(real.value_or(0));
}

Value Parser::Next(JsonReader& in) {
  switch (in.Peek()) {
    case JsonReader::Kind::kObject: return Object(in);
    case JsonReader::Kind::kArray: return Array(in);
    case JsonReader::Kind::kString: return Value::String(in.String());
    case JsonReader::Kind::kNumber: return Number(in);
    case JsonReader::Kind::kBool: return Value::Bool(in.Bool());
    case JsonReader::Kind::kNull: return in.Null(), Value();
    case JsonReader::Kind::kNone: break;
  }
  in.FailKind("a value");
  return {};
}

Value Parser::Read(JsonReader& in) {
  unrepresentable_ = false;
  const Value value = Next(in);
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
  if (unrepresentable_) return {base::ErrorCode::kInvalidInput, std::string(kOutOfRange)};
  return value;
}

}  // namespace structural::json
