#include "webhook/admission_mutator.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>
#include <utility>

#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/unions/kep/normalize.h"

namespace structural::webhook {
namespace {

using unions::kep::Change;
using unions::kep::Steps;

const Steps kManagers = {std::string_view("metadata"), std::string_view("managedFields")};

// Returns whether the change is in an entry of metadata.managedFields that is removed as a whole.
bool IsIn(const std::vector<std::size_t>& managers_out, const Change& change) {
  return change.at.size() > kManagers.size() && std::equal(kManagers.begin(), kManagers.end(), change.at.begin()) &&
         std::ranges::binary_search(managers_out, std::get<std::size_t>(change.at[2]));
}

void AddOperation(const char* operation, const Steps& at, const json::Value* value, json::Writer& to) {
  to.BeginObject().Add("op", operation).Add("path", unions::kep::PointerTo(at));
  if (value != nullptr) to.Add("value", *value);
  to.EndObject();
}

// Writes the JSON Patch (RFC 6902) for the changes. At the end, the patch removes the entries of
// metadata.managedFields with the indices `managers_out`, which are sorted.
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

using json::Value;
using unions::kep::UndecidedUnion;

// Returns the skip_reason, or an empty text if the object must be normalized.
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
    auto undecided = unions::kep::Undecided(now, schema_);
    if (undecided.empty()) return;
    std::set<std::pair<std::string, std::vector<std::string>>> stored;
    for (UndecidedUnion& one : unions::kep::Undecided(before, schema_))
      stored.emplace(std::move(one.path), std::move(one.fields));
    for (UndecidedUnion& one : undecided) {
      const bool known = stored.contains({one.path, one.fields});
      (known ? mutation_.known : mutation_.refused).push_back(std::move(one));
    }
  }

  void Describe(const Value& sent, Value& now) {
    const auto changes = unions::kep::ChangesBetween(sent, now);
    if (changes.empty()) return;
    mutation_.change_count = changes.size();
    for (const Change& change : std::span(changes).first(std::min(kChangesNamed, changes.size())))
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
  if (crd != nullptr && !crd->unusable.empty()) {
    mutation.unusable = crd->unusable;
  } else if (schema.is_null()) {
    mutation.skip_reason = "no unions";
  } else {
    return Mutating(schema, arena).Run(request);
  }
  return mutation;
}

}  // namespace structural::webhook
