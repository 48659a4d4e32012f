#include <algorithm>
#include <span>

#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/unions/kep/declaration.h"
#include "webhook/admission_mutator.h"

namespace structural::webhook {
namespace {

// fieldsV1: the fields that a manager owns, as a tree. `f:spec` is a field, and `k:{"name":"a"}`
// the item with these keys. An element without children is owned as a whole. `.` among other
// children is the object itself.
//
// Upstream: structured-merge-diff/v4 fieldpath serialize.go, serialize-pe.go (v6.3.0).
using json::Member;
using json::Value;

constexpr std::string_view kItem = "k:";

// Escapes the characters that Go's encoding/json escapes by default.
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

// Returns the keys of an item as JSON, or an empty text if one is missing. `like` has the same keys
// with other values.
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

// Returns "f:" and the key.
std::string_view FieldElement(std::string_view key, base::Arena& arena) {
  return arena.Copy(std::string_view(std::string("f:").append(key)));
}

// Returns the element of a list's item in `owned`, the fields of the list; empty if it has none.
// Searches by the element's text, because lists are long.
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

// Adds ownership of the whole element, if it is not owned yet. `arena` and the text must outlive
// `owned`.
void AddElement(std::string_view element, Value& owned, base::Arena& arena) {
  if (owned.Find(element) != nullptr) return;
  std::vector<Member> members(owned.members().begin(), owned.members().end());
  const auto place = std::ranges::lower_bound(members, element, {}, &Member::key);
  members.insert(place, {element, Value::Object({})});
  owned = Value::Object(arena.Copy(std::span<const Member>(members)));
}

using unions::kep::Change;
using unions::kep::Step;

// Returns the schema of the value that a step leads to, or nullptr.
const Value* SchemaBelow(const Value* schema, const Step& step) {
  const auto* key = std::get_if<std::string_view>(&step);
  if (key == nullptr) return Below(schema, "items");
  const Value* property = Below(Below(schema, "properties"), *key);
  return property != nullptr ? property : Below(schema, "additionalProperties");
}

std::string_view KeyOf(const Change& change) { return std::get<std::string_view>(change.at.back()); }

std::span<const Step> Parents(const Change& change) { return std::span(change.at).first(change.at.size() - 1); }

// Returns the member that the discriminator names now; empty if the discriminator was cleared or
// names no member.
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

// The fields that one manager owns.
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
  // Calls change(fields below the steps), and removes elements that are empty afterwards. Does
  // nothing if the manager does not own these fields, or owns the whole list or map around them as
  // one.
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
    // Key of the fields below a step; empty: the manager does not own them.
    std::string_view element;
    const Value* value;  // the part of the object with these fields
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

// Returns the owned fields of an entry; nullptr if they are in another version or format.
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

}  // namespace structural::webhook
