// How a witness is looked for.
#include <algorithm>

#include "schema/compare/witness.h"
#include "schema/example/pattern_text.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/objects/fields.h"

namespace structural::compare {
namespace {

using json::Value;

constexpr std::size_t kMostCandidates = 60;  // for one place
constexpr std::size_t kMostTexts = 20;       // of a pattern
constexpr std::size_t kMostFields = 6;       // below a changed one

// Keywords that more fields may break.
bool CountsFields(std::string_view keyword) {
  return keyword == "maxProperties" || keyword == "minProperties" || keyword == "oneOf" || keyword == "anyOf" || keyword == "not" ||
         keyword == "x-kubernetes-validations";
}

}  // namespace

// The candidates for the value at the changed place, the best first.
std::vector<Value> Prover::Candidates(const Change& change, example::Place place) {
  std::vector<Value> candidates;
  for (const std::string& hint : change.hints) {
    const auto value = json::Parser(arena_).Parse(hint);
    if (value.ok()) candidates.push_back(*value);
  }
  if (change.keyword == "x-kubernetes-preserve-unknown-fields") {
    const json::Member member[] = {{"unknown", Value::String("a")}};
    candidates.push_back(Value::Object(arena_.Copy(std::span<const json::Member>(member))));
  }
  if (change.keyword == "pattern" && !change.before.empty()) {
    for (const std::string& text : example::TextsOfPattern(change.before, {}, kMostTexts, 1))
      candidates.push_back(Value::String(arena_.Copy(std::string_view(text))));
  }
  for (const auto* generator : {old_generator_.get(), new_generator_.get()}) {
    const auto near = const_cast<example::Generator*>(generator)->Near(place);
    candidates.insert(candidates.end(), near.begin(), near.end());
  }
  const Value any[] = {Value::Int(1), Value::String("a"), Value::Bool(true), Value::Array({})};
  if (SchemaAt(change.field) == nullptr) candidates.insert(candidates.end(), std::begin(any), std::end(any));
  if (candidates.size() > kMostCandidates) candidates.resize(kMostCandidates);
  return candidates;
}

// The smallest object with anything at the place. Where the schema has no such place, but a server
// keeps what is there, it is put there.
std::optional<Value> Prover::ObjectWith(std::span<const Step> field) {
  const auto made = base_->With(PlaceOf(field), nullptr);
  if (made && ValueAt(made->value, field) != nullptr) return made->value;
  if (field.empty()) return std::nullopt;
  const auto parent = field.first(field.size() - 1);
  const auto around = ObjectWith(parent);
  if (!around) return std::nullopt;
  Value object = json::DeepCopy(*around, arena_);
  Value* at = const_cast<Value*>(ValueAt(object, parent));
  if (at == nullptr) return std::nullopt;
  if (field.back().kind == Step::Kind::kElement) {
    const Value element[] = {Value::Object({})};
    *at = Value::Array(arena_.Copy(std::span<const Value>(element)));
    return object;
  }
  if (!at->is_object()) *at = Value::Object({});
  const std::string_view key = field.back().name;
  json::Set(*at, arena_.Copy(key.empty() ? "unknown" : key), Value::Object({}), arena_);
  return object;
}

// The smallest object with anything at the place, and then with each candidate there.
void Prover::ProveAt(Change& change, std::span<const Step> field) {
  const std::optional<Value> made = ObjectWith(field);
  if (!made || Try(change, *made)) return;
  const std::vector<example::Step> place = PlaceOf(field);
  const std::vector<Value> candidates = Candidates(change, place);
  if (change.rule.transition) return ProveUpdate(change, *made, candidates);
  for (const Value& candidate : candidates) {
    Value object = json::DeepCopy(*made, arena_);
    Value* at = const_cast<Value*>(ValueAt(object, field));
    if (at == nullptr) return;
    *at = json::DeepCopy(candidate, arena_);
    if (Try(change, object)) return;
  }
  for (const std::string& hint : change.hints) {
    const auto value = json::Parser(arena_).Parse(hint);
    if (!value.ok()) continue;
    const auto with = base_->With(place, &*value);
    if (with && Try(change, with->value)) return;
  }
}

// Updates from one candidate to another one.
void Prover::ProveUpdate(Change& change, const Value& object, std::span<const Value> candidates) {
  constexpr std::size_t kMostStates = 6;
  std::vector<std::pair<std::string, std::string>> states;  // as sent, as stored
  for (const Value& candidate : candidates) {
    if (states.size() == kMostStates) break;
    Value copy = json::DeepCopy(object, arena_);
    Value* at = const_cast<Value*>(ValueAt(copy, change.field));
    if (at == nullptr) return;
    *at = candidate;
    scratch_.Reset();
    auto stored = copy.is_object() ? Stored(copy) : std::nullopt;
    if (stored) states.emplace_back(JsonOf(copy), *std::move(stored));
  }
  for (const auto& [from, stored] : states) {
    for (const auto& [to, unused] : states) {
      scratch_.Reset();
      Witness witness;
      if (!Shows(change, {to, "", stored}, witness)) continue;
      witness.old = from;
      change.witness = std::move(witness);
      return;
    }
  }
}

// A field that is left out, and an unknown one that is there.
void Prover::ProveMember(Change& change, std::span<const Step> parent, bool there) {
  const std::vector<example::Step> place = PlaceOf(parent);
  const auto made = base_->With(place, nullptr);
  if (!made) return;
  Value object = json::DeepCopy(made->value, arena_);
  Value* at = const_cast<Value*>(ValueAt(object, parent));
  if (at == nullptr) return;
  if (!at->is_object()) *at = Value::Object({});
  if (there) json::Set(*at, "unknown", Value::String("a"), arena_);
  const bool named = change.field.back().kind == Step::Kind::kName;
  if (!there && named) json::Take(*at, change.field.back().name);
  if (!Try(change, object) && !there && named) Fill(change, object, parent, change.field.back().name);
}

// What is stored otherwise has to be accepted by both: objects of the new schema may do, too.
void Prover::Prove(Change& change) {
  if (change.stored_field.empty()) return ProveAny(change);
  std::swap(change.field, change.stored_field);
  ProveAny(change);
  std::swap(change.field, change.stored_field);
}

void Prover::ProveAny(Change& change) {
  ProveWith(change);
  if (change.witness || change.refuses()) return;
  base_ = new_generator_.get();
  ProveWith(change);
  base_ = old_generator_.get();
}

void Prover::ProveWith(Change& change) {
  const std::span<const Step> field(change.field);
  const bool absent = change.keyword == "required" || change.keyword == "default";
  if (absent && !field.empty()) ProveMember(change, field.first(field.size() - 1), false);
  if (change.witness) return;
  if (change.aspect == Aspect::kLoss && !field.empty() && field.back().kind == Step::Kind::kOtherKey) {
    const std::size_t size = field.size();
    change.field.resize(size - 1);
    change.field.push_back({Step::Kind::kName, "unknown"});
    ProveMember(change, std::span(change.field).first(size - 1), true);
    change.field.back() = {Step::Kind::kOtherKey};
    if (change.witness) return;
  }
  const bool of_null = !field.empty() && field.back().kind == Step::Kind::kOtherKey && change.keyword == "default";
  if (of_null || change.keyword == "nullable") ProveNull(change);
  if (change.witness) return;
  ProveAt(change, change.field);
  if (!change.witness && change.keyword == "x-kubernetes-list-type") ProveTwice(change);
  if (!change.witness && CountsFields(change.keyword)) ProveFull(change);
  for (std::size_t i = 0; i < std::min(change.via.size(), kMostFields) && !change.witness; ++i)
    ProveBelow(change, change.via[i]);
}

// With other fields beside it.
void Prover::ProveNull(Change& change) {
  const std::span<const Step> field(change.field);
  const std::optional<Value> made = ObjectWith(field);
  if (!made || field.empty()) return;
  Value object = json::DeepCopy(*made, arena_);
  Value* at = const_cast<Value*>(ValueAt(object, field));
  if (at == nullptr) return;
  *at = Value();
  if (!Try(change, object)) Fill(change, object, field.first(field.size() - 1), field.back().name);
}

// By a field below the changed one, which is left out, null, on a limit, or alone.
void Prover::ProveBelow(Change& change, const FieldSteps& via) {
  FieldSteps field = change.field;
  field.insert(field.end(), via.begin(), via.end());
  if (field.size() == change.field.size()) return;
  ProveAt(change, field);
  if (!change.witness) ProveAlone(change, field);
  if (change.witness) return;
  const std::vector<example::Step> place = PlaceOf(field);
  const Value null;
  const auto with_null = base_->With(place, &null);
  if (with_null && Try(change, with_null->value)) return;
  const auto made = base_->With(PlaceOf(std::span(field).first(field.size() - 1)), nullptr);
  if (made) Try(change, made->value);
}

// An element of the list, twice.
void Prover::ProveTwice(Change& change) {
  FieldSteps element = change.field;
  element.push_back({Step::Kind::kElement});
  const std::optional<Value> made = ObjectWith(element);
  if (!made) return;
  Value object = json::DeepCopy(*made, arena_);
  Value* list = const_cast<Value*>(ValueAt(object, change.field));
  if (list == nullptr || !list->is_array() || list->elements().empty()) return;
  const Value twice[] = {list->elements()[0], list->elements()[0]};
  *list = Value::Array(arena_.Copy(std::span<const Value>(twice)));
  Try(change, object);
}

// With one field more each time, but for one of them.
bool Prover::Fill(Change& change, Value object, std::span<const Step> field, std::string_view without) {
  const model::Structural* schema = SchemaAt(field);
  if (schema == nullptr) return false;
  FieldSteps member(field.begin(), field.end());
  std::size_t count = 0;
  for (const auto& [key, property] : schema->properties) {
    Value* at = const_cast<Value*>(ValueAt(object, field));
    if (at == nullptr || !at->is_object() || ++count > kMostCandidates) return false;
    if (key == without || at->Find(key) != nullptr) continue;
    member.resize(field.size());
    member.push_back({Step::Kind::kName, std::string(key)});
    const std::optional<Value> with = ObjectWith(member);
    const Value* value = with ? ValueAt(*with, member) : nullptr;
    if (value == nullptr) continue;
    json::Set(*at, key, json::DeepCopy(*value, arena_), arena_);
    if (Try(change, object)) return true;
  }
  return FillUnnamed(change, std::move(object), field, *schema);
}

// The same with fields that are no properties, where they are kept.
bool Prover::FillUnnamed(Change& change, Value object, std::span<const Step> field, const model::Structural& schema) {
  constexpr std::pair<std::string_view, std::string_view> kOfResource[] = {{"apiVersion", "\"v1\""}, {"kind", "\"A\""}, {"metadata", "{}"}};
  constexpr std::string_view kUnknown[] = {"unknown", "unknown2", "unknown3", "unknown4"};
  std::vector<std::pair<std::string_view, Value>> more;
  if (objects::IsResource(&schema, field.empty())) {
    for (const auto& [key, text] : kOfResource) more.emplace_back(key, *json::Parser(arena_).Parse(text));
  }
  if (schema.extensions->x_preserve_unknown_fields) {
    for (const std::string_view key : kUnknown) more.emplace_back(key, Value::String("a"));
  }
  for (const auto& [key, value] : more) {
    Value* at = const_cast<Value*>(ValueAt(object, field));
    if (at == nullptr || !at->is_object()) return false;
    if (at->Find(key) != nullptr) continue;
    json::Set(*at, key, value, arena_);
    if (Try(change, object)) return true;
  }
  return false;
}

// Fields that come or go count: each of them is left out, and null.
void Prover::ProveFull(Change& change) {
  const std::optional<Value> made = ObjectWith(change.field);
  if (!made || Fill(change, json::DeepCopy(*made, arena_), change.field, "")) return;
  for (std::size_t i = 0; i < std::min(change.via.size(), kMostFields) && !change.witness; ++i) {
    if (change.via[i].size() != 1 || change.via[i][0].kind != Step::Kind::kName) continue;
    const std::string& key = change.via[i][0].name;
    Value object = json::DeepCopy(*made, arena_);
    Value* at = const_cast<Value*>(ValueAt(object, change.field));
    if (at == nullptr || !at->is_object()) return;
    json::Take(*at, key);
    if (Fill(change, json::DeepCopy(object, arena_), change.field, key)) return;
    json::Set(*at, arena_.Copy(std::string_view(key)), Value(), arena_);
    if (Try(change, object) || Fill(change, object, change.field, key)) return;
  }
}

// Without one of the fields beside it, and without all of them.
void Prover::ProveAlone(Change& change, std::span<const Step> field) {
  const std::optional<Value> made = ObjectWith(field);
  const auto parent = field.first(field.size() - 1);
  const Value* around = made ? ValueAt(*made, parent) : nullptr;
  if (around == nullptr || !around->is_object() || around->members().size() > kMostFields) return;
  const auto without = [&](std::string_view key) {
    Value object = json::DeepCopy(*made, arena_);
    Value& at = *const_cast<Value*>(ValueAt(object, parent));
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
