#include <algorithm>
#include <string>
#include <unordered_set>

#include "schema/json/identity.h"
#include "schema/values/maker.h"

namespace structural::values {
namespace {

using json::Value;

std::span<const std::string_view> KeysOf(const ValueRequirements& list) {
  if (list.schema == nullptr || list.schema->extensions->x_list_type != "map") return {};
  return list.schema->extensions->x_list_map_keys;
}

// Returns a text that must be unique among the items of a list.
std::string IdentityOf(const Value& item, std::span<const std::string_view> keys) {
  if (keys.empty() || !item.is_object()) return json::DeepIdentity(item);
  std::string identity;
  for (const std::string_view key : keys) {
    const Value* value = item.Find(key);
    identity += (value == nullptr ? "" : json::DeepIdentity(*value)) + "\n";
  }
  return identity;
}

bool IsSet(const ValueRequirements& list) {
  return list.schema != nullptr && list.schema->extensions->x_list_type == "set";
}

}  // namespace

// Makes items that must differ as different variants.
std::optional<Value> Maker::List(const ValueRequirements& demands, const CombinedRequirements& facts) {
  const auto keys = KeysOf(demands);
  const bool differ = !keys.empty() || IsSet(demands) || facts.has_unique_items;
  const bool goes_on = demands.LeadsToItem();
  const bool shows = goes_on || ((demands.is_shown || demands.levels > 0) && facts.max_items > 0);
  const std::int64_t least = std::max<std::int64_t>(facts.min_items, shows ? 1 : 0);
  std::vector<Value> items;
  std::unordered_set<std::string> seen;
  for (std::size_t tried = 0; static_cast<std::int64_t>(items.size()) < least; ++tried) {
    if (static_cast<std::int64_t>(tried) > 4 * least + 8 || !budget_.Bytes(1)) return std::nullopt;
    ValueRequirements item = items.empty() ? FirstItemDemands(demands) : ItemDemands(demands);
    item.variant = differ ? tried : demands.variant;
    item.is_shown |= demands.is_shown;
    if (least > 1) {
      for (const std::string_view key : keys) item.present.push_back({key, nullptr});
    }
    const auto made = Make(item);
    if (!made) return std::nullopt;
    if (differ && !seen.insert(IdentityOf(made->value, keys)).second) continue;
    items.push_back(made->value);
    if (!differ && !goes_on) {
      const std::size_t values = CountValues(made->value) * static_cast<std::size_t>(least);
      if (!budget_.Bytes(values * sizeof(Value))) return std::nullopt;
      items.resize(static_cast<std::size_t>(least), made->value);
    }
  }
  return Value::Array(arena_.Copy(std::span<const Value>(items)));
}

}  // namespace structural::values
