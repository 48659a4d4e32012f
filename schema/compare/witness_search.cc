// WitnessSearch: the strategies of the search for a witness.

#include <algorithm>

#include "schema/compare/side.h"
#include "schema/compare/witness.h"
#include "schema/crd/model/structural.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/values/pattern_text.h"

namespace structural::compare {
namespace {

using json::Value;

constexpr std::size_t kMaxCandidates = 60;  // maximum number of candidates for one place
constexpr std::size_t kMaxTexts = 20;       // maximum number of texts for a pattern
constexpr std::size_t kMaxFields = 6;       // maximum number of affecting fields that are tried

// Whether an object can violate the keyword because it has more or fewer fields.
bool CountsFields(std::string_view keyword) {
  return keyword == "maxProperties" || keyword == "minProperties" || keyword == "oneOf" || keyword == "anyOf" ||
         keyword == "not" || keyword == "x-kubernetes-validations";
}

}  // namespace

// Returns candidates for the value at the changed place, the best first.
std::vector<Value> WitnessSearch::Candidates(const Change& change, values::ValuePath place) {
  std::vector<Value> candidates;
  for (const std::string& hint : change.hints) {
    const auto value = json::Parser(arena_).Parse(hint);
    if (value.ok()) candidates.push_back(*value);
  }
  if (change.keyword == "x-kubernetes-preserve-unknown-fields") {
    const json::Member member[] = {{kUnknownKey, Value::String("a")}};
    candidates.push_back(Value::Object(arena_.Copy(std::span<const json::Member>(member))));
  }
  if (change.keyword == "pattern" && !change.before.empty()) {
    for (const std::string& text : values::TextsOfPattern(change.before, {}, kMaxTexts, 1, &budget_.work))
      candidates.push_back(Value::String(arena_.Copy(std::string_view(text))));
  }
  for (auto* generator : {old_generator_.get(), new_generator_.get()}) {
    const auto near = generator->ValuesNearLimits(place);
    candidates.insert(candidates.end(), near.begin(), near.end());
  }
  const Value any[] = {Value::Int(1), Value::String("a"), Value::Bool(true), Value::Array({})};
  if (SchemaAt(old_version_.schema, change.field) == nullptr)
    candidates.insert(candidates.end(), std::begin(any), std::end(any));
  if (candidates.size() > kMaxCandidates) candidates.resize(kMaxCandidates);
  return candidates;
}

// Returns the smallest object that has any value at the field; nullopt if none is found. If the schema does not specify
// the field, but a server keeps it, adds the field to an object.
std::optional<Value> WitnessSearch::ObjectWith(std::span<const Step> field) {
  const auto made = base_generator_->MakeWith(PlaceOf(field), nullptr);
  if (made && ValueAt(made->value, field) != nullptr) return made->value;
  if (field.empty()) return std::nullopt;
  const auto parent = field.first(field.size() - 1);
  const auto around = ObjectWith(parent);
  if (!around) return std::nullopt;
  Value object = json::DeepCopy(*around, arena_);
  Value* at = ValueAt(object, parent);
  if (at == nullptr) return std::nullopt;
  if (field.back().kind == Step::Kind::kElement) {
    const Value element[] = {Value::Object({})};
    *at = Value::Array(arena_.Copy(std::span<const Value>(element)));
    return object;
  }
  if (!at->is_object()) *at = Value::Object({});
  const std::string_view key = field.back().name;
  json::Set(*at, arena_.Copy(key.empty() ? kUnknownKey : key), Value::Object({}), arena_);
  return object;
}

// Tries the smallest object with any value at the field, and then objects with each candidate there.
void WitnessSearch::SearchAt(Change& change, std::span<const Step> field) {
  const std::optional<Value> made = ObjectWith(field);
  if (!made || Try(change, *made)) return;
  const std::vector<values::Step> place = PlaceOf(field);
  const std::vector<Value> candidates = Candidates(change, place);
  if (change.rule.transition) return SearchUpdateWitness(change, *made, candidates);
  for (const Value& candidate : candidates) {
    Value object = json::DeepCopy(*made, arena_);
    Value* at = ValueAt(object, field);
    if (at == nullptr) return;
    *at = json::DeepCopy(candidate, arena_);
    if (Try(change, object)) return;
  }
  for (const std::string& hint : change.hints) {
    const auto value = json::Parser(arena_).Parse(hint);
    if (!value.ok()) continue;
    const auto with = base_generator_->MakeWith(place, &*value);
    if (with && Try(change, with->value)) return;
  }
}

// Tries updates that change the value from one candidate to another, for all pairs of candidates.
void WitnessSearch::SearchUpdateWitness(Change& change, const Value& object, std::span<const Value> candidates) {
  constexpr std::size_t kMaxStates = 6;
  std::vector<std::pair<std::string, std::string>> states;  // sent and stored object
  for (const Value& candidate : candidates) {
    if (states.size() == kMaxStates) break;
    Value copy = json::DeepCopy(object, arena_);
    Value* at = ValueAt(copy, change.field);
    if (at == nullptr) return;
    *at = candidate;
    scratch_.Reset();
    auto stored = copy.is_object() ? StoredTextOf(copy) : std::nullopt;
    if (stored) states.emplace_back(JsonOf(copy), *std::move(stored));
  }
  for (const auto& [from, stored] : states) {
    for (const auto& [to, unused] : states) {
      scratch_.Reset();
      Witness witness;
      if (!IsWitness(change, {to, "", stored}, witness)) continue;
      witness.old_object = from;
      change.witness = std::move(witness);
      return;
    }
  }
}

// Tries an object without the field. If `there` is true, tries an object with an unknown field next to the field
// instead.
void WitnessSearch::SearchMemberWitness(Change& change, std::span<const Step> field, bool there) {
  const std::span<const Step> parent = field.first(field.size() - 1);
  const std::optional<Value> made = ObjectWith(parent);
  if (!made) return;
  Value object = json::DeepCopy(*made, arena_);
  Value* at = ValueAt(object, parent);
  if (at == nullptr) return;
  if (!at->is_object()) *at = Value::Object({});
  if (there) json::Set(*at, kUnknownKey, Value::String("a"), arena_);
  const bool named = field.back().kind == Step::Kind::kName;
  if (!there && named) json::Take(*at, field.back().name);
  if (!Try(change, object) && !there && named) Fill(change, object, parent, field.back().name);
}

// Tries objects of the old schema first. Other changes may also refuse the smallest of them, so objects that both
// schemas accept are tried next. For a change of stored objects, objects of the new schema are tried, too, because both
// servers must accept the object. The last resort is an object that the new server would refuse in a request, but that
// clients read with another value if it is already stored.
void WitnessSearch::Search(Change& change) {
  read_witness_.reset();
  if (change.stored_field.empty()) {
    SearchAllGenerators(change);
  } else {
    Change stored = change;
    stored.field = stored.stored_field;
    SearchAllGenerators(stored);
    change.witness = std::move(stored.witness);
  }
  if (!change.witness) change.witness = std::move(read_witness_);
  if (change.witness) budget_.stored_bytes -= std::min(budget_.stored_bytes, change.witness->read_object.size());
}

void WitnessSearch::SearchAllGenerators(Change& change) {
  for (auto* base : {old_generator_.get(), both_generator_.get(), new_generator_.get()}) {
    if (change.refuses() && base == new_generator_.get()) break;
    base_generator_ = base;
    SearchWithGenerator(change);
    if (change.witness) break;
  }
  base_generator_ = old_generator_.get();
}

void WitnessSearch::SearchWithGenerator(Change& change) {
  const std::span<const Step> field(change.field);
  const bool absent = change.keyword == "required" || change.keyword == "default";
  // A default of the storage version may be in a schema around the field, so that the fields around it are tried, too.
  const std::size_t min = change.storage_version.empty() ? field.size() : 1;
  for (std::size_t size = field.size(); absent && size > 0 && size >= min && !change.witness; --size)
    SearchMemberWitness(change, field.first(size), false);
  if (change.witness) return;
  if (change.aspect == Aspect::kLoss && !field.empty() && field.back().kind == Step::Kind::kOtherKey) {
    Change named = change;
    named.field.back() = {Step::Kind::kName, std::string(kUnknownKey)};
    SearchMemberWitness(named, named.field, true);
    change.witness = std::move(named.witness);
    if (change.witness) return;
  }
  const bool of_null = !field.empty() && field.back().kind == Step::Kind::kOtherKey && change.keyword == "default";
  if (of_null || change.keyword == "nullable") SearchNullWitness(change);
  if (change.witness) return;
  if (change.keyword == kEmbedded && change.aspect == Aspect::kDefault) SearchMetadataWitness(change);
  if (change.keyword == "properties" && change.refuses()) SearchSpecifiedFieldWitness(change);
  if (change.witness) return;
  SearchAt(change, change.field);
  if (!change.witness && change.keyword == "x-kubernetes-list-type") SearchWithTwoItems(change);
  if (!change.witness && CountsFields(change.keyword)) TryWithFurtherFields(change);
  for (std::size_t i = 0; i < std::min(change.affecting_fields.size(), kMaxFields) && !change.witness; ++i)
    SearchInDescendants(change, change.affecting_fields[i]);
}

// Tries metadata with empty labels, because a server omits them when it encodes metadata again.
void WitnessSearch::SearchMetadataWitness(Change& change) {
  const std::optional<Value> made = ObjectWith(change.field);
  if (!made) return;
  Value object = json::DeepCopy(*made, arena_);
  Value* at = ValueAt(object, change.field);
  if (at == nullptr || !at->is_object()) return;
  const json::Member labels[] = {{"labels", Value::Object({})}};
  json::Set(*at, "metadata", Value::Object(arena_.Copy(std::span<const json::Member>(labels))), arena_);
  Try(change, object);
}

// Tries an object with null in the field, and then adds other fields to it.
void WitnessSearch::SearchNullWitness(Change& change) {
  const std::span<const Step> field(change.field);
  const std::optional<Value> made = ObjectWith(field);
  if (!made || field.empty()) return;
  Value object = json::DeepCopy(*made, arena_);
  Value* at = ValueAt(object, field);
  if (at == nullptr) return;
  *at = Value();
  if (!Try(change, object)) Fill(change, object, field.first(field.size() - 1), field.back().name);
}

// Tries a field inside the changed one: with values at its limits, without the other fields, with null, and absent.
void WitnessSearch::SearchInDescendants(Change& change, const FieldSteps& via) {
  FieldSteps field = change.field;
  field.insert(field.end(), via.begin(), via.end());
  if (field.size() == change.field.size()) return;
  SearchAt(change, field);
  if (!change.witness) TryWithoutOtherFields(change, field);
  if (change.witness) return;
  const std::vector<values::Step> place = PlaceOf(field);
  const Value null;
  const auto with_null = base_generator_->MakeWith(place, &null);
  if (with_null && Try(change, with_null->value)) return;
  const auto made = base_generator_->MakeWith(PlaceOf(std::span(field).first(field.size() - 1)), nullptr);
  if (made) Try(change, made->value);
}

// Tries a list that has the same item twice, and lists of two items that differ in one of the fields that affect the
// change.
void WitnessSearch::SearchWithTwoItems(Change& change) {
  FieldSteps element = change.field;
  element.push_back({Step::Kind::kElement});
  const std::optional<Value> made = ObjectWith(element);
  if (!made) return;
  Value object = json::DeepCopy(*made, arena_);
  Value* list = ValueAt(object, change.field);
  if (list == nullptr || !list->is_array() || list->elements().empty()) return;
  const Value one = list->elements()[0];
  const auto pair_with = [&](const Value& other) {
    const Value both[] = {one, other};
    *list = Value::Array(arena_.Copy(std::span<const Value>(both)));
    return Try(change, object);
  };
  if (pair_with(one) || !one.is_object()) return;
  for (std::size_t i = 0; i < std::min(change.affecting_fields.size(), kMaxFields); ++i) {
    FieldSteps field = change.field;
    field.insert(field.end(), change.affecting_fields[i].begin(), change.affecting_fields[i].end());
    if (field.size() != element.size() + 1 || field.back().kind != Step::Kind::kName) continue;
    for (const Value& key : Candidates(change, PlaceOf(field))) {
      Value other = json::DeepCopy(one, arena_);
      json::Set(other, arena_.Copy(std::string_view(field.back().name)), key, arena_);
      if (pair_with(other)) return;
    }
  }
}

namespace {

// WitnessSearch: the strategies that add or remove fields next to the changed field.

constexpr std::size_t kMaxAdded = 60;
constexpr std::size_t kMaxBeside = 6;

}  // namespace

// Whether the generator finds an accepted object that has the field.
bool WitnessSearch::CanGenerate(std::span<const Step> field) {
  const auto made = base_generator_->MakeWith(PlaceOf(field), nullptr);
  return made && made->accepted;
}

// Adds the properties of the schema at `field` to the object, one after another, except `without`. Tries the object
// after each addition. Returns true as soon as the object is a witness.
bool WitnessSearch::Fill(Change& change, Value object, std::span<const Step> field, std::string_view without) {
  const crd::Structural* schema = SchemaAt(old_version_.schema, field);
  if (schema == nullptr) return false;
  FieldSteps member(field.begin(), field.end());
  std::size_t count = 0;
  for (const auto& [key, property] : schema->properties) {
    Value* at = ValueAt(object, field);
    if (at == nullptr || !at->is_object() || ++count > kMaxAdded) return false;
    if (key == without || at->Find(key) != nullptr) continue;
    member.resize(field.size());
    member.push_back({Step::Kind::kName, std::string(key)});
    if (base_generator_ == both_generator_.get() && !CanGenerate(member)) continue;
    const std::optional<Value> with = ObjectWith(member);
    const Value* value = with ? ValueAt(*with, member) : nullptr;
    if (value == nullptr) continue;
    json::Set(*at, key, json::DeepCopy(*value, arena_), arena_);
    if (Try(change, object)) return true;
  }
  return FillUnnamed(change, std::move(object), field, *schema);
}

// Returns fields that are not properties of the schema, but that a server keeps, with values for them.
std::vector<std::pair<std::string_view, Value>> WitnessSearch::UnnamedFields(std::span<const Step> field,
                                                                             const crd::Structural& schema) {
  constexpr std::pair<std::string_view, std::string_view> kOfResource[] = {
      {"apiVersion", "\"v1\""}, {"kind", "\"A\""}, {"metadata", "{}"}};
  constexpr std::string_view kOthers[] = {"other", "other2", "other3", "other4"};
  std::vector<std::pair<std::string_view, Value>> more;
  if (crd::IsResource(&schema, field.empty())) {
    for (const auto& [key, text] : kOfResource) more.emplace_back(key, *json::Parser(arena_).Parse(text));
  }
  Value unknown = Value::String("a");
  if (schema.additional_properties != nullptr) {
    FieldSteps entry(field.begin(), field.end());
    entry.push_back({Step::Kind::kOtherKey});
    const std::optional<Value> with = ObjectWith(entry);
    const Value* value = with ? ValueAt(*with, entry) : nullptr;
    if (value != nullptr) unknown = *value;
  }
  if (schema.extensions->x_preserve_unknown_fields || schema.additional_properties != nullptr) {
    for (const std::string_view key : kOthers) more.emplace_back(key, unknown);
  }
  return more;
}

// Like Fill, but adds the fields that UnnamedFields returns.
bool WitnessSearch::FillUnnamed(Change& change, Value object, std::span<const Step> field,
                                const crd::Structural& schema) {
  for (const auto& [key, value] : UnnamedFields(field, schema)) {
    Value* at = ValueAt(object, field);
    if (at == nullptr || !at->is_object()) return false;
    if (at->Find(key) != nullptr) continue;
    json::Set(*at, key, json::DeepCopy(value, arena_), arena_);
    if (Try(change, object)) return true;
  }
  return false;
}

// Tries the object with all fields. Then tries it without each field that affects the change, and with null in that
// field.
void WitnessSearch::TryWithFurtherFields(Change& change) {
  const std::optional<Value> made = ObjectWith(change.field);
  if (!made || Fill(change, json::DeepCopy(*made, arena_), change.field, "")) return;
  for (std::size_t i = 0; i < std::min(change.affecting_fields.size(), kMaxBeside) && !change.witness; ++i) {
    if (change.affecting_fields[i].size() != 1 || change.affecting_fields[i][0].kind != Step::Kind::kName) continue;
    const std::string& key = change.affecting_fields[i][0].name;
    Value object = json::DeepCopy(*made, arena_);
    Value* at = ValueAt(object, change.field);
    if (at == nullptr || !at->is_object()) return;
    json::Take(*at, key);
    if (Fill(change, json::DeepCopy(object, arena_), change.field, key)) return;
    json::Set(*at, arena_.Copy(std::string_view(key)), Value(), arena_);
    if (Try(change, object) || Fill(change, object, change.field, key)) return;
  }
}

// Tries values of each type in each field that the new schema specifies. Used if the old schema accepts any value
// there.
void WitnessSearch::SearchSpecifiedFieldWitness(Change& change) {
  const std::optional<Value> made = ObjectWith(change.field);
  const crd::Structural* schema = SchemaAt(new_version_.schema, change.field);
  if (!made || schema == nullptr) return;
  const Value any[] = {Value::Int(1), Value::String("a"), Value::Bool(true), Value::Array({}), Value::Object({})};
  std::size_t count = 0;
  for (const auto& [key, property] : schema->properties) {
    if (change.field.empty() && crd::IsMetaField(key)) continue;
    if (++count > kMaxAdded) return;
    for (const Value& value : any) {
      Value object = json::DeepCopy(*made, arena_);
      Value* at = ValueAt(object, change.field);
      if (at == nullptr) return;
      if (!at->is_object()) *at = Value::Object({});
      json::Set(*at, key, value, arena_);
      if (Try(change, object)) return;
    }
  }
}

// Tries the object without each single field next to `field`, and then without all of them.
void WitnessSearch::TryWithoutOtherFields(Change& change, std::span<const Step> field) {
  const std::optional<Value> made = ObjectWith(field);
  const auto parent = field.first(field.size() - 1);
  const Value* around = made ? ValueAt(*made, parent) : nullptr;
  if (around == nullptr || !around->is_object() || around->members().size() > kMaxBeside) return;
  const auto without = [&](std::string_view key) {
    Value object = json::DeepCopy(*made, arena_);
    Value& at = *ValueAt(object, parent);
    for (const json::Member& member : around->members()) {
      const bool taken = key.empty() ? member.key != field.back().name : member.key == key;
      if (taken) json::Take(at, member.key);
    }
    return Try(change, object);
  };
  for (const json::Member& member : around->members()) {
    if (without(member.key)) return;
  }
  without("");
}

}  // namespace structural::compare
