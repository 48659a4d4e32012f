#include "schema/merge/field_manager.h"

#include <algorithm>
#include <utility>

#include "schema/base/quote.h"
#include "schema/json/members.h"
#include "schema/kubernetes/print.h"

namespace structural::merge {
namespace {

using base::ErrorCode;
using json::Member;
using json::Value;

constexpr std::size_t kMaxUpdateManagers = 10;
constexpr std::string_view kOldUpdates = "ancient-changes";
constexpr std::string_view kBeforeFirstApply = "before-first-apply";
constexpr std::string_view kCurrentOperation = "current-operation";
constexpr std::string_view kMigratingManager = "kubectl";
constexpr std::string_view kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";
constexpr std::size_t kMaxAnnotationBytes = 256 * 1024;

base::Error ServerError(std::string message) { return {ErrorCode::kServerError, std::move(message)}; }
base::Error BadRequest(std::string message) { return {ErrorCode::kBadRequest, std::move(message)}; }

// The group and version of an apiVersion. Both are empty if the apiVersion is empty or invalid.
struct GroupAndVersion {
  std::string_view group, version;
  bool valid = true;

  std::string Text() const {
    return group.empty() ? std::string(version) : std::string(group).append("/").append(version);
  }
  friend bool operator==(const GroupAndVersion&, const GroupAndVersion&) = default;
};

// Upstream: apimachinery pkg/runtime/schema ParseGroupVersion.
GroupAndVersion Split(std::string_view text) {
  if (text.empty() || text == "/") return {};
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {{}, text};
  if (text.find('/', slash + 1) != std::string_view::npos) return {{}, {}, false};
  return {text.substr(0, slash), text.substr(slash + 1)};
}

// Returns the object's type as in Go's errors: "GROUP/VERSION, Kind=KIND".
std::string KindText(const Value& object) {
  GroupAndVersion of = Split(TextOf(object.Find("apiVersion")));
  const std::string_view kind = of.valid ? TextOf(object.Find("kind")) : std::string_view();
  return std::string(of.group).append("/").append(of.version).append(", Kind=").append(kind);
}

std::string_view NameIn(const Value& object, std::string_view key) {
  return TextOf(Below(object.Find("metadata"), key));
}

// Returns a copy of the object in which the member is set to `*value`, or removed if `value` is null. The copy shares
// the values of all other members.
Value With(const Value& object, std::string_view key, const Value* value, base::Arena& arena) {
  ArenaList<Member> members;
  members.Reserve(object.members().size() + 1, arena);
  bool is_set = value == nullptr;
  for (const Member& member : object.members()) {
    if (!is_set && key <= member.key) {
      members.Add({key, *value}, arena);
      is_set = true;
    }
    if (member.key != key) members.Add(member, arena);
  }
  if (!is_set) members.Add({key, *value}, arena);
  return Value::Object(members.span());
}

Value WithoutManagedFields(const Value& object, base::Arena& arena) {
  const Value* metadata = object.Find("metadata");
  if (metadata == nullptr || metadata->Find("managedFields") == nullptr) return object;
  const Value rest = With(*metadata, "managedFields", nullptr, arena);
  return With(object, "metadata", &rest, arena);
}

Value EntriesOf(const Value& object) {
  const Value* entries = Below(object.Find("metadata"), "managedFields");
  return entries == nullptr ? Value() : *entries;
}

// Whether the entries of managedFields in a request are [{}], with which a client asks the server to remove all
// entries.
bool IsReset(const Value& entries) {
  const auto elements = ElementsOf(&entries);
  return elements.size() == 1 && elements[0].is_object() && elements[0].members().empty();
}

// Converts like the conversion strategy None, which only changes apiVersion.
//
// Upstream: versionconverter.go versionConverter.Convert; apiextensions-apiserver
// pkg/apiserver/conversion/converter.go (v0.37.2).
class VersionConverter : public Converter {
 public:
  VersionConverter(const ManagerScope& scope, base::Arena& arena) : scope_(scope), arena_(arena) {}

  base::Result<TypedValue> Convert(const TypedValue& value, std::string_view api_version) override;

