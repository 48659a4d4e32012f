#include "webhook/managed_fields.h"

#include <algorithm>
#include <span>

#include "schema/json/lookup.h"
#include "schema/unions/kep/declaration.h"
#include "webhook/fields_v1.h"

namespace structural::webhook {
namespace {

using json::Member;
using json::Value;
using unions::kep::Change;
using unions::kep::Step;

// The schema of what a step leads to; nullptr: it has none.
const Value* SchemaBelow(const Value* schema, const Step& step) {
  const auto* key = std::get_if<std::string_view>(&step);
  if (key == nullptr) return Below(schema, "items");
  const Value* property = Below(Below(schema, "properties"), *key);
  return property != nullptr ? property : Below(schema, "additionalProperties");
}

std::string_view KeyOf(const Change& change) {
  return std::get<std::string_view>(change.at.back());
}

std::span<const Step> Parents(const Change& change) {
  return std::span(change.at).first(change.at.size() - 1);
}

// The member that the discriminator names now; empty where it names none, or something was cleared.
std::string_view MemberNamed(const Change& change, const Value& schema) {
  if (change.now == nullptr) return {};
  const Value* at = &schema;
  for (const Step& step : Parents(change)) at = SchemaBelow(at, step);
  if (at == nullptr) return {};
  for (const unions::Union& of : unions::kep::UnionsOf(*at)) {
    if (of.discriminator != KeyOf(change)) continue;
    const auto found =
        std::ranges::find(of.members, TextOf(change.now), &unions::UnionMember::value);
    if (found != of.members.end()) return found->field;
  }
  return {};
}

// The fields of one manager.
class Owned {
 public:
  Owned(Value& fields, const Value& object, base::Arena& arena)
      : fields_(fields), object_(object), arena_(arena) {}

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
  // Calls change(fields below the steps), and drops what it leaves empty. Nothing is there, or the
  // whole of a list or map is owned as one: nothing happens.
  template <typename ChangeFields>
  void At(Value& owned, const Value& value, std::span<const Step> steps,
          const ChangeFields& change) {
    if (steps.empty()) return change(owned);
    const auto [element, below] = Next(owned, value, steps.front());
    if (element.empty() || below == nullptr) return;
    Value& child = *owned.Find(element);
    if (!child.is_object() || child.members().empty()) return;
    At(child, *below, steps.subspan(1), change);
    if (child.members().empty()) DropElement(element, owned);
  }

  struct Place {
    std::string_view element;  // of the fields; empty: there is none
    const Value* value;        // that it stands for
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

// nullptr where it cannot be followed.
Value* FieldsOf(const Value& entry, std::string_view api_version) {
  if (TextOf(entry.Find("apiVersion")) != api_version) return nullptr;
  if (TextOf(entry.Find("fieldsType")) != "FieldsV1") return nullptr;
  Value* fields = entry.Find("fieldsV1");
  return fields != nullptr && fields->is_object() ? fields : nullptr;
}

}  // namespace

std::vector<std::size_t> UpdateManagedFields(const std::vector<Change>& changes,
                                             const Value& schema, Value& now, base::Arena& arena) {
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
