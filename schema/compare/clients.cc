#include "schema/compare/clients.h"

#include <algorithm>
#include <map>

#include "schema/compare/obligations.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::compare {
namespace {

using json::Value;

// A field of a CRD at which a change breaks clients. `removal`: only a change that removes the field, or sets it to
// false or None, breaks clients; false: every change does.
struct BreakingPath {
  std::string_view path;  // path without [names]; a trailing dot means all paths below it
  bool removal = false;
  bool refuses_all = false;  // after the change, all requests for objects fail
};

constexpr BreakingPath kBreaking[] = {
    {"spec.group", false, true},
    {"spec.scope", false, true},
    {"spec.names.plural", false, true},
    {"spec.names.kind", false, true},
    {"spec.names.listKind"},
    {"spec.names.singular"},
    {"spec.names.shortNames", true},
    {"spec.names.shortNames[]", true},
    {"spec.names.categories", true},
    {"spec.names.categories[]", true},
    {"spec.versions[]", true, true},
    {"spec.versions[].served", true, true},
    {"spec.versions[].subresources", true},
    {"spec.versions[].subresources.status", true},
    {"spec.versions[].subresources.scale", true},
    {"spec.versions[].subresources.scale."},
    {"spec.versions[].selectableFields", true},
    {"spec.versions[].selectableFields[]", true},
    {"spec.conversion.strategy", true},
};

// A field of spec. `name` is its path with the keys of list items in brackets: "spec.versions[v1].served". `form` is
// the path with empty brackets. `before` and `after` are its paths in each CRD, with indexes.
struct ClientField {
  std::string name;
  std::string form;
  std::string before;
  std::string after;

  ClientField Child(std::string_view key) const {
    const std::string below = "." + std::string(key);
    return {name + below, form + below, before + below, after + below};
  }
  ClientField Element(std::string_view key, std::size_t before_index, std::size_t after_index) const {
    const auto at = [](std::size_t index) { return "[" + std::to_string(index) + "]"; };
    return {name + "[" + std::string(key) + "]", form + "[]", before + at(before_index), after + at(after_index)};
  }
};

class SpecDiff {
 public:
  void Values(const ClientField& spot, const Value* before, const Value* after);
  std::vector<Change> Take() && { return std::move(changes_); }

 private:
  void Objects(const ClientField& spot, const Value& before, const Value& after);
  void Lists(const ClientField& spot, const Value& before, const Value& after);
  void Add(const ClientField& spot, const Value* before, const Value* after);

