#include "schema/example/shrink.h"

#include <vector>

#include "schema/json/members.h"

namespace structural::example {
namespace {

using json::Value;

class Shrinker {
 public:
  Shrinker(const Value& value, const std::function<bool(const Value&)>& accepts, std::size_t max_calls,
           base::Arena& arena)
      : root_(json::DeepCopy(value, arena)), accepts_(accepts), left_(max_calls), arena_(arena) {}

  Value Run() {
    for (changed_ = true; changed_;) {
      changed_ = false;
      At(root_);
    }
    return root_;
  }

 private:
  void At(Value& value) {
    if (value.is_object()) Members(value);
    if (value.is_array()) Items(value);
  }

  void Members(Value& object) {
    std::vector<std::string_view> keys;
    for (const json::Member& member : object.members()) keys.push_back(member.key);
    for (const std::string_view key : keys) {
      const Value before = object;
      Value less = Copied(object);
      json::Take(less, key);
      if (Try(object, less, before)) continue;
      At(*object.Find(key));
    }
  }

  void Items(Value& list) {
    for (std::size_t i = list.elements().size(); i-- > 0;) {
      const Value before = list;
      std::vector<Value> items(list.elements().begin(), list.elements().end());
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
      if (Try(list, Value::Array(arena_.Copy(std::span<const Value>(items))), before)) continue;
      At(list.elements()[i]);
    }
  }

  bool Try(Value& place, const Value& less, const Value& before) {
    if (left_ == 0) return false;
    --left_;
    place = less;
    if (accepts_(root_)) return changed_ = true;
    place = before;
    return false;
  }

  // Returns a copy with members of its own.
  Value Copied(const Value& object) {
    return Value::Object(arena_.Copy(std::span<const json::Member>(object.members())));
  }

  Value root_;
  const std::function<bool(const Value&)>& accepts_;
  std::size_t left_;
  base::Arena& arena_;
  bool changed_ = false;
};

}  // namespace

Value Shrink(const Value& value, const std::function<bool(const Value&)>& accepts, std::size_t max_calls,
             base::Arena& arena) {
  return Shrinker(value, accepts, max_calls, arena).Run();
}

}  // namespace structural::example
