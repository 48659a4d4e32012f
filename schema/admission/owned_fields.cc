// Functions for the fields in managedFields and in conflicts: the text of a field as a server prints it, and the path
// of a field in an object.
#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "schema/admission/object_server.h"
#include "schema/admission/owners.h"
#include "schema/admission/resource.h"
#include "schema/base/text.h"
#include "schema/json/members.h"
#include "schema/merge/path_element.h"
#include "schema/merge/typed_value.h"

namespace structural::admission {
namespace {

using json::Member;
using json::Value;
using merge::PathElement;

constexpr const char* kTooManyFields = "metadata.managedFields has too many fields";

// Whether `item` is the list item that `keys`, its list map keys, identify. A key that `item` does not have is ignored,
// because the key can have a default, which a client may omit.
bool HasKeys(const Value& item, const Value& keys) {
  return item.is_object() && std::ranges::all_of(keys.members(), [&](const Member& key) {
           const Value* own = item.Find(key.key);
           return own == nullptr || merge::EqualValues(*own, key.value);
         });
}

// Finds the paths of fields in one object. Builds an index for each long list, because each of its items may have a
// field manager, and a linear search for each item would be slow.
class FieldFinder {
 public:
  explicit FieldFinder(const Value& object) : object_(object) {}

  // Returns the longest beginning of `path` that the object has, with list items as indexes.
  kubernetes::PathSteps Find(merge::Path path) {
    kubernetes::PathSteps steps;
    const Value* at = &object_;
    for (const PathElement& step : path) {
      if (step.kind == PathElement::Kind::kField) {
        at = at->is_object() ? at->Find(step.name()) : nullptr;
        if (at == nullptr) break;
        steps.PushName(step.name());
        continue;
      }
      const std::size_t index = at->is_array() ? IndexOf(*at, step) : 0;
      if (!at->is_array() || index >= at->elements().size()) break;
      steps.PushIndex(index);
      at = &at->elements()[index];
    }
    return steps;
  }

 private:
  static constexpr std::size_t kLongList = 64;

  // Returns the index of the list item that `step` identifies, or the number of items if none matches.
  std::size_t IndexOf(const Value& list, const PathElement& step) {
    const auto items = list.elements();
    if (step.kind == PathElement::Kind::kIndex) return static_cast<std::size_t>(step.value.integer());
    if (items.size() > kLongList) {
      const auto& index = IndexOfList(list, step);
      const auto found = index.find(merge::KeyText(step));
      return found == index.end() ? items.size() : found->second;
    }
    const auto found = std::ranges::find_if(items, [&](const Value& item) {
      if (step.kind == PathElement::Kind::kKey) return HasKeys(item, step.value);
      return step.kind == PathElement::Kind::kValue && merge::EqualValues(item, step.value);
    });
    return static_cast<std::size_t>(found - items.begin());
  }

  using Index = std::unordered_map<std::string, std::size_t>;

  const Index& IndexOfList(const Value& list, const PathElement& step) {
    const auto [known, is_new] = lists_.try_emplace(&list);
    if (!is_new) return known->second;
    for (std::size_t i = 0; i < list.elements().size(); ++i) {
      const Value& item = list.elements()[i];
      if (step.kind == PathElement::Kind::kKey) {
        if (!item.is_object()) continue;
        std::vector<Member> keys;
        for (const Member& key : step.value.members()) {
          if (const Value* own = item.Find(key.key)) keys.push_back({key.key, *own});
        }
        known->second.emplace(merge::KeyText(PathElement::Key(keys)), i);
      } else if (!item.is_container()) {
        known->second.emplace(merge::KeyText(PathElement::Item(item)), i);
      }
    }
    return known->second;
  }