 private:
  const ManagerScope& scope_;
  base::Arena& arena_;
};

base::Result<TypedValue> VersionConverter::Convert(const TypedValue& value, std::string_view api_version) {
  const GroupAndVersion to = Split(api_version);
  if (!to.valid) return ServerError("unexpected GroupVersion string: " + std::string(api_version));
  const Value* own = value.value == nullptr ? nullptr : value.value->Find("apiVersion");
  if (own != nullptr && own->is_string() && Split(own->text()) == to) return value;
  if (value.value == nullptr || !value.value->is_object())
    return ServerError("failed to convert value to unstructured for type <nil>");
  if (to.group != scope_.resource->group) {
    return ServerError(KindText(*value.value) + " is unstructured and is not suitable for converting to " +
                       base::Quote(to.Text()));
  }
  const Type* type = scope_.resource->Find(api_version);
  if (type == nullptr) return ServerError("request to convert CR to an invalid group/version: " + to.Text());
  auto* converted = arena_.New<Value>();
  const Value version = Value::String(api_version);
  *converted = With(*value.value, "apiVersion", &version, arena_);
  const TypedValue typed{type, converted};
  const TypeErrors errors = Validate(typed, Duplicates::kForbidden, arena_);
  if (!errors.empty()) return ServerError(errors.Text());
  return typed;
}

// Returns the fields that managers never own: apiVersion, kind, and fields of metadata such as name and uid.
//
// Upstream: stripmeta.go.
Set StripSet(base::Arena& arena) {
  Set set;
  for (const std::string_view field : {"apiVersion", "kind", "metadata"}) {
    const PathElement path[] = {PathElement::Field(field)};
    set.Insert(path, arena);
  }
  for (const std::string_view field : {"name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName",
                                       "generation", "managedFields", "resourceVersion"}) {
    const PathElement path[] = {PathElement::Field("metadata"), PathElement::Field(field)};
    set.Insert(path, arena);
  }
  return set;
}

std::string ConflictMessage(const std::vector<AppliedObject::FieldConflict>& conflicts) {
  if (conflicts.size() == 1) {
    return "Apply failed with 1 conflict: conflict with " + conflicts[0].manager + ": " + Text(conflicts[0].path);
  }
  std::string text = "Apply failed with " + std::to_string(conflicts.size()) + " conflicts: ";
  const std::string* last = nullptr;
  for (const auto& conflict : conflicts) {
    if (last != nullptr) text += '\n';
    if (last == nullptr || *last != conflict.manager) text += "conflicts with " + conflict.manager + ":\n";
    last = &conflict.manager;
    text += "- " + Text(conflict.path);
  }
  return text;
}

}  // namespace

const Type* ManagedResource::Find(std::string_view api_version) const {
  const auto found = types.find(api_version);
  return found == types.end() ? nullptr : found->second;
}

std::string FieldManager::NameAndKindOf(const Value& object) const {
  return std::string(NameIn(object, "namespace")).append("/").append(NameIn(object, "name")) + "; " + KindText(object);
}

// Upstream: fieldmanager.go decodeLiveOrNew.
ManagedFields FieldManager::OwnersForUpdate(const Value& live, const Value& updated) const {
  const auto of_live = [&] {
    auto read = ReadManagedFields(EntriesOf(live), format(), arena_);
    return read.ok() ? *std::move(read) : ManagedFields();
  };
  if (!scope_.subresource.empty()) return of_live();
  const Value entries = EntriesOf(updated);
  if (IsReset(entries)) return {};
  auto read = ReadManagedFields(entries, format(), arena_);
  return read.ok() && !read->owners.empty() ? *std::move(read) : of_live();
}

void FieldManager::StripMeta(ManagedFields& managed, std::string_view id) {
  const auto owner = managed.owners.find(id);
  if (owner == managed.owners.end()) return;
  owner->second.fields = Difference(owner->second.fields, StripSet(arena_), arena_);
  if (owner->second.fields.empty()) managed.owners.erase(owner);
}

// Limits the number of Update entries to ten: merges the oldest entries that have the same version into one until ten
// remain.
//
// Upstream: capmanagers.go capUpdateManagers.
void FieldManager::CapManagers(ManagedFields& managed) {
  std::vector<std::pair<std::string_view, std::string_view>> updaters;  // time and identifier of each Update entry
  for (const auto& [id, owned] : managed.owners) {
    if (owned.applied) continue;
    const auto time = managed.times.find(id);
    updaters.emplace_back(time == managed.times.end() ? "1970-01-01T00:00:00Z" : time->second, id);
  }
  std::ranges::sort(updaters);
  std::map<std::string_view, std::string_view> first_of_version;
  std::size_t count = updaters.size();
  for (std::size_t i = 0; i < updaters.size() && count > kMaxUpdateManagers; ++i) {
    const std::string_view id = updaters[i].second;
    const OwnedFields owned = managed.owners[id];
    const auto [first, is_new] = first_of_version.emplace(owned.api_version, id);
    if (is_new) continue;
    const std::string_view bucket = managed.Add({kOldUpdates, false, owned.api_version, {}}, arena_);
    if (!managed.owners.contains(bucket)) {
      managed.owners[bucket] = managed.owners[first->second];
      managed.owners.erase(first->second);
    }
    managed.owners[bucket] = {Union(owned.fields, managed.owners[bucket].fields, arena_), owned.api_version,
                              owned.applied};
    managed.owners.erase(id);
    --count;
    const auto time = managed.times.find(id);
    if (time == managed.times.end()) {
      managed.times.erase(bucket);
    } else {
      managed.times[bucket] = std::string_view(time->second);
    }
  }
}

// Returns an error if the object's kind is not the kind of the scope, or if the resource does not have the object's
// version. A version other than that of the scope is not an error: a patch can change apiVersion, and the server then
// converts the object.
base::Status FieldManager::CheckUpdated(const Value& updated) const {
  const std::string_view version = TextOf(updated.Find("apiVersion"));
  if (TextOf(updated.Find("kind")) != scope_.kind) return ServerError("no corresponding type for " + KindText(updated));
  if (version == scope_.api_version || scope_.resource->Find(version) != nullptr) return base::Ok();
  return ServerError("request to convert CR from an invalid group/version: " + std::string(version));
}

// Upstream: structuredmerge.go Update, stripmeta.go, managedfieldsupdater.go Update, buildmanagerinfo.go, capmanagers.go.
base::Status FieldManager::UpdateOwners(const Value& live, const Value& updated, ManagedFields& managed,
                                        std::string_view manager) {
  const base::Status convertible = CheckUpdated(updated);
  if (!convertible.ok()) return convertible;
  const Value version = Value::String(scope_.api_version);
  const Value versioned = With(updated, "apiVersion", &version, arena_);
  const TypedValue typed_live{scope_.type, &live}, typed_updated{scope_.type, &versioned};
  for (const TypedValue& typed : {typed_updated, typed_live}) {
    const TypeErrors errors = Validate(typed, Duplicates::kAllowed, arena_);
    if (errors.empty()) continue;
    return ServerError(
        std::string(&typed == &typed_live ? "failed to convert live object (" : "failed to convert new object (") +
        NameAndKindOf(*typed.value) + ") to smd typed: " + errors.Text());
  }
  VersionConverter converter(scope_, arena_);
  base::Status status = Updater(converter, &scope_.reset_fields, arena_)
                            .Update(typed_live, typed_updated, scope_.api_version, managed.owners, kCurrentOperation);
  if (!status.ok()) {
    return ServerError("failed to update ManagedFields (" + NameAndKindOf(updated) + "): " + status.error().message());
  }
  StripMeta(managed, kCurrentOperation);
  if (const auto changed = managed.owners.find(kCurrentOperation); changed != managed.owners.end()) {
    const std::string_view id =
        managed.Add({manager.empty() ? "unknown" : manager, false, scope_.api_version, scope_.subresource}, arena_);
    OwnedFields own = changed->second;
    managed.owners.erase(changed);
    if (const auto previous = managed.owners.find(id); previous != managed.owners.end())
      own.fields = Union(own.fields, previous->second.fields, arena_);
    managed.owners[id] = own;
    managed.times[id] = now_;
  }
  CapManagers(managed);
  return base::Ok();
}

// Upstream: fieldmanager.go UpdateNoErrors, skipnonapplied.go Update.
Value FieldManager::Update(const Value& live, const Value& updated, std::string_view manager) {
  ManagedFields managed = OwnersForUpdate(live, updated);
  if (managed.owners.empty() && !NameIn(live, "uid").empty()) return {};
  const base::Status status = UpdateOwners(live, WithoutManagedFields(updated, arena_), managed, manager);
  return status.ok() ? WriteManagedFields(managed, format(), arena_) : EntriesOf(live);
}

// Upstream: versioncheck.go, structuredmerge.go Apply.
base::Status FieldManager::CheckApplied(const Value& applied) const {
  const bool is_valid = Split(TextOf(applied.Find("apiVersion"))).valid;
  if (!is_valid || TextOf(applied.Find("kind")) != scope_.kind ||
      Split(TextOf(applied.Find("apiVersion"))) != Split(scope_.api_version))
    return BadRequest("invalid object type: " + KindText(applied));
  return base::Ok();
}

base::Status FieldManager::CheckTypes(const Value& live, const Value& applied) const {
  const Value entries = EntriesOf(applied);
  const bool is_list =
      entries.is_array() && std::ranges::all_of(entries.elements(), [](const Value& each) { return each.is_object(); });
  if (is_list) return BadRequest("metadata.managedFields must be nil");
  const TypeErrors wrong = Validate({scope_.type, &applied}, Duplicates::kForbidden, arena_);
  if (!wrong.empty())
    return ServerError("failed to create typed patch object (" + NameAndKindOf(applied) + "): " + wrong.Text());
  const TypeErrors stored = Validate({scope_.type, &live}, Duplicates::kAllowed, arena_);
  if (stored.empty()) return base::Ok();
  return ServerError("failed to create typed live object (" + NameAndKindOf(live) + "): " + stored.Text());
}

// Upstream: skipnonapplied.go Apply, capmanagers.go, buildmanagerinfo.go, managedfieldsupdater.go Apply, stripmeta.go,
// structuredmerge.go Apply.
FieldManager::Attempt FieldManager::TryApply(const Value& live, const Value& applied, ManagedFields& managed,
                                             std::string_view manager, bool force) {
  Attempt attempt;
  if (managed.owners.empty() && scope_.is_scale) {
    attempt.status = ServerError(
        "failed to create manager for existing fields: failed to convert live object (/; " +
        std::string(scope_.api_version) + ", Kind=" + std::string(scope_.kind) +
        ") to proper version: request to convert CR to an invalid group/version: " + std::string(scope_.api_version));
    return attempt;
  }
  if (managed.owners.empty()) {
    Member members[] = {{"apiVersion", Value::String(scope_.api_version)}, {"kind", Value::String(scope_.kind)}};
    const Value empty = Value::Object(members);
    attempt.status = UpdateOwners(empty, WithoutManagedFields(live, arena_), managed, kBeforeFirstApply);
    if (!attempt.status.ok()) {
      attempt.status = ServerError("failed to create manager for existing fields: " + attempt.status.error().message());
      return attempt;
    }
  }
  attempt.status = CheckTypes(live, applied);
  if (!attempt.status.ok()) return attempt;
  auto* kept_live = arena_.New<Value>();
  *kept_live = live;
  auto* kept_applied = arena_.New<Value>();
  *kept_applied = applied;
  const std::string_view id = managed.Add({manager, true, {}, scope_.subresource}, arena_);
  VersionConverter converter(scope_, arena_);
  ApplyResult updated =
      Updater(converter, &scope_.reset_fields, arena_)
          .Apply({scope_.type, kept_live}, {scope_.type, kept_applied}, scope_.api_version, managed.owners, id, force);
  attempt.conflicts = std::move(updated.conflicts);
  attempt.object = updated.object;
  attempt.is_noop = updated.is_noop;
  if (!updated.status.ok()) attempt.status = ServerError(updated.status.error().message());
  if (!attempt.status.ok() || !attempt.conflicts.empty()) return attempt;
  if (!attempt.is_noop) {
    const Value* object = attempt.object.value;
    if (object == nullptr || !object->is_object()) {
      attempt.status = ServerError("failed to convert new typed object (" + NameAndKindOf(applied) +
                                   ") to object: failed to convert value to unstructured for type <nil>");
    } else if (scope_.is_scale) {
      attempt.status = ServerError(
          "failed to convert new object (" + NameAndKindOf(applied) +
          ") to proper version: request to convert CR to an invalid group/version: " + std::string(scope_.api_version));
    }
  }
  StripMeta(managed, id);
  if (!attempt.is_noop) managed.times[id] = now_;
  return attempt;
}

// Returns the fields in the last-applied annotation of a client-side apply whose values did not change after that
// apply. A server-side apply may change these fields without conflicts. Returns nullopt if the annotation does not
// exist or cannot be used.
//
// Upstream: lastappliedmanager.go allowedConflictsFromLastApplied.
std::optional<Set> FieldManager::AllowedByLastApplied(const Value& live) {
  const std::string_view text = TextOf(Below(Below(live.Find("metadata"), "annotations"), kLastApplied));
  if (text.empty()) return std::nullopt;
  const auto last = json::Parser(arena_).Parse(text);
  if (!last.ok() || !last->is_object() || TextOf(last->Find("kind")).empty() ||
      TextOf(last->Find("apiVersion")) != scope_.api_version)
    return std::nullopt;
  const TypedValue typed_live{scope_.type, &live}, typed_last{scope_.type, &*last};
  if (!Validate(typed_live, Duplicates::kForbidden, arena_).empty() ||
      !Validate(typed_last, Duplicates::kForbidden, arena_).empty())
    return std::nullopt;
  const auto change = Compare(typed_last, typed_live, arena_);
  if (!change.ok()) return std::nullopt;
  Set allowed = FieldsOf(typed_last, arena_);
  for (const Set& changed : {change->modified, change->added, change->removed})
    allowed = Difference(allowed, changed, arena_);
  return allowed;
}

// If the object has the last-applied annotation, sets it to the applied object. Removes this annotation if all
// annotations together would then exceed 256 KiB.
//
// Upstream: lastappliedupdater.go, lastapplied.go.
void FieldManager::UpdateLastApplied(Value& object, const Value& applied) {
  const Value* metadata = object.Find("metadata");
  const Value* annotations = Below(metadata, "annotations");
  if (TextOf(Below(annotations, kLastApplied)).empty()) return;
  Value without = applied;
  const Value* of_applied = applied.Find("metadata");
  if (const Value* own = Below(of_applied, "annotations"); own != nullptr && own->is_object()) {
    const Value rest = With(*own, kLastApplied, nullptr, arena_);
    const Value meta = With(*of_applied, "annotations", &rest, arena_);
    without = With(applied, "metadata", &meta, arena_);
  }
  const Value text = Value::String(arena_.Copy(kubernetes::MarshalJson(without) + "\n"));
  Value updated = With(*annotations, kLastApplied, &text, arena_);
  std::size_t bytes = 0;
  for (const Member& member : updated.members()) bytes += member.key.size() + TextOf(&member.value).size();
  if (bytes > kMaxAnnotationBytes) updated = With(*annotations, kLastApplied, nullptr, arena_);
  const Value meta = With(*metadata, "annotations", &updated, arena_);
  object = With(object, "metadata", &meta, arena_);
}

// Upstream: fieldmanager.go Apply, lastappliedmanager.go Apply.
AppliedObject FieldManager::Apply(const Value& live, const Value& applied, std::string_view manager, bool force) {
  AppliedObject answer;
  auto read = ReadManagedFields(EntriesOf(live), format(), arena_);
  if (!read.ok()) {
    answer.status = ServerError("failed to decode managed fields: " + read.error().message());
    return answer;
  }
  answer.status = CheckApplied(applied);
  if (!answer.status.ok()) return answer;
  ManagedFields managed = *std::move(read);
  Attempt attempt = TryApply(live, applied, managed, manager, force);
  if (!attempt.conflicts.empty() && manager == kMigratingManager) {
    if (const auto allowed = AllowedByLastApplied(live)) {
      std::erase_if(attempt.conflicts, [&](const Conflict& conflict) { return allowed->Has(conflict.path); });
      if (attempt.conflicts.empty()) attempt = TryApply(live, applied, managed, manager, true);
    }
  }
  for (const Conflict& conflict : attempt.conflicts) {
    const ManagerInfo& info = managed.InfoOf(conflict.manager);
    answer.conflicts.push_back({info.Text(), info, conflict.path});
  }
  answer.status = attempt.conflicts.empty() ? attempt.status
                                            : base::Status(ErrorCode::kConflict, ConflictMessage(answer.conflicts));
  if (!answer.status.ok()) return answer;
  answer.is_noop = attempt.is_noop;
  answer.object = WithoutManagedFields(attempt.is_noop ? live : *attempt.object.value, arena_);
  if (manager == kMigratingManager) UpdateLastApplied(answer.object, applied);
  answer.managed_fields = WriteManagedFields(managed, format(), arena_);
  return answer;
}

}  // namespace structural::merge
