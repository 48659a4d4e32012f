#include "schema/suite/coverage.h"

#include <algorithm>
#include <set>
#include <span>

#include "schema/json/write.h"

namespace structural::suite {
namespace {

using json::Value;
using ItemKind = CoverageItem::Kind;
using objects::Checks;

std::string Below(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : std::string(path).append(".").append(name);
}

// Whether the root field is one that every object has, whatever the schema specifies.
bool IsServersOwn(std::string_view field) { return field == "apiVersion" || field == "kind" || field == "metadata"; }

// Whether the path equals one of `paths` or is below one.
bool IsBelowAny(const std::set<std::string_view>& paths, std::string_view path) {
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = path.find_first_of(".[", end + 1);
    if (paths.contains(path.substr(0, end))) return true;
  }
  return false;
}

}  // namespace

CoverageItem* Coverage::Declare(ItemKind kind, const std::string& path, std::string label) {
  const auto [at, added] = items_.try_emplace(Key(path, kind, label));
  if (added) at->second = {kind, path, std::move(label)};
  return &at->second;
}

void Coverage::DeclareBranches(std::span<const Checks* const> branches, std::string_view composition,
                               const std::string& path, Parts& to) {
  std::size_t index = 0;
  for (const Checks* branch : branches) {
    std::string label = std::string(composition) + "[" + std::to_string(index++) + "]";
    to.branches.emplace_back(branch, Declare(ItemKind::kBranch, path, std::move(label)));
  }
}

void Coverage::DeclareChecks(const Checks& checks, const std::string& path, bool is_root) {
  Parts parts;
  if (!path.empty()) parts.field = Declare(ItemKind::kField, path, {});
  for (const Value& value : checks.enumeration) {
    std::string json;
    json::AppendJson(value, json);
    parts.enumeration.push_back(Declare(ItemKind::kEnum, path, std::move(json)));
  }
  DeclareBranches(checks.one_of, "oneOf", path, parts);
  DeclareBranches(checks.any_of, "anyOf", path, parts);
  parts_.insert_or_assign(&checks, std::move(parts));
  for (const objects::FieldChecks& field : checks.properties) {
    if (is_root && IsServersOwn(field.key)) continue;
    DeclareChecks(*field.value, Below(path, field.key), false);
  }
  if (checks.items != nullptr) DeclareChecks(*checks.items, path + "[*]", false);
  if (checks.additional_properties != nullptr) DeclareChecks(*checks.additional_properties, path + "[*]", false);
}

void Coverage::DeclareRules(const crd::Structural& schema, const std::string& path) {
  for (const crd::ValidationRule* rule : schema.x_validations)
    rules_[rule] = Declare(ItemKind::kRule, path, std::string(rule->rule));
  for (const auto& [name, property] : schema.properties) DeclareRules(*property, Below(path, name));
  if (schema.items != nullptr) DeclareRules(*schema.items, path + "[*]");
  const auto* additional = schema.additional_properties;
  if (additional != nullptr && additional->structural != nullptr) DeclareRules(*additional->structural, path + "[*]");
}

void Coverage::Open(const admission::ServedVersion& version) {
  Close();
  parts_.clear();
  rules_.clear();
  root_ = version.checks;
  if (root_ != nullptr) DeclareChecks(*root_, {}, true);
  if (version.schema != nullptr) DeclareRules(*version.schema, {});
}

void Coverage::Close() {
  for (const auto& [rule, seen] : trace_) {
    const auto found = rules_.find(rule);
    if (found == rules_.end()) continue;
    found->second->exercised |= seen.passed;
    found->second->failed |= seen.failed;
  }
  trace_.clear();
}

void Coverage::RecordObject(const Value& object) {
  if (root_ != nullptr) RecordObject(*root_, object, true);
}

void Coverage::RecordObject(const Checks& checks, const Value& value, bool is_root) {
  const auto found = parts_.find(&checks);
  if (found == parts_.end()) return;
  const Parts& parts = found->second;
  if (parts.field != nullptr) parts.field->exercised = true;
  for (std::size_t i = 0; i < parts.enumeration.size(); ++i) {
    if (Equal(checks.enumeration[i], value)) parts.enumeration[i]->exercised = true;
  }
  for (const auto& [branch, item] : parts.branches) {
    if (!item->exercised && objects::ValidateValue({}, *branch, value).empty()) item->exercised = true;
  }
  if (value.is_array() && checks.items != nullptr) {
    for (const Value& element : value.elements()) RecordObject(*checks.items, element, false);
  }
  if (!value.is_object()) return;
  for (const json::Member& member : value.members()) {
    const auto field = std::ranges::lower_bound(checks.properties, member.key, {}, &objects::FieldChecks::key);
    if (field != checks.properties.end() && field->key == member.key) {
      if (!is_root || !IsServersOwn(member.key)) RecordObject(*field->value, member.value, false);
    } else if (checks.additional_properties != nullptr) {
      RecordObject(*checks.additional_properties, member.value, false);
    }
  }
}

std::vector<const CoverageItem*> Coverage::Items() const {
  std::vector<const CoverageItem*> items;
  for (const auto& [key, item] : items_) items.push_back(&item);
  return items;
}

std::vector<const CoverageItem*> Coverage::UncoveredItems() const {
  std::vector<const CoverageItem*> gaps;
  std::set<std::string_view> unset_fields;  // paths of fields that no case sets; a path sorts before the paths below it
  for (const auto& [key, item] : items_) {
    if (item.covered() || IsBelowAny(unset_fields, item.path)) continue;
    if (item.kind == ItemKind::kField) unset_fields.insert(item.path);
    gaps.push_back(&item);
  }
  return gaps;
}

}  // namespace structural::suite
