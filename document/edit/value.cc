#include "document/edit/value.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace structural::document {
namespace {

using base::ErrorCode;
using json::JsonReader;
using Kind = Value::Kind;

bool IsNumber(const std::string& text) {
  return !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
}

bool IsInteger(const std::string& text) { return text.find_first_of(".eE") == std::string::npos; }

bool IsZero(const std::string& text) { return text.find_first_not_of("-0") == std::string::npos; }

bool EqualLiterals(const std::string& a, const std::string& b) {
  if (a == b || !IsNumber(a) || !IsNumber(b)) return a == b;
  if (IsInteger(a) && IsInteger(b)) return IsZero(a) && IsZero(b);
  const auto first = json::ParseDouble(a);
  return first && first == json::ParseDouble(b);
}

// Minimum number of children for an index. With fewer, a linear search is faster than to build the index.
constexpr std::size_t kIndexed = 32;

std::ptrdiff_t FindAmong(const std::vector<Value::Child>& members, std::string_view key) {
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const Value::Child& child) { return child.key == key; });
  return found == members.end() ? -1 : found - members.begin();
}

std::unique_ptr<MemberPlaces> IndexMembers(const std::vector<Value::Child>& members) {
  auto places = std::make_unique<MemberPlaces>();
  for (std::size_t i = members.size(); i-- > 0;) places->Add(members[i].key, i);
  return places;
}

// Returns the indexes of the members, sorted by key. Members with equal keys keep their order.
std::vector<std::size_t> ByKey(const Value& object) {
  std::vector<std::size_t> places(object.children.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return object.children[a].key < object.children[b].key; });
  return places;
}

bool EqualObjects(const Value& a, const Value& b) {
  const auto first = ByKey(a), second = ByKey(b);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto &one = a.children[first[i]], &other = b.children[second[i]];
    if (one.key != other.key || !Equal(*one.value, *other.value)) return false;
  }
  return true;
}

// Keeps only the last member of each key.
void DropRepeated(Value& object) {
  const auto places = ByKey(object);
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    if (object.children[places[i]].key == object.children[places[i + 1]].key) {
      object.children[places[i]].value = nullptr;
    }
  }
  std::erase_if(object.children, [](const Value::Child& child) { return child.value == nullptr; });
}

}  // namespace

std::ptrdiff_t Value::Find(std::string_view key) const {
  if (children.size() < kIndexed) return FindAmong(children, key);
  if (!places || places->shifts() * places->shifts() > children.size()) {
    places = IndexMembers(children);
  }
  const auto noted = places->Of(key);
  if (!noted) return -1;
  for (std::size_t away = 0; away <= places->shifts(); ++away) {
    for (const std::size_t at : {*noted - away, *noted + away}) {
      if (at < children.size() && children[at].key == key) return static_cast<std::ptrdiff_t>(at);
    }
  }
  return FindAmong(children, key);
}

bool Value::InOrder() const {
  if (!in_order) {
    in_order =
        std::is_sorted(children.begin(), children.end(), [](const Child& a, const Child& b) { return a.key < b.key; });
  }
  return *in_order;
}

void Value::Insert(std::size_t at, Child child) {
  const bool last = at == children.size();
  if (places) places->Add(child.key, at);
  if (places && !last) places->RecordShift();
  const bool fits = (at == 0 || !(child.key < children[at - 1].key)) && (last || !(children[at].key < child.key));
  if (in_order == true && !fits) in_order = false;
  children.insert(children.begin() + static_cast<std::ptrdiff_t>(at), std::move(child));
}

void Value::InsertInOrder(std::vector<Child> added) {
  const auto less = [](const Child& a, const Child& b) { return a.key < b.key; };
  std::sort(added.begin(), added.end(), less);
  const auto before = static_cast<std::ptrdiff_t>(children.size());
  std::move(added.begin(), added.end(), std::back_inserter(children));
  std::inplace_merge(children.begin(), children.begin() + before, children.end(), less);
  places.reset();
}

void Value::Erase(std::size_t at) {
  if (places) places->Remove(children[at].key);
  if (places && at + 1 < children.size()) places->RecordShift();
  if (in_order == false) in_order.reset();
  children.erase(children.begin() + static_cast<std::ptrdiff_t>(at));
}

void Value::Rename(std::size_t at, const std::string& key) {
  if (places) places->Remove(children[at].key);
  if (places) places->Add(key, at);
  in_order.reset();
  has_renamed_child = true;
  children[at].key = key;
}

bool Equal(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.children.size() != b.children.size()) return false;
  switch (a.kind) {
    case Kind::kString: return a.text == b.text;
    case Kind::kLiteral: return EqualLiterals(a.text, b.text);
    case Kind::kObject: return EqualObjects(a, b);
    case Kind::kArray: break;
  }
  return std::equal(a.children.begin(), a.children.end(), b.children.begin(),
                    [](const Value::Child& one, const Value::Child& other) { return Equal(*one.value, *other.value); });
}

void Values::ReadMembers(JsonReader& in, bool is_new, int depth, Value& to) {
  to.kind = Kind::kObject;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    std::string name(key);
    to.children.push_back({std::move(name), Read(in, is_new, depth + 1)});
  }
  DropRepeated(to);
}

void Values::ReadElements(JsonReader& in, bool is_new, int depth, Value& to) {
  to.kind = Kind::kArray;
  for (in.BeginArray(); in.NextElement();) {
    Value* const element = Read(in, is_new, depth + 1);
    if (!is_new) element->old_index = static_cast<std::uint32_t>(to.children.size());
    to.children.push_back({{}, element});
  }
}

Value* Values::Read(JsonReader& in, bool is_new, int depth) {
  Value& value = all_.emplace_back();
  value.is_new = value.changed = is_new;
  if (depth > kMaxEditDepth) {
    too_deep_ = true;
    in.Fail("nested too deep");
    return &value;
  }
  switch (in.Peek()) {
    case JsonReader::Kind::kObject: ReadMembers(in, is_new, depth, value); break;
    case JsonReader::Kind::kArray: ReadElements(in, is_new, depth, value); break;
    case JsonReader::Kind::kString:
      value.kind = Kind::kString;
      value.text = in.String();
      break;
    default: value.text = in.ReadUndecoded();
  }
  return &value;
}

Value* Values::Copy(const Value& value) {
  Value& copy = all_.emplace_back();
  copy.kind = value.kind;
  copy.is_new = copy.changed = true;
  copy.text = value.text;
  for (const Value::Child& child : value.children) {
    copy.children.push_back({child.key, Copy(*child.value)});
  }
  return &copy;
}

base::Result<Value*> Values::Parse(std::string_view json, bool is_new) {
  base::Arena arena;
  JsonReader in(json, arena);
  too_deep_ = false;
  Value* const value = Read(in, is_new, 0);
  if (too_deep_) {
    return {ErrorCode::kLimitExceeded,
            "nested more than " + std::to_string(kMaxEditDepth) + " levels deep, so the document is not edited"};
  }
  const bool read = in.AtEnd();
  if (!read) return in.error().In("read the value as JSON");
  if (in.has_unrepresentable_number()) return {ErrorCode::kInvalidInput, "a number is out of range"};
  return value;
}

}  // namespace structural::document
