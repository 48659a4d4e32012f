#include "schema/compare/applies.h"

#include <algorithm>

#include "schema/admission/admit.h"
#include "schema/admission/owners.h"
#include "schema/admission/resource.h"
#include "schema/crd/model/structural.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::compare {
namespace {

using admission::ApplicableResource;
using admission::ObjectAnswer;
using admission::ObjectServer;
using admission::ServedVersion;
using json::Value;

constexpr std::string_view kManagers[] = {"one", "two"};
constexpr std::string_view kNow = "2026-01-01T00:00:00Z";
// Members of metadata that an ApplyOutcome omits: their values differ between two servers, or (managedFields) are
// reported as ApplyOutcome::owners.
constexpr std::string_view kHidden[] = {"creationTimestamp", "generation", "managedFields", "resourceVersion", "uid"};
constexpr std::int64_t kLargest = 1'000'000'000;
constexpr std::size_t kTriedPairs = 16;   // maximum number of pairs of objects that are tried for one change
constexpr std::size_t kTriedValues = 40;  // maximum number of values that are tried for one place
constexpr std::size_t kTriedFields = 8;   // maximum number of fields of a map that are tried
constexpr std::size_t kMaxOwned = 100;    // maximum number of owned fields in one ApplyOutcome
// Units of work for one byte of a request, because the server reads, merges, defaults, checks, prunes and writes it
constexpr std::size_t kAppliedUnits = 8;

bool IsList(const crd::Structural* schema, const values::Step& step) {
  const crd::Structural* property = schema == nullptr ? nullptr : schema->properties.Find(step.name);
  return property != nullptr && property->generic.type == "array";
}

// Whether the path is the field or is below it.
bool IsAtOrBelow(const kubernetes::PathSteps& path, std::span<const Step> field) {
  if (path.size() < field.size()) return false;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (path[i].is_index != (field[i].kind == Step::Kind::kElement)) return false;
    if (field[i].kind == Step::Kind::kName && path[i].name != field[i].name) return false;
  }
  return true;
}

std::vector<ApplyOutcome::Owner> OwnersOf(const Value& object) {
  std::vector<ApplyOutcome::Owner> owners;
  std::size_t left = kMaxOwned;
  const auto read = admission::VisitOwnedFields(object, [&](const auto& owner, const std::string& field) {
    if (field.empty()) {
      owners.push_back({admission::NameOf(owner), {}});
    } else if (left > 0) {
      --left;
      owners.back().fields.push_back(field);
    }
  });
  return read.ok() ? owners : std::vector<ApplyOutcome::Owner>();
}

// Returns the message of a refusal.
std::string MessageOf(const ObjectAnswer& answer) {
  std::vector<std::string> errors = kubernetes::TextsOf(answer.errors);
  if (errors.empty()) return "refused";
  std::ranges::sort(errors);
  return answer.refused_object.empty() ? errors.front() : admission::InvalidMessage(answer.refused_object, errors);
}

std::size_t BytesOf(const ApplyOutcome& outcome) {
  std::size_t bytes = outcome.object.size() + outcome.changed_value.size() + outcome.error.size();
  for (const auto& conflict : outcome.conflicts) bytes += conflict.field.size();
  for (const auto& owner : outcome.owners) {
    for (const std::string& field : owner.fields) bytes += field.size();
  }
  return bytes;
}

std::size_t BytesOf(const AppliesWitness& witness) {
  std::size_t bytes = BytesOf(witness.before) + BytesOf(witness.after);
  for (const ApplyRequest& request : witness.requests) bytes += request.object.size();
  return bytes;
}

}  // namespace

AppliesSearch::AppliesSearch(const ApplyingServers& servers, const ServedVersion& old_version,
                             const ServedVersion& new_version, SearchBudget& budget)
    : servers_(servers), old_version_(old_version), new_version_(new_version), budget_(budget) {
  const admission::ServedResource& before = *servers.before.served;
  old_generator_ = NewGenerator(before, old_version, old_version.checks, budget.work, arena_);
  both_generator_ = NewGenerator(before, old_version, ChecksOfBoth(old_version.checks, new_version.checks, arena_),
                                 budget.work, arena_);
}

void AppliesSearch::Search(Change& change) {
  refused_sequence_.reset();
  for (values::Generator* generator : {both_generator_.get(), old_generator_.get()}) {
    if (!change.applies && !budget_.IsSpent()) SearchWith(change, *generator);
  }
  if (!change.applies) change.applies = std::move(refused_sequence_);
  if (!change.applies) return;
  const std::size_t bytes = BytesOf(*change.applies);
  if (bytes > budget_.stored_bytes) change.applies.reset();
  budget_.stored_bytes -= std::min(budget_.stored_bytes, bytes);
}

