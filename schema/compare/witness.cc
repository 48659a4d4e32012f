#include "schema/compare/witness.h"

#include <algorithm>
#include <memory>

#include "schema/admission/admit.h"
#include "schema/admission/resource.h"
#include "schema/admission/served.h"
#include "schema/admission/storage.h"
#include "schema/base/quote.h"
#include "schema/compare/applies.h"
#include "schema/compare/compare.h"
#include "schema/compare/error_place.h"
#include "schema/crd/model/structural.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/objects/prune.h"

namespace structural::compare {
namespace {

using admission::ServedResource;
using admission::ServedVersion;
using json::Value;

constexpr std::string_view kServersMetadata[] = {"creationTimestamp", "generation", "managedFields",
                                                 "resourceVersion",   "selfLink",   "uid"};
// Units of work for one byte of a request, because the server decodes, defaults, checks, prunes, writes and compares it
constexpr std::size_t kSentUnits = 3;
constexpr values::Limits kLimits = {.values = 20'000, .checks = 1'000, .bytes = 1 << 19};

bool SameAt(const Value& a, const Value& b, std::span<const Step> steps) {
  const Value *x = ValueAt(a, steps), *y = ValueAt(b, steps);
  if (x == nullptr || y == nullptr) return x == y;
  return Equal(*x, *y);
}

// Whether `whole` contains all values of `part`, except nulls. Any two numbers count as equal, because a server stores
// 1.0 as 1.
bool IsWithin(const Value& part, const Value& whole) {
  if (part.is_null()) return true;
  if (part.is_object()) {
    return whole.is_object() && std::ranges::all_of(part.members(), [&](const json::Member& member) {
             const Value* other = whole.Find(member.key);
             return other == nullptr ? member.value.is_null() : IsWithin(member.value, *other);
           });
  }
  if (part.is_array()) return whole.is_array() && std::ranges::equal(part.elements(), whole.elements(), IsWithin);
  const bool numbers = part.is_number() && whole.is_number();  // 1.0 is stored as 1
  return numbers || Equal(part, whole);
}

// Whether the version and the storage version keep all fields of the object, because their schemas specify the fields
// or preserve unknown fields.
bool HasPlaces(const ServedResource& resource, const ServedVersion& version, const Value& object, base::Arena& arena) {
  if (resource.preserve_unknown_fields) return true;
  Value pruned = json::DeepCopy(object, arena);
  objects::Prune(pruned, version.schema, true);
  const ServedVersion* storage = resource.has_conversion_webhook ? nullptr : resource.Storage();
  if (storage != nullptr) objects::Prune(pruned, storage->schema, true);
  return Equal(pruned, object);
}

// Returns the value of kUnknownKey or kEntryKey if the object has one, else of its first key.
Value* OtherMember(const Value& object) {
  for (const std::string_view key : {kUnknownKey, kEntryKey}) {
    if (Value* found = object.Find(key)) return found;
  }
  return object.is_object() && !object.members().empty() ? &object.members().front().value : nullptr;
}

}  // namespace

// Returns the value that the steps lead to. A step may select any key that is not a property. Then the keys that the
// search added are preferred.
Value* ValueAt(Value& object, std::span<const Step> steps) {
  Value* at = &object;
  for (const Step& step : steps) {
    if (at == nullptr) return nullptr;
    if (step.kind == Step::Kind::kName) {
      at = at->Find(step.name);
    } else if (at->is_array()) {
      at = at->elements().empty() ? nullptr : &at->elements().front();
    } else {
      at = OtherMember(*at);
    }
  }
  return at;
}

const Value* ValueAt(const Value& object, std::span<const Step> steps) {
  Value same = object;
  const Value* found = ValueAt(same, steps);
  return found == &same ? &object : found;
}

bool StoresAll(const ServedResource& resource, const ServedVersion& version, const Request& request,
               const RequestResult& result, base::Arena& arena) {
  const auto sent = json::Parser(arena).Parse(request.body);
  if (!result.accepted || !sent.ok() || !sent->is_object()) return false;
  const Value missing;
  const auto stored_at = [&](const Value& around, std::string_view key) -> const Value& {
    const Value* found = around.Find(key);
    return found == nullptr ? missing : *found;
  };
  if (!HasPlaces(resource, version, *sent, arena)) return false;
  if (!request.subresource.empty())
    return IsWithin(stored_at(*sent, request.subresource), stored_at(result.object, request.subresource));
  return std::ranges::all_of(sent->members(), [&](const json::Member& member) {
    const Value& stored = stored_at(result.object, member.key);
    if (member.key != "metadata" || !member.value.is_object()) return IsWithin(member.value, stored);
    return std::ranges::all_of(member.value.members(), [&](const json::Member& field) {
      const bool is_servers = std::ranges::find(kServersMetadata, field.key) != std::end(kServersMetadata);
      return is_servers || IsWithin(field.value, stored_at(stored, field.key));
    });
  });
}

std::string StoredText(const ServedResource& resource, Value object, base::Arena& arena) {
  const ServedVersion* storage = resource.has_conversion_webhook ? nullptr : resource.Storage();
  if (storage == nullptr) return JsonOf(object);
  object = json::DeepCopy(object, arena);
  const admission::GroupVersion api{resource.group, storage->name};
  json::Set(object, "apiVersion", Value::String(arena.Copy(std::string_view(api.Text()))), arena);
  return JsonOf(object);
}

std::string JsonOf(const Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

RequestResult Request::Send(const ServedResource& resource, const ServedVersion& version, base::Arena& arena,
                            base::WorkBudget* work) const {
  if (work != nullptr && !work->Spend(1 + (body.size() + stored.size()) * kSentUnits)) return {};
  admission::Request request{.body = body, .subresource = subresource, .work = work};
  if (resource.namespaced) request.namespace_name = "default";
  if (!stored.empty()) {
    const auto old = json::Parser(arena).Parse(stored);
    auto object = json::Parser(arena).Parse(body);
    if (!old.ok() || !object.ok()) return {};
    request.stored = *old;
    request.name = "example";
    admission::SetMetadata(*object, "resourceVersion", Value::String("1"), arena);
    // copied into the arena, because the result points into the body
    request.body = arena.Copy(std::string_view(JsonOf(*object)));
  }
  admission::Answer answer = admission::Admit(resource, version, request, arena);
  if (answer.errors.empty()) return {true, {}, {}, answer.object};
  return {false, admission::StatusMessage(answer), std::move(answer.errors), {}};
}

const objects::Checks* ChecksOfBoth(const objects::Checks* a, const objects::Checks* b, base::Arena& arena) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  const objects::Checks* const both[] = {a, b};
  auto* checks = arena.New<objects::Checks>();
  checks->all_of = arena.Copy(std::span<const objects::Checks* const>(both));
  return checks;
}

std::unique_ptr<values::Generator> NewGenerator(const ServedResource& resource, const ServedVersion& version,
                                                const objects::Checks* checks, base::WorkBudget& work,
                                                base::Arena& arena) {
  const admission::GroupVersion api{resource.group, version.name};
  values::GeneratorOptions options{.is_resource = true, .has_status = false};
  options.api_version = arena.Copy(std::string_view(api.Text()));
  options.kind = resource.kind;
  options.limits = kLimits;
  options.work = &work;
  return std::make_unique<values::Generator>(values::Schema{version.schema, checks}, options, arena);
}

WitnessSearch::WitnessSearch(const ServedResource& before, const ServedVersion& old_version,
                             const ServedResource& after, const ServedVersion& new_version, SearchBudget& budget)
    : before_(before),
      old_version_(old_version),
      after_(after),
      new_version_(new_version),
      budget_(budget),
      old_read_(&old_version),
      new_read_(&new_version) {
  const auto make = [&](const ServedResource& resource, const ServedVersion& version, const objects::Checks* checks) {
    return NewGenerator(resource, version, checks, budget.work, arena_);
  };
  old_generator_ = make(before, old_version, old_version.checks);
  new_generator_ = make(after, new_version, new_version.checks);
  both_generator_ = make(before, old_version, ChecksOfBoth(old_version.checks, new_version.checks, arena_));
  base_generator_ = old_generator_.get();
}

const crd::Structural* SchemaAt(const crd::Structural* schema, std::span<const Step> field) {
  const crd::Structural* at = schema;
  for (const Step& step : field) {
    if (at == nullptr) return nullptr;
    const crd::Structural* property = at->properties.Find(step.name);
    const bool named = step.kind == Step::Kind::kName && property != nullptr;
    at = step.kind == Step::Kind::kElement ? at->items : named ? property : crd::AdditionalPropertiesOf(*at);
  }
  return at;
}

std::vector<values::Step> PlaceOf(const crd::Structural* schema, std::span<const Step> field) {
  std::vector<values::Step> place;
  const crd::Structural* at = schema;
  for (const Step& step : field) {
    const crd::Structural* property = at == nullptr ? nullptr : at->properties.Find(step.name);
    if (step.kind == Step::Kind::kElement) {
      place.push_back({values::Step::Kind::kItem});
      at = at == nullptr ? nullptr : at->items;
    } else if (step.kind == Step::Kind::kName && property != nullptr) {
      place.push_back({values::Step::Kind::kProperty, step.name});
      at = property;
    } else {
      const std::string_view key = step.name.empty() ? kEntryKey : std::string_view(step.name);
      place.push_back({values::Step::Kind::kEntry, key});
      at = at == nullptr ? nullptr : crd::AdditionalPropertiesOf(*at);
    }
  }
  return place;
}

std::optional<std::string> WitnessSearch::StoredTextOf(const Value& object) {
  const Request create{JsonOf(object)};
  const RequestResult created = create.Send(before_, old_version_, scratch_, &budget_.work);
  if (!StoresAll(before_, old_version_, create, created, scratch_)) return std::nullopt;
  return StoredText(before_, created.object, scratch_);
}

// Sends a request to both servers. If it equals the last request, returns the last answers, because many changes try
// the same small object.
const WitnessSearch::Answers& WitnessSearch::Send(const Request& request) {
  if (request == answers_.request) return answers_;
  answer_arena_.Reset();
  budget_.requests -= std::min<std::size_t>(budget_.requests, 1);
  answers_ = {.request = request, .before = {}, .after = {}};  // the answers point to the texts of this copy
  answers_.before = answers_.request.Send(before_, old_version_, answer_arena_, &budget_.work);
  if (!answers_.before.accepted) return answers_;
  answers_.stores_request = StoresAll(before_, old_version_, answers_.request, answers_.before, answer_arena_);
  if (!answers_.stores_request) return answers_;
  answers_.after = answers_.request.Send(after_, new_version_, answer_arena_, &budget_.work);
  if (answers_.after.accepted) answers_.stored = JsonOf(answers_.after.object);
  return answers_;
}

// Whether the request shows the change. For a refusal, the old server stores the complete object, and one of the new
// server's errors is about the change. For any other change, the new server stores another value. If the result is
// true, sets `witness`.
bool WitnessSearch::IsWitness(const Change& change, const Request& request, Witness& witness) {
  const auto& [sent, before, after, kept, stored] = Send(request);
  if (!kept || budget_.work.exhausted()) return false;
  const bool updates = !request.stored.empty() && request.subresource.empty();
  witness = {.object = request.body,
             .subresource = request.subresource,
             .old_object = "",
             .refusal = base::Shorten(after.message, kMaxUnchargedErrorBytes),
             .stored_object = "",
             .read_object = ""};
  if (only_reads_) return IsReadDifferently(change, before.object, updates, witness);
  if (!after.accepted) {
    const auto about = [&](const kubernetes::FieldError& error) { return IsAbout(error, change); };
    if (change.refuses()) {
      const bool shows = HasNull(change, request) && std::ranges::any_of(after.errors, about);
      if (shows && after.message.size() <= budget_.stored_bytes) {
        budget_.stored_bytes -= after.message.size();
        witness.refusal = after.message;
      }
      return shows;
    }
    if (Witness read = witness; !read_witness_ && IsReadDifferently(change, before.object, updates, read))
      read_witness_ = std::move(read);
    return false;
  }
  if (change.refuses() || SameAt(before.object, after.object, change.field)) return false;
  if (stored.size() > budget_.stored_bytes) return true;
  budget_.stored_bytes -= stored.size();
  witness.stored_object = stored;
  return true;
}

// Whether the request has the value that the change is about: null for a change of `nullable`. True for other changes.
bool WitnessSearch::HasNull(const Change& change, const Request& request) {
  if (change.keyword != "nullable") return true;
  const auto sent = json::Parser(scratch_).Parse(request.body);
  const Value* value = sent.ok() ? ValueAt(*sent, change.field) : nullptr;
  return value != nullptr && value->is_null();
}

// Whether clients read the stored object differently with the new CRD. If so, sets witness.read_object. Servers do not
// validate objects that they read.
bool WitnessSearch::IsReadDifferently(const Change& change, const Value& stored, bool updated, Witness& witness) {
  const std::string text = StoredText(before_, stored, scratch_);
  auto was = json::Parser(scratch_).Parse(text), is = json::Parser(scratch_).Parse(text);
  const bool read = was.ok() && is.ok() && admission::ReadStored(*was, before_, *old_read_, scratch_).ok() &&
                    admission::ReadStored(*is, after_, *new_read_, scratch_).ok();
  if (!read || SameAt(*was, *is, change.field)) return false;
  witness.read_object = JsonOf(*is);
  if (updated) witness.old_object = witness.object;
  return witness.read_object.size() <= budget_.stored_bytes;
}

// Tries an update of the status of a stored object. If the old server accepts it, also tries an update of the object
// itself, which checks more.
bool WitnessSearch::TryStatus(const Change& change, const Value& object, Witness& witness) {
  const auto stored = StoredTextOf(Without(object, "status"));
  if (!stored) return false;
  const std::string body = JsonOf(object);
  const Request of_status{body, "status", *stored};
  if (IsWitness(change, of_status, witness)) return true;
  const RequestResult updated = of_status.Send(before_, old_version_, scratch_, &budget_.work);
  if (!StoresAll(before_, old_version_, of_status, updated, scratch_) ||
      !IsWitness(change, {body, "", StoredText(before_, updated.object, scratch_)}, witness))
    return false;
  witness.old_object = body;
  return true;
}

Value WitnessSearch::Without(const Value& object, std::string_view key) {
  Value rest = json::DeepCopy(object, arena_);
  json::Take(rest, key);
  return rest;
}

// Returns the object with an empty status, if the schema specifies the status.
Value WitnessSearch::WithStatus(const Value& object) {
  const bool has_place = old_version_.schema != nullptr && old_version_.schema->properties.Find("status") != nullptr;
  if (!has_place) return object;
  Value with = json::DeepCopy(object, arena_);
  json::Set(with, "status", Value::Object({}), arena_);
  return with;
}

bool WitnessSearch::Try(Change& change, const Value& object) {
  if (!object.is_object() || budget_.IsSpent()) return false;
  scratch_.Reset();
  const bool has_status = old_version_.has_status && object.Find("status") != nullptr;
  // Whether the change is inside the status. A create drops the status, but then sets the storage version's defaults in
  // it.
  const bool in_status = has_status && change.field.size() > 1 && change.field[0].name == "status";
  // Whether an update of the status can show the change: it runs the rules of the whole object, but does not validate
  // its other fields.
  const bool sees_rules = old_version_.has_status && !has_status && change.keyword == "x-kubernetes-validations";
  Witness witness;
  const Value created = has_status ? Without(object, "status") : object;
  const bool shown =
      ((!in_status || !change.storage_version.empty()) && IsWitness(change, Request{JsonOf(created)}, witness)) ||
      (has_status && TryStatus(change, object, witness)) ||
      (sees_rules && TryStatus(change, WithStatus(object), witness));
  if (shown) change.witness = std::move(witness);
  return shown;
}

namespace {

// WitnessFinder searches witnesses in both versions and in the storage version.

constexpr std::size_t kMaxHeldBytes = 64U << 20;  // maximum memory of a search that is reused for the next change

class WitnessFinder {
 public:
  WitnessFinder(const ServedResource& before, const ServedResource& after) : before_(before), after_(after) {}