  std::vector<Change> changes_;
};

bool IsFalse(const Value* value) {
  return value == nullptr || value->is_null() || (value->kind() == Value::Kind::kBool && !value->boolean());
}

// Returns the row of kBreaking for a field that changes to `after`; null if the change breaks no client. `form` is the
// field's path without the names in brackets.
const BreakingPath* BreakingRowOf(const std::string& form, const Value* after) {
  const auto* found = std::ranges::find_if(kBreaking, [&](const BreakingPath& row) {
    const bool meant = row.path.ends_with('.') ? form.starts_with(row.path) : form == row.path;
    return meant && (!row.removal || IsFalse(after) || (after->is_string() && after->text() == "None"));
  });
  return found == std::end(kBreaking) ? nullptr : found;
}

// Whether a server served the requests that a change at the field can break. `before` is the field's old value. For a
// version, returns its `served`. Any other field affects all versions, so the result is true.
bool WasServed(const Value* before) {
  const bool is_version = before != nullptr && before->is_object();
  return !is_version || json::IsTrue(before->Find("served"));
}

// Returns a value as text. For a version, returns only its name.
std::string TextOfValue(const Value* value) {
  if (value == nullptr) return {};
  const std::string_view name = TextOf(value->Find("name"));
  return name.empty() ? ShortText(*value) : std::string(name);
}

void SpecDiff::Add(const ClientField& spot, const Value* before, const Value* after) {
  Change change{.aspect = Aspect::kClients};
  const BreakingPath* breaking = BreakingRowOf(spot.form, after);
  change.breaks_clients = breaking != nullptr;
  change.refuses_all = breaking != nullptr && breaking->refuses_all && WasServed(before);
  change.keyword = "spec";
  change.name = spot.name;
  change.before = TextOfValue(before);
  change.after = TextOfValue(after);
  change.before_path = spot.before;
  change.after_path = spot.after;
  changes_.push_back(std::move(change));
}

void SpecDiff::Objects(const ClientField& spot, const Value& before, const Value& after) {
  for (const json::Member& member : before.members()) {
    const bool skipped = member.key == "schema" || member.key == "name";
    if (!skipped) Values(spot.Child(member.key), &member.value, after.Find(member.key));
  }
  for (const json::Member& member : after.members()) {
    const bool skipped = member.key == "schema" || member.key == "name";
    if (!skipped && before.Find(member.key) == nullptr) Values(spot.Child(member.key), nullptr, &member.value);
  }
}

// Returns a text that identifies an element of a list in spec: its name, its jsonPath, or the whole element.
std::string KeyOf(const Value& element) {
  for (const std::string_view key : {"name", "jsonPath"}) {
    const std::string_view text = TextOf(element.Find(key));
    if (!text.empty()) return std::string(text);
  }
  std::string text;
  if (element.is_string()) return std::string(element.text());
  json::AppendJson(element, text);
  return text;
}

// Returns the keys of all elements. Appends a number to a key that occurs again, so that all keys differ.
std::vector<std::string> KeysOf(std::span<const Value> elements) {
  std::map<std::string, int> seen;
  std::vector<std::string> keys;
  for (const Value& element : elements) {
    std::string key = KeyOf(element);
    const int before = seen[key]++;
    keys.push_back(before == 0 ? key : key + ", " + std::to_string(before + 1));
  }
  return keys;
}

void SpecDiff::Lists(const ClientField& spot, const Value& before, const Value& after) {
  const std::span<const Value> a = before.elements(), b = after.elements();
  const std::vector<std::string> old_keys = KeysOf(a), new_keys = KeysOf(b);
  std::map<std::string_view, std::size_t> in_old, in_new;
  for (std::size_t i = 0; i < a.size(); ++i) in_old[old_keys[i]] = i;
  for (std::size_t i = 0; i < b.size(); ++i) in_new[new_keys[i]] = i;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto same = in_new.find(old_keys[i]);
    const bool kept = same != in_new.end();
    Values(spot.Element(old_keys[i], i, kept ? same->second : 0), &a[i], kept ? &b[same->second] : nullptr);
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!in_old.contains(new_keys[i])) Values(spot.Element(new_keys[i], 0, i), nullptr, &b[i]);
  }
}

void SpecDiff::Values(const ClientField& spot, const Value* before, const Value* after) {
  if (before == nullptr || after == nullptr) return Add(spot, before, after);
  if (before->is_object() && after->is_object()) return Objects(spot, *before, *after);
  if (before->is_array() && after->is_array()) return Lists(spot, *before, *after);
  if (!Equal(*before, *after)) Add(spot, before, after);
}

// Returns the steps of a path like ".spec.replicas".
FieldSteps StepsOf(std::string_view path) {
  FieldSteps steps;
  while (!path.empty()) {
    path.remove_prefix(path.front() == '.' ? 1 : 0);
    const std::string_view name = path.substr(0, path.find('.'));
    steps.push_back({Step::Kind::kName, std::string(name)});
    path.remove_prefix(name.size());
  }
  return steps;
}

}  // namespace

std::vector<Change> CompareClients(const LoadedCrd& before, const LoadedCrd& after) {
  SpecDiff diff;
  diff.Values({"spec", "spec", "spec", "spec"}, &before.spec, &after.spec);
  return std::move(diff).Take();
}

// Adds a refusal for each new path of the scale subresource, whatever the schema is. A server requires a 32-bit integer
// at a path of replicas, and refuses 1.0. No schema can require both, so the server may refuse objects that the schema
// accepts.
//
// Upstream: registry/customresource/validator.go ValidateScaleSpec, ValidateScaleStatus (v0.37.2).
void CompareScales(const LoadedVersion& from, const LoadedVersion& to, std::vector<Change>& changes) {
  const Value *before = from.Scale(), *after = to.Scale();
  for (const std::string_view field : {"specReplicasPath", "statusReplicasPath", "labelSelectorPath"}) {
    const std::string_view path = TextOf(Below(after, field));
    if (path.empty() || TextOf(Below(before, field)) == path) continue;
    Change change{.aspect = Aspect::kObjects, .effect = Effect::kSmaller};
    change.version = to.name;
    change.keyword = "scale";
    change.field = StepsOf(path);
    change.after = std::string(field);
    change.before_path = "spec.versions[" + std::to_string(from.index) + "]";
    change.after_path = "spec.versions[" + std::to_string(to.index) + "].subresources.scale";
    change.hints = {"-1"};
    changes.push_back(std::move(change));
  }
}

}  // namespace structural::compare
