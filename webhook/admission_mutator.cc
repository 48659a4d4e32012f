#include "webhook/admission_mutator.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>
#include <utility>

#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/unions/kep/declaration.h"

namespace structural::webhook {
namespace {

// An entry of metadata.managedFields has the fields that a manager owns as a tree, in `fieldsV1`. `f:spec` is a field,
// and `k:{"name":"a"}` the list item with these keys. An element without children is owned as a whole. The child `.`
// means that the object itself is owned, too.
//
// Upstream: structured-merge-diff fieldpath/serialize.go, serialize-pe.go (v6.3.0).
using json::Member;
using json::Value;

constexpr std::string_view kItem = "k:";

// Returns the JSON with escapes for <, > and &, and for the other characters that Go's encoding/json escapes by
// default.
std::string HtmlEscaped(std::string_view json) {
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else if (c == '>') {
      text += "\\u003e";
    } else if (c == '&') {
      text += "\\u0026";
    } else {
      text += c;
    }
  }
  return text;
}

// Returns the keys of a list item as JSON; empty if the item does not have all of them. `like` is an object with the
// names of the keys, whose values are ignored.
std::string KeyOf(const Value& item, const Value& like) {
  std::vector<Member> parts;
  for (const Member& part : like.members()) {
    const Value* found = item.Find(part.key);
    if (found == nullptr) return {};
    parts.push_back({part.key, *found});
  }
  std::string text;
  json::AppendJson(Value::Object(parts), text);
  return text;
}

// Returns the element of fieldsV1 for a member: "f:" and the key.
std::string_view FieldElement(std::string_view key, base::Arena& arena) {
  return arena.Copy(std::string_view(std::string("f:").append(key)));
}

// Returns the element of fieldsV1 for an item of a list; empty if `owned`, the owned fields of the list, does not have
// it. Searches by the text of the element, because lists can be long.
std::string_view ItemElement(const Value& item, const Value& owned, base::Arena& arena) {
  const auto like =
      std::ranges::find_if(owned.members(), [](const Member& member) { return member.key.starts_with(kItem); });
  if (like == owned.members().end()) return {};
  const auto keys = json::Parser(arena).Parse(like->key.substr(kItem.size()));
  if (!keys.ok() || !keys->is_object()) return {};
  const std::string key = KeyOf(item, *keys);
  for (const std::string& written : {key, HtmlEscaped(key)}) {
    const std::string element = std::string(kItem) + written;
    if (owned.Find(element) != nullptr) return arena.Copy(std::string_view(element));
  }
  return {};
}

void DropElement(std::string_view element, Value& owned) {
  const auto rest = std::ranges::remove(owned.members(), element, &Member::key);
  owned.Truncate(owned.members().size() - rest.size());
}

// Adds the element to `owned` without children, which means that the manager owns it as a whole. Does nothing if
// `owned` has the element already. `arena` and the text of the element must outlive `owned`.
void AddElement(std::string_view element, Value& owned, base::Arena& arena) {
  if (owned.Find(element) != nullptr) return;
  std::vector<Member> members(owned.members().begin(), owned.members().end());
  const auto place = std::ranges::lower_bound(members, element, {}, &Member::key);
  members.insert(place, {element, Value::Object({})});
  owned = Value::Object(arena.Copy(std::span<const Member>(members)));
}

using unions::kep::Change;
using unions::kep::Step;

// Returns the schema of the value to which the step leads; nullptr if the schema does not specify it.
const Value* SchemaBelow(const Value* schema, const Step& step) {
  const auto* key = std::get_if<std::string_view>(&step);
  if (key == nullptr) return Below(schema, "items");
  const Value* property = Below(Below(schema, "properties"), *key);
  return property != nullptr ? property : Below(schema, "additionalProperties");
}

std::string_view KeyOf(const Change& change) { return std::get<std::string_view>(change.at.back()); }

std::span<const Step> Parents(const Change& change) { return std::span(change.at).first(change.at.size() - 1); }

// Returns the field of the union that the changed discriminator names; empty if the discriminator was cleared, or does
// not name a field.
std::string_view MemberNamed(const Change& change, const Value& schema) {
  if (change.now == nullptr) return {};
  const Value* at = &schema;
  for (const Step& step : Parents(change)) at = SchemaBelow(at, step);
  if (at == nullptr) return {};
  for (const unions::Union& of : unions::kep::UnionsOf(*at)) {
    if (of.discriminator != KeyOf(change)) continue;
    const auto found = std::ranges::find(of.members, TextOf(change.now), &unions::UnionMember::value);
    if (found != of.members.end()) return found->field;
  }
  return {};
}

// Owned: changes the fields that one manager owns.
class Owned {
 public:
  Owned(Value& fields, const Value& object, base::Arena& arena) : fields_(fields), object_(object), arena_(arena) {}