  bool IsOver() const { return budget_.IsSpent(); }

  // Searches a witness in the version of the change. If none is found, searches one in the storage version, because
  // some effects of the storage version show only with objects that are written in it.
  void Find(Change& change) {
    const ServedVersion *a = before_.Find(change.version), *b = after_.Find(change.version);
    if (a == nullptr || b == nullptr) return;
    if (change.aspect == Aspect::kApplies) return FindApplies(change, *a, *b);
    SearchIn(change, *a, *b, own_);
    if (change.witness || change.refuses() || change.storage_version.empty() ||
        change.storage_version == change.version)
      return;
    const ServedVersion *old_storage = before_.Storage(), *new_storage = after_.Find(change.storage_version);
    if (old_storage == nullptr || new_storage == nullptr || old_storage->name != new_storage->name ||
        !old_storage->served)
      return;
    SearchIn(change, *old_storage, *new_storage, stored_, a, b);
  }

 private:
  struct KeptSearch {
    std::unique_ptr<WitnessSearch> search = nullptr;
    std::string_view version = {};
  };

  // Searches with objects of the version `a` of the old CRD, which is `b` in the new CRD. If `old_read` and `new_read`
  // are not null, compares the objects as they are read in these versions.
  void SearchIn(Change& change, const ServedVersion& a, const ServedVersion& b, KeptSearch& kept,
                const ServedVersion* old_read = nullptr, const ServedVersion* new_read = nullptr) {
    if (kept.search == nullptr || kept.version != a.name || kept.search->bytes() > kMaxHeldBytes)
      kept = {std::make_unique<WitnessSearch>(before_, a, after_, b, budget_), a.name};
    if (old_read != nullptr) kept.search->CompareOnlyReads(*old_read, *new_read);
    const std::size_t held = kept.search->bytes();
    kept.search->Search(change);
    budget_.object_bytes -= std::min(budget_.object_bytes, kept.search->bytes() - held);
  }