  const Value& object_;
  std::unordered_map<const Value*, Index> lists_;  // index of each long list: positions of its items by key
};

// Calls `visit` for each entry of managedFields: first with an empty path, and then with the path of each of its
// fields.
base::Status VisitSets(const Value& object, const std::function<void(const FieldOwner&, merge::Path)>& visit) {
  const Value entries = MetadataField(object, kManagedFields);
  if (entries.is_null()) return base::Ok();
  if (!entries.is_array()) return {base::ErrorCode::kInvalidInput, "metadata.managedFields must be a list"};
  base::Arena arena;
  std::size_t steps = 0, index = 0;
  for (const Value& entry : entries.elements()) {
    const std::string at = "metadata.managedFields[" + std::to_string(index++) + "]";
    if (!entry.is_object() && !entry.is_null()) return {base::ErrorCode::kInvalidInput, at + " must be an object"};
    // Go decodes null as an entry without fields.
    const auto text = [&](std::string_view key) {
      return entry.is_object() ? TextOf(entry.Find(key)) : std::string_view();
    };
    const FieldOwner owner{text("manager"), text("operation"), text("subresource"), text("apiVersion"), text("time")};
    if (owner.operation != "Apply" && owner.operation != "Update")
      return {base::ErrorCode::kInvalidInput, at + ": operation must be `Apply` or `Update`"};
    const Value* owned = entry.is_object() ? entry.Find("fieldsV1") : nullptr;
    const auto set = merge::ReadFieldsV1(owned == nullptr ? Value() : *owned, arena);
    if (!set.ok()) return {base::ErrorCode::kInvalidInput, "metadata.managedFields: " + set.error().message()};
    visit(owner, {});
    merge::ForEachPath(*set, [&](merge::Path path) {
      steps += path.size();
      if (steps <= kMaxOwnedSteps) visit(owner, path);
    });
    if (steps > kMaxOwnedSteps) return {base::ErrorCode::kLimitExceeded, kTooManyFields};
  }
  return base::Ok();
}

}  // namespace

std::string FieldText(const merge::AppliedObject::FieldConflict& conflict) { return merge::Text(conflict.path); }

kubernetes::PathSteps PlaceIn(const Value& object, const merge::AppliedObject::FieldConflict& conflict) {
  return FieldFinder(object).Find(conflict.path);
}

const Value* ValueIn(const Value& object, const merge::AppliedObject::FieldConflict& conflict) {
  const kubernetes::PathSteps steps = PlaceIn(object, conflict);
  if (steps.size() < conflict.path.size()) return nullptr;
  const Value* at = &object;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!at->is_array()) {
      at = at->Find(steps[i].name);
      continue;
    }
    std::size_t index = 0;
    const std::string_view digits = steps[i].name;
    std::from_chars(digits.data(), digits.data() + digits.size(), index);
    at = &at->elements()[index];
  }
  return at;
}

std::optional<kubernetes::PathSteps> FirstMistypedField(const ApplicableResource& resource,
                                                        const ServedVersion& version, const Value& object) {
  base::Arena arena;
  const auto errors =
      merge::Validate({resource.ScopesOf(version).main.type, &object}, merge::Duplicates::kForbidden, arena);
  if (errors.empty()) return std::nullopt;
  return FieldFinder(object).Find(errors.first_path());
}

std::string NameOf(const FieldOwner& owner) {
  std::string name(owner.manager);
  if (owner.operation == "Apply" && owner.subresource.empty()) return name;
  name.append(" (").append(owner.operation);
  if (!owner.subresource.empty()) base::AppendItem(name, ", ", owner.subresource);
  return name + ")";
}

std::string NameOf(const merge::ManagerInfo& manager) {
  return NameOf(FieldOwner{manager.manager, manager.applies ? "Apply" : "Update", manager.subresource, {}, {}});
}

base::Status VisitOwners(const Value& object, const OwnerVisitor& visit) {
  FieldFinder fields(object);
  return VisitSets(object, [&](const FieldOwner& owner, merge::Path path) {
    const kubernetes::PathSteps found = fields.Find(path);
    if (found.size() == path.size()) visit(owner, found);
  });
}

base::Status VisitOwnedFields(const Value& object,
                              const std::function<void(const FieldOwner&, const std::string& field)>& visit) {
  std::size_t bytes = 0;
  const base::Status read = VisitSets(object, [&](const FieldOwner& owner, merge::Path path) {
    if (bytes > kMaxOwnedBytes) return;
    const std::string field = merge::Text(path);
    bytes += field.size();
    if (bytes <= kMaxOwnedBytes) visit(owner, field);
  });
  if (read.ok() && bytes > kMaxOwnedBytes) return {base::ErrorCode::kLimitExceeded, kTooManyFields};
  return read;
}

base::Result<std::vector<std::vector<std::string>>> OwnersOf(const Value& object, std::span<const std::string> fields) {
  std::map<std::string_view, std::set<std::string>> owners;
  for (const std::string& field : fields) owners[field];
  const base::Status read = VisitSets(object, [&](const FieldOwner& owner, merge::Path path) {
    const auto found = owners.find(merge::Text(path));
    if (found != owners.end()) found->second.insert(NameOf(owner));
  });
  if (!read.ok()) return read.error();
  std::vector<std::vector<std::string>> names;
  for (const std::string& field : fields) names.emplace_back(owners[field].begin(), owners[field].end());
  return names;
}

}  // namespace structural::admission