void AppliesSearch::SearchWith(Change& change, values::Generator& generator) {
  if (change.keyword == "x-kubernetes-map-type") {
    TryFields(change, generator);
  } else {
    TryItems(change, generator);
  }
}

std::optional<Value> AppliesSearch::ObjectWith(std::span<const Step> field, values::Generator& generator) {
  const auto made = generator.MakeWith(PlaceOf(old_version_.schema, field), nullptr);
  if (!made || !made->value.is_object() || ValueAt(made->value, field) == nullptr) return std::nullopt;
  return made->value;
}

// Returns values to try at the place instead of `own`, its present value. Values next to `own` are first.
std::vector<Value> AppliesSearch::Candidates(const Value* own, values::Generator& generator, values::ValuePath place) {
  std::vector<Value> candidates;
  if (own != nullptr && own->kind() == Value::Kind::kInt && own->integer() < kLargest)
    candidates.push_back(Value::Int(own->integer() + 1));
  if (own != nullptr && own->is_string())
    candidates.push_back(Value::String(arena_.Copy(std::string_view(std::string(own->text()) + "a"))));
  const std::vector<Value> near = generator.ValuesNearLimits(place);
  candidates.insert(candidates.end(), near.begin(), near.end());
  candidates.resize(std::min(candidates.size(), kTriedValues));
  return candidates;
}

// Tries pairs of objects whose lists have one item each. The items differ in a list map key, or are different scalars.
// Then tries an empty list as the second list. Returns true if a pair shows the change.
bool AppliesSearch::TryItems(Change& change, values::Generator& generator) {
  FieldSteps element = change.field;
  element.push_back({Step::Kind::kElement});
  const std::optional<Value> made = ObjectWith(element, generator);
  if (!made) return false;
  const ObjectPair pair{json::DeepCopy(*made, arena_), json::DeepCopy(*made, arena_)};
  if (!change.affecting_fields.empty()) return TryKeys(change, generator, pair);
  std::size_t pairs = 0;
  const std::vector<values::Step> place = PlaceOf(old_version_.schema, element);
  for (const Value& candidate : Candidates(ValueAt(*made, element), generator, place)) {
    Value second = json::DeepCopy(*made, arena_);
    Value& item = *ValueAt(second, element);
    if (json::Equal(item, candidate)) continue;
    item = json::DeepCopy(candidate, arena_);
    if (!generator.Accepts(second)) continue;
    if (TryPair(change, {*made, second})) return true;
    if (++pairs == kTriedPairs) break;
  }
  Value empty = json::DeepCopy(*made, arena_);
  *ValueAt(empty, change.field) = Value::Array({});
  return TryPair(change, {*made, empty});
}

// Tries pairs of objects whose items differ in one list map key. An item of the first object may lack the key.
bool AppliesSearch::TryKeys(Change& change, values::Generator& generator, const ObjectPair& pair) {
  std::size_t pairs = 0;
  for (const FieldSteps& via : change.affecting_fields) {
    FieldSteps element = change.field, field = change.field;
    element.push_back({Step::Kind::kElement});
    field.insert(field.end(), via.begin(), via.end());
    const std::vector<values::Step> place = PlaceOf(old_version_.schema, field);
    Value first = json::DeepCopy(pair.first, arena_);
    for (const Value& candidate : Candidates(ValueAt(first, field), generator, place)) {
      Value object = json::DeepCopy(first, arena_);
      Value& item = *ValueAt(object, element);
      if (!item.is_object()) return false;
      const std::string_view key = arena_.Copy(std::string_view(field.back().name));
      const Value* own = item.Find(key);
      if (own != nullptr && json::Equal(*own, candidate)) continue;
      json::Set(item, key, candidate, arena_);
      if (!generator.Accepts(object)) continue;
      if (own == nullptr) {
        first = object;
        continue;
      }
      if (TryPair(change, {first, object})) return true;
      if (++pairs == kTriedPairs) return false;
    }
  }
  return false;
}

// Returns steps to a few fields that the schema allows in an object.
std::vector<values::Step> AppliesSearch::FieldsOf(const crd::Structural* schema, bool is_root) {
  std::vector<values::Step> fields;
  if (schema == nullptr) return fields;
  for (const auto& [key, property] : schema->properties) {
    if (fields.size() < kTriedFields && !(is_root && crd::IsMetaField(key)))
      fields.push_back({values::Step::Kind::kProperty, key});
  }
  if (schema->additional_properties != nullptr) {
    for (const std::string_view key : {"a", "b"}) fields.push_back({values::Step::Kind::kEntry, key});
  }
  return fields;
}