  void FindApplies(Change& change, const ServedVersion& a, const ServedVersion& b) {
    if (!a.served || !b.served) return;
    if (servers_ == nullptr) servers_ = std::make_unique<ApplyingServers>(before_, after_);
    if (applies_ == nullptr || applied_version_ != a.name || applies_->bytes() > kMaxHeldBytes) {
      applies_ = std::make_unique<AppliesSearch>(*servers_, a, b, budget_);
      applied_version_ = a.name;
    }
    const std::size_t held = applies_->bytes();
    applies_->Search(change);
    budget_.object_bytes -= std::min(budget_.object_bytes, applies_->bytes() - held);
  }

  const ServedResource& before_;
  const ServedResource& after_;
  SearchBudget budget_;
  KeptSearch own_, stored_;
  std::unique_ptr<ApplyingServers> servers_;
  std::unique_ptr<AppliesSearch> applies_;
  std::string_view applied_version_;  // version of `applies_`
};

}  // namespace

void FindWitnesses(std::string_view before, std::string_view after, Comparison& comparison, base::Arena& arena) {
  const auto old_crd = admission::Serve(before, arena), new_crd = admission::Serve(after, arena);
  if (!old_crd.ok() || !new_crd.ok()) return;
  WitnessFinder search(*old_crd, *new_crd);
  for (Change& change : comparison.changes) {
    if (change.certain() || change.version.empty()) continue;
    if (!search.IsOver()) search.Find(change);
    comparison.search_completed &= change.certain() || !search.IsOver();
    if (!comparison.search_completed) return;
  }
}

}  // namespace structural::compare
