#include "webhook/union_door.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "schema/json/parse.h"
#include "schema/json/write.h"
#include "schema/unions/kep/changes.h"
#include "schema/unions/kep/normalize.h"
#include "webhook/managed_fields.h"
#include "webhook/union_patch.h"

namespace structural::webhook {
namespace {

using json::Value;
using unions::kep::Change;
using unions::kep::UndecidedUnion;

// Empty: it is to be looked at.
std::string_view UnaskedObject(const Review& review) {
  if (review.operation != "CREATE" && review.operation != "UPDATE") return "operation";
  if (!review.sub_resource.empty() && review.sub_resource != "status") return "subresource";
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

  base::Result<Mutation> Run(const Review& review) {
    const auto sent = Parse(review.object, "object");
    if (!sent.ok()) return sent.error();
    Value before;
    if (!review.old_object.empty()) {
      const auto old = Parse(review.old_object, "oldObject");
      if (!old.ok()) return old.error();
      before = *old;
    }
    Value now = *Parse(review.object, "object");
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
    const auto emptied = MendManagedFields(changes, schema_, now, arena_);
    mutation_.patch = WritePatch(unions::kep::ChangesBetween(sent, now), emptied);
  }

  const Value& schema_;
  base::Arena& arena_;
  Mutation mutation_;
};

}  // namespace

base::Result<Mutation> Mutate(const Review& review, const UnionCrds& crds, base::Arena& arena) {
  Mutation mutation;
  mutation.unasked = UnaskedObject(review);
  if (!mutation.unasked.empty()) return mutation;
  const auto crd = crds.Find(review.resource, review.group);
  const Value schema = crd == nullptr ? Value() : crd->unions.SchemaOf(review.version);
  if (crd != nullptr && !crd->unusable.empty()) {
    mutation.unusable = crd->unusable;
  } else if (schema.is_null()) {
    mutation.unasked = "no unions";
  } else {
    return Mutating(schema, arena).Run(review);
  }
  return mutation;
}

}  // namespace structural::webhook