// Tries pairs of objects that have different fields in the changed map, and then pairs with and without a field.
bool AppliesSearch::TryFields(Change& change, values::Generator& generator) {
  std::vector<Value> objects;
  const crd::Structural* schema = SchemaAt(old_version_.schema, change.field);
  for (const values::Step& step : FieldsOf(schema, change.field.empty())) {
    std::vector<values::Step> place = PlaceOf(old_version_.schema, change.field);
    place.push_back(step);
    if (IsList(schema, step)) place.push_back({values::Step::Kind::kItem});  // so that the list has an owned item
    const auto made = generator.MakeWith(place, nullptr);
    const Value* at = made && made->accepted ? ValueAt(made->value, change.field) : nullptr;
    if (at != nullptr && at->is_object() && at->Find(step.name) != nullptr)
      objects.push_back(json::DeepCopy(made->value, arena_));
  }
  std::size_t pairs = 0;
  for (const Value& first : objects) {
    for (const Value& second : objects) {
      if (&first == &second || ++pairs > kTriedPairs) continue;
      if (TryPair(change, {first, second})) return true;
    }
  }
  for (const Value& object : objects) {
    Value empty = json::DeepCopy(object, arena_);
    *ValueAt(empty, change.field) = Value::Object({});
    if (TryPair(change, {object, empty})) return true;
  }
  return false;
}

// Tries the pair as two applies: first with only the changed field in the second apply, then with the complete object.
// Returns true if one of the two attempts shows the change.
bool AppliesSearch::TryPair(Change& change, const ObjectPair& pair) {
  if (budget_.IsSpent()) return false;
  return TrySequence(change, pair.first, Reduced(pair.second, change)) || TrySequence(change, pair.first, pair.second);
}

// Returns a copy of the value that contains only the field and, for list items on the path to it, their list map keys.
// Returns nullopt if the value does not have the field.
std::optional<Value> AppliesSearch::OnPath(const Value& value, std::span<const Step> field,
                                           const crd::Structural* schema) {
  if (field.empty()) return value;
  const Value* below = ValueAt(value, field.first(1));
  if (below == nullptr) return std::nullopt;
  const bool is_element = field[0].kind == Step::Kind::kElement;
  const auto rest = OnPath(*below, field.subspan(1), SchemaAt(schema, field.first(1)));
  if (!rest) return std::nullopt;
  if (!is_element) {
    const auto member =
        std::ranges::find_if(value.members(), [&](const json::Member& each) { return &each.value == below; });
    const json::Member members[] = {{member->key, *rest}};
    return Value::Object(arena_.Copy(std::span<const json::Member>(members)));
  }
  Value item = json::DeepCopy(*rest, arena_);
  for (const std::string_view key :
       schema == nullptr ? std::span<const std::string_view>() : std::span(schema->extensions->x_list_map_keys)) {
    const Value* own = below->Find(key);
    if (own != nullptr && item.is_object()) json::Set(item, key, *own, arena_);
  }
  const Value items[] = {item};
  return Value::Array(arena_.Copy(std::span<const Value>(items)));
}

Value AppliesSearch::Reduced(const Value& object, const Change& change) {
  std::optional<Value> reduced = OnPath(object, change.field, old_version_.schema);
  if (!reduced || !reduced->is_object()) return object;
  Value whole = json::DeepCopy(*reduced, arena_);
  for (const std::string_view key : {"apiVersion", "kind"}) {
    if (const Value* own = object.Find(key)) json::Set(whole, key, *own, arena_);
  }
  const json::Member name[] = {{"name", Value::String(admission::MetadataText(object, "name"))}};
  json::Set(whole, "metadata", Value::Object(arena_.Copy(std::span<const json::Member>(name))), arena_);
  return whole;
}

ObjectAnswer AppliesSearch::Handle(const ApplyRequest& request, bool force, const ServedVersion& version,
                                   ObjectServer& server) {
  budget_.requests -= std::min<std::size_t>(budget_.requests, 1);
  admission::ObjectRequest sent{.body = request.object, .version = version.name, .manager = request.manager};
  sent.subresource = request.subresource;
  sent.force = force;
  sent.now = kNow;
  sent.work = &budget_.work;
  const bool has_budget = budget_.work.Spend(1 + request.object.size() * kAppliedUnits);
  return has_budget ? server.Handle(sent, scratch_) : ObjectAnswer();
}

