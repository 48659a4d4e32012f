#include "schema/unions/item_key.h"

#include "schema/json/write.h"

namespace structural::unions {

using json::Value;

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