  void Follow(const Change& change, const Value& schema) {
    const std::string_view field = FieldElement(KeyOf(change), arena_);
    const std::string_view named = MemberNamed(change, schema);
    const std::string_view member = named.empty() ? named : FieldElement(named, arena_);
    At(fields_, object_, Parents(change), [&](Value& owned) {
      const bool owns = !member.empty() && owned.Find(member) != nullptr;
      owns ? AddElement(field, owned, arena_) : DropElement(field, owned);
    });
  }

 private:
  // Calls change() with the owned fields of the value to which the steps lead, and then removes elements that are
  // empty. Does nothing if the manager owns no such fields, or owns a list or map around them as a whole.
  template <typename ChangeFields>
  void At(Value& owned, const Value& value, std::span<const Step> steps, const ChangeFields& change) {
    if (steps.empty()) return change(owned);
    const auto [element, below] = Next(owned, value, steps.front());
    if (element.empty() || below == nullptr) return;
    Value& child = *owned.Find(element);
    if (!child.is_object() || child.members().empty()) return;
    At(child, *below, steps.subspan(1), change);
    if (child.members().empty()) DropElement(element, owned);
  }

  struct Place {
    std::string_view element;  // element of fieldsV1 for a step; empty if the manager does not own it
    const Value* value;        // the value in the object to which the step leads
  };

  Place Next(const Value& owned, const Value& value, const Step& step) {
    if (const auto* key = std::get_if<std::string_view>(&step)) {
      const std::string_view field = FieldElement(*key, arena_);
      return {owned.Find(field) != nullptr ? field : std::string_view(), value.Find(*key)};
    }
    const Value& item = value.elements()[std::get<std::size_t>(step)];
    const std::string_view element = ItemElement(item, owned, arena_);
    return {element, element.empty() ? nullptr : &item};
  }

  Value& fields_;
  const Value& object_;
  base::Arena& arena_;
};

// Returns fieldsV1 of an entry; nullptr if the entry is in another version or format.
Value* FieldsOf(const Value& entry, std::string_view api_version) {
  if (TextOf(entry.Find("apiVersion")) != api_version) return nullptr;
  if (TextOf(entry.Find("fieldsType")) != "FieldsV1") return nullptr;
  Value* fields = entry.Find("fieldsV1");
  return fields != nullptr && fields->is_object() ? fields : nullptr;
}

}  // namespace

std::vector<std::size_t> UpdateManagedFields(const std::vector<Change>& changes, const Value& schema, Value& now,
                                             base::Arena& arena) {
  std::vector<std::size_t> emptied;
  const Value* entries = Below(now.Find("metadata"), "managedFields");
  if (entries == nullptr || !entries->is_array()) return emptied;
  for (std::size_t i = 0; i < entries->elements().size(); ++i) {
    Value* fields = FieldsOf(entries->elements()[i], TextOf(now.Find("apiVersion")));
    if (fields == nullptr || fields->members().empty()) continue;
    Owned owned(*fields, now, arena);
    for (const Change& change : changes) owned.Follow(change, schema);
    if (fields->members().empty()) emptied.push_back(i);
  }
  return emptied;
}