// Sends all requests except the last one. Returns false if the server refuses one of them.
bool AppliesSearch::SendAllButLast(const std::vector<ApplyRequest>& requests, ObjectServer& server) {
  return std::ranges::all_of(std::span(requests).first(requests.size() - 1), [&](const ApplyRequest& request) {
    const ObjectAnswer answer = Handle(request, false, old_version_, server);
    return answer.errors.empty() && answer.object.is_object();
  });
}

// Sends the request to a server that stores the object `stored`. After a conflict, sends it again with force.
AppliesSearch::Answer AppliesSearch::Send(const ApplyRequest& request, const Change& change,
                                          const ApplicableResource& resource, const ServedVersion& version,
                                          const Value& stored) {
  const std::string_view namespace_name = resource.served->namespaced ? "default" : "";
  Value live = json::DeepCopy(stored, scratch_);
  admission::CompleteStored(live, *resource.served, name_, namespace_name, scratch_);
  ObjectServer server(resource, name_, std::string(namespace_name));
  server.Store(live);
  ObjectAnswer given = Handle(request, false, version, server);
  Answer answer;
  for (const auto& conflict : given.conflicts) {
    answer.outcome.conflicts.push_back({std::string(conflict.info.manager), admission::FieldText(conflict)});
    answer.has_conflict_about_change |= IsAtOrBelow(admission::PlaceIn(live, conflict), change.field);
  }
  if (!given.conflicts.empty()) given = Handle(request, true, version, server);
  if (!given.object.is_object()) {
    answer.outcome.error = MessageOf(given);
    return answer;
  }
  answer.outcome.owners = OwnersOf(given.object);
  Value object = json::DeepCopy(given.object, scratch_);
  for (const std::string_view key : kHidden) admission::SetMetadata(object, key, Value(), scratch_);
  answer.outcome.object = JsonOf(object);
  if (const Value* value = ValueAt(object, change.field)) {
    answer.item_count = json::ElementsOf(value).size();
    answer.outcome.changed_value = JsonOf(*value);
  }
  return answer;
}

// Sends two applies. The old server handles the first one and stores its object; then the old and the new server each
// handle the second one. Returns true, and sets change.applies, if the results differ because of the change. If one of
// the servers refuses the second apply, sets refused_sequence_ instead and returns false.
bool AppliesSearch::TrySequence(Change& change, const Value& first, const Value& second) {
  if (budget_.IsSpent()) return false;
  scratch_.Reset();
  name_ = admission::MetadataText(first, "name");
  AppliesWitness witness;
  const bool in_status = old_version_.has_status && !change.field.empty() && change.field[0].name == "status";
  const std::string subresource = in_status ? "status" : "";
  if (in_status) {
    Value without = json::DeepCopy(first, scratch_);
    json::Take(without, "status");
    witness.requests.push_back({std::string(kManagers[0]), JsonOf(without), ""});
  }
  witness.requests.push_back({std::string(kManagers[0]), JsonOf(first), subresource});
  witness.requests.push_back({std::string(kManagers[1]), JsonOf(second), subresource});
  const admission::ServedResource& before = *servers_.before.served;
  ObjectServer server(servers_.before, name_, before.namespaced ? "default" : "");
  if (!SendAllButLast(witness.requests, server)) return false;
  const ServedVersion* storage = before.has_conversion_webhook ? nullptr : before.Storage();
  const Value stored = server.Get(storage == nullptr ? old_version_ : *storage, scratch_);
  if (!stored.is_object()) return false;
  const ApplyRequest& last = witness.requests.back();
  const Answer old_answer = Send(last, change, servers_.before, old_version_, stored);
  const Answer new_answer = Send(last, change, servers_.after, new_version_, stored);
  const auto is_refused = [](const Answer& answer) { return !answer.outcome.error.empty(); };
  const bool is_weak = is_refused(old_answer) || is_refused(new_answer);
  if (budget_.work.exhausted() || (is_weak && refused_sequence_)) return false;
  const auto fails_at_once = [&](const Answer& answer) {
    return is_refused(answer) && answer.outcome.conflicts.empty();
  };
  if (fails_at_once(old_answer) || fails_at_once(new_answer)) return false;
  const ApplyOutcome &was = old_answer.outcome, &is = new_answer.outcome;
  const bool conflicts = was.conflicts.empty() != is.conflicts.empty() &&
                         (old_answer.has_conflict_about_change || new_answer.has_conflict_about_change);
  const bool differs =
      !is_weak && was.conflicts.empty() == is.conflicts.empty() && old_answer.item_count != new_answer.item_count;
  if (!conflicts && !differs) return false;
  witness.before = was;
  witness.after = is;
  (is_weak ? refused_sequence_ : change.applies) = std::move(witness);
  return !is_weak;
}

}  // namespace structural::compare
