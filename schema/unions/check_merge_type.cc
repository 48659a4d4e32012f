#include <string>
#include <unordered_set>

#include "schema/json/write.h"
#include "schema/unions/merge_type.h"

namespace structural::unions {

using json::Value;

namespace {

using Kind = MergeType::Kind;

// Extends the path by one step during its lifetime. One text is shared by all levels, because one text per level would
// need memory quadratic in the depth.
class PathScope {
 public:
  PathScope(std::string& path, std::string_view dot, std::string_view step, std::string_view end = {})
      : path_(path), before_(path.size()) {
    path_.append(dot).append(step).append(end);
  }
  ~PathScope() { path_.resize(before_); }
  PathScope(const PathScope&) = delete;
  PathScope& operator=(const PathScope&) = delete;

 private:
  std::string& path_;
  const std::size_t before_;
};

base::Error Wrong(const std::string& path, const char* text) {
  return {base::ErrorCode::kInvalidInput, path + ": " + text};
}

bool IsBoolean(const Value& value) { return value.kind() == Value::Kind::kBool; }
bool IsScalar(const Value& value) { return value.is_string() || value.is_number() || IsBoolean(value); }

base::Status Check(const Value& value, const MergeType& type, std::string& path);

// Returns the key of an item. Precondition: the list is not atomic.
base::Result<std::string> CheckItem(const Value& item, const MergeType& list, const std::string& path) {
  if (list.keys.empty()) {
    if (!IsScalar(item)) return Wrong(path, "a set has scalars only");
  } else if (!item.is_object()) {
    return Wrong(path, "a list with keys has objects only");
  }
  auto key = ItemKey(item, list);
  if (!key) return Wrong(path, "a key of the list is missing");
  return *std::move(key);
}

base::Status CheckList(const Value& list, const MergeType& type, std::string& path) {
  std::unordered_set<std::string> keys;
  for (std::size_t i = 0; i < list.elements().size(); ++i) {
    const Value& item = list.elements()[i];
    const PathScope element(path, "[", std::to_string(i), "]");
    const base::Status status = Check(item, *type.element, path);
    if (!status.ok()) return status;
    if (type.is_atomic) continue;
    auto key = CheckItem(item, type, path);
    if (!key.ok()) return key.error();
    if (!keys.insert(*std::move(key)).second) return Wrong(path, "a repeated key");
  }
  return base::Ok();
}

base::Status CheckMap(const Value& map, const MergeType& type, std::string& path) {
  for (const json::Member& member : map.members()) {
    const PathScope field_path(path, ".", member.key);
    const MergeType::Field* field = type.Find(member.key);
    const MergeType* member_type = field != nullptr ? field->type.get() : type.element.get();
    if (member_type == nullptr) return Wrong(path, "field not declared in schema");
    base::Status status = Check(member.value, *member_type, path);
    if (!status.ok()) return status;
  }
  return base::Ok();
}

base::Status Check(const Value& value, const MergeType& type, std::string& path) {
  if (value.is_null()) return base::Ok();
  const auto expect = [&](bool met, const char* text) -> base::Status { return met ? base::Ok() : Wrong(path, text); };
  switch (type.kind) {
    case Kind::kUntyped:
    case Kind::kDeduced: return base::Ok();
    case Kind::kNumber: return expect(value.is_number(), "expected numeric");
    case Kind::kString: return expect(value.is_string(), "expected string");
    case Kind::kBool: return expect(IsBoolean(value), "expected boolean");
    case Kind::kScalar: return expect(IsScalar(value), "expected any scalar");
    case Kind::kList: return value.is_array() ? CheckList(value, type, path) : Wrong(path, "expected list");
    case Kind::kMap: break;
  }
  return value.is_object() ? CheckMap(value, type, path) : Wrong(path, "expected map");
}

}  // namespace

base::Status CheckMergeType(const Value& value, const MergeType& type) {
  std::string path;
  return Check(value, type, path);
}

std::optional<std::string> ItemKey(const Value& item, const MergeType& list) {
  std::string text;
  if (list.keys.empty()) json::AppendJson(item, text);
  for (const std::string_view key : list.keys) {
    const Value* value = item.Find(key);
    if (value == nullptr) {
      const MergeType::Field* field = list.element->Find(key);
      if (field == nullptr || field->default_value.is_null()) return std::nullopt;
      value = &field->default_value;
    }
    json::AppendJson(*value, text);
    text += ',';
  }
  return text;
}

ItemIndex::ItemIndex(const Value* list, const MergeType& type) : type_(type) {
  if (list == nullptr || !list->is_array()) return;
  for (const Value& item : list->elements()) {
    if (auto key = ItemKey(item, type)) items_.emplace(*std::move(key), &item);
  }
}

const Value* ItemIndex::Find(const Value& item) const {
  const auto key = ItemKey(item, type_);
  const auto found = key ? items_.find(*key) : items_.end();
  return found != items_.end() ? found->second : nullptr;
}

}  // namespace structural::unions
