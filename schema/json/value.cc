#include "schema/json/value.h"

#include <algorithm>

namespace structural::json {

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
  return std::ranges::equal(a.members(), b.members(), [](const Member& x, const Member& y) {
    return x.key == y.key && Equal(x.value, y.value);
  });
}

}  // namespace structural::json
