#include "schema/compare/field_handling.h"

#include <algorithm>
#include <string>

#include "schema/compare/presence.h"
#include "schema/crd/model/structural.h"

namespace structural::compare {
namespace {

const kubernetes::FieldPath& Anywhere() {
  static const kubernetes::FieldPath path("");
  return path;
}

FieldHandling Root(const LoadedVersion& version, bool prunes, bool validates) {
  SchemaSide side{version.schema, {}, &Anywhere(), prunes};
  if (validates && version.checks != nullptr) side.conjuncts = ConjunctsOf({version.checks});
  side.is_resource = side.is_root = true;
  side.has_status = version.HasStatus();
  return {true, false, false, std::move(side)};
}

FieldHandling Next(const FieldHandling& from, const Step& step, bool validates) {
  if (!from.side) return {};
  const SchemaSide& side = *from.side;
  const bool is_element = step.kind == Step::Kind::kElement;
  if ((RangesOf(side.conjuncts).kinds & (is_element ? kArray : kObject)) == 0) return {};
  if (is_element) return {true, false, true, ElementOf(side, Anywhere())};
  if (validates && !HasObjects(side)) return {};
  MemberPlace part =
      step.kind == Step::Kind::kOtherKey ? AdditionalMemberOf(side, Anywhere()) : MemberOf(side, step.name, Anywhere());
  if (!part.kept || part.side.conjuncts.forbidden) return {};
  return {true, part.is_entry, false, std::move(part.side)};
}

}  // namespace

// Caches the path of the last call with `validates` and that of the last call without. For each field on a path, from
// the root on, keeps the result.
struct FindCache {
  struct Way {
    FieldSteps steps;
    std::vector<FieldHandlingPair> found;
  };
  Way ways[2];
};

namespace {

class Fields {
 public:
  Fields(const VersionPair& own, const VersionPair& other) : own_(own), other_(other) {}

  std::vector<FieldSteps> Of(std::span<const Step> field) {
    Add(field);
    return std::move(fields_);
  }

 private:
  void Add(std::span<const Step> rest) {
    if (fields_.size() >= kMaxCorrespondingFields) return;
    if (rest.empty()) return fields_.push_back(taken_);
    AddWith(rest[0], rest);
    if (rest[0].kind != Step::Kind::kOtherKey) return;
    const FieldHandlingPair own = FindFieldBeforeAndAfter(own_, false, taken_),
                            other = FindFieldBeforeAndAfter(other_, false, taken_);
    const auto add = [&](std::string_view name) {
      if (!own.before.Specifies(name) && !own.after.Specifies(name))
        AddWith({Step::Kind::kName, std::string(name)}, rest);
    };
    for (const FieldHandling* each : {&other.before, &other.after}) {
      if (each->IsResource()) std::ranges::for_each(crd::kMetaFields, add);
      if (each->schema() == nullptr) continue;
      for (const auto& entry : each->schema()->properties) add(entry.key);
    }
  }

  void AddWith(Step step, std::span<const Step> rest) {
    taken_.push_back(std::move(step));
    Add(rest.subspan(1));
    taken_.pop_back();
  }

  const VersionPair& own_;
  const VersionPair& other_;
  FieldSteps taken_;
  std::vector<FieldSteps> fields_;
};

}  // namespace

FieldHandlingPair FindFieldBeforeAndAfter(const VersionPair& pair, bool validates, std::span<const Step> field) {
  if (pair.find_cache == nullptr) pair.find_cache = std::make_shared<FindCache>();
  auto& [steps, found] = pair.find_cache->ways[validates ? 1 : 0];
  if (found.empty())
    found.push_back({Root(pair.before, pair.old_prunes, validates), Root(pair.after, pair.new_prunes, false)});
  const auto common = std::ranges::mismatch(steps, field).in1 - steps.begin();
  steps.erase(steps.begin() + common, steps.end());
  found.erase(found.begin() + common + 1, found.end());
  for (const Step& step : field.subspan(static_cast<std::size_t>(common))) {
    FieldHandlingPair next{Next(found.back().before, step, validates), Next(found.back().after, step, false)};
    steps.push_back(step);
    found.push_back(std::move(next));
  }
  return found.back();
}

std::vector<FieldSteps> CorrespondingFields(const VersionPair& own, const VersionPair& other,
                                            std::span<const Step> field) {
  return Fields(own, other).Of(field);
}

}  // namespace structural::compare