namespace {

using unions::kep::Steps;

const Steps kManagers = {std::string_view("metadata"), std::string_view("managedFields")};

// Returns whether the change is in one of the entries of metadata.managedFields that are removed as a whole.
bool IsIn(const std::vector<std::size_t>& managers_out, const Change& change) {
  return change.at.size() > kManagers.size() && std::equal(kManagers.begin(), kManagers.end(), change.at.begin()) &&
         std::ranges::binary_search(managers_out, std::get<std::size_t>(change.at[2]));
}

void AddOperation(const char* operation, const Steps& at, const json::Value* value, json::Writer& to) {
  to.BeginObject().Add("op", operation).Add("path", unions::kep::PointerTo(at));
  if (value != nullptr) to.Add("value", *value);
  to.EndObject();
}

// Returns a JSON Patch (RFC 6902) of the changes. It ends with the removal of the entries of metadata.managedFields at
// the indexes `managers_out`, which must be sorted.
std::string WritePatch(const std::vector<Change>& changes, const std::vector<std::size_t>& managers_out) {
  json::Writer to;
  to.BeginList();
  for (const Change& change : changes) {
    if (IsIn(managers_out, change)) continue;
    const char* operation = change.now == nullptr ? "remove" : change.was == nullptr ? "add" : "replace";
    AddOperation(operation, change.at, change.now, to);
  }
  for (const std::size_t index : std::views::reverse(managers_out)) {
    Steps at = kManagers;
    at.emplace_back(index);
    AddOperation("remove", at, nullptr, to);
  }
  std::string patch = to.EndList().Take();
  return patch == "[]" ? std::string() : patch;
}

using unions::kep::UndecidedUnion;

// Returns the reason why the object must not be normalized (Mutation::skip_reason); empty if it must be.
std::string_view SkipReasonOfObject(const AdmissionRequest& request) {
  if (request.operation != "CREATE" && request.operation != "UPDATE") return "operation";
  if (!request.sub_resource.empty() && request.sub_resource != "status") return "subresource";
  return {};
}

std::string TextOf(const Change& change) {
  std::string text = unions::kep::PathOf(change.at) + ": ";
  if (change.now == nullptr) return text + "cleared";
  json::AppendJson(*change.now, text += "set to ");
  return text;
}

class Mutating {
 public:
  Mutating(const Value& schema, base::Arena& arena) : schema_(schema), arena_(arena) {}

  base::Result<Mutation> Run(const AdmissionRequest& request) {
    const auto sent = Parse(request.object, "object");
    if (!sent.ok()) return sent.error();
    Value before;
    if (!request.old_object.empty()) {
      const auto old = Parse(request.old_object, "oldObject");
      if (!old.ok()) return old.error();
      before = *old;
    }
    Value now = *Parse(request.object, "object");
    unions::kep::Normalize(&before, now, schema_, arena_);
    SortUndecided(before, now);
    if (mutation_.allowed()) Describe(*sent, now);
    return std::move(mutation_);
  }

 private:
  base::Result<Value> Parse(std::string_view text, const char* what) {
    auto value = json::Parser(arena_).Parse(text);
    if (!value.ok()) return value.error().In(what);
    return value;
  }

  void SortUndecided(const Value& before, const Value& now) {
    auto undecided = unions::kep::FindUndecidedUnions(now, schema_);
    if (undecided.empty()) return;
    std::set<std::pair<std::string, std::vector<std::string>>> stored;
    for (UndecidedUnion& one : unions::kep::FindUndecidedUnions(before, schema_))
      stored.emplace(std::move(one.path), std::move(one.fields));
    for (UndecidedUnion& one : undecided) {
      const bool known = stored.contains({one.path, one.fields});
      (known ? mutation_.known_unions : mutation_.refused_unions).push_back(std::move(one));
    }
  }

  void Describe(const Value& sent, Value& now) {
    const auto changes = unions::kep::ChangesBetween(sent, now);
    if (changes.empty()) return;
    mutation_.change_count = changes.size();
    for (const Change& change : std::span(changes).first(std::min(kMaxReportedChanges, changes.size())))
      mutation_.changes.push_back(TextOf(change));
    const auto emptied = UpdateManagedFields(changes, schema_, now, arena_);
    mutation_.patch = WritePatch(unions::kep::ChangesBetween(sent, now), emptied);
  }

  const Value& schema_;
  base::Arena& arena_;
  Mutation mutation_;
};

}  // namespace

base::Result<Mutation> Mutate(const AdmissionRequest& request, const UnionCrds& crds, base::Arena& arena) {
  Mutation mutation;
  mutation.skip_reason = SkipReasonOfObject(request);
  if (!mutation.skip_reason.empty()) return mutation;
  const auto crd = crds.Find(request.resource, request.group);
  const Value schema = crd == nullptr ? Value() : crd->unions.SchemaOf(request.version);
  if (crd != nullptr && !crd->union_error.empty()) {
    mutation.union_error = crd->union_error;
  } else if (schema.is_null()) {
    mutation.skip_reason = "no unions";
  } else {
    return Mutating(schema, arena).Run(request);
  }
  return mutation;
}

}  // namespace structural::webhook
