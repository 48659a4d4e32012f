#include <optional>
#include <utility>

#include "schema/base/quote.h"
#include "schema/objects/check_value.h"

namespace structural::objects {
namespace {

using json::Value;

class Junctors {
 public:
  Junctors(const Value& value, const kubernetes::ObjectPath& at, const Reporter& report, Outcome& to)
      : value_(value), at_(at), report_(report), to_(to) {}

  void AnyOf(std::span<const Checks* const> branches);
  void OneOf(std::span<const Checks* const> branches);
  void AllOf(std::span<const Checks* const> branches);
  void Not(const Checks& branch);

 private:
  Outcome Branch(const Checks& branch, const Reporter& report) const {
    Outcome outcome;
    CheckValue(branch, value_, at_, report, outcome);
    return outcome;
  }

  // Keeps the outcome with most matches, and the first one of several.
  void KeepBest(std::optional<Outcome>& best, Outcome&& outcome) const {
    if (best && outcome.matches <= best->matches) return report_.Drop(outcome);
    Drop(best);
    best = std::move(outcome);
  }
  void Drop(const std::optional<Outcome>& outcome) const {
    if (outcome) report_.Drop(*outcome);
  }

  void AddUnplaced(std::string_view keyword, std::string_view what, std::string_view found = {}) {
    to_.failed = true;
    if (report_.has_texts()) {
      report_.Unplaced(at_, keyword, (base::Quote(at_.OpenAPI()) + " must ").append(what).append(found), to_);
    }
  }

  const Value& value_;
  const kubernetes::ObjectPath& at_;
  const Reporter& report_;
  Outcome& to_;
};

void Junctors::AnyOf(std::span<const Checks* const> branches) {
  std::optional<Outcome> best;
  for (const Checks* branch : branches) {
    Outcome outcome = Branch(*branch, report_);
    if (!outcome.failed) {
      Drop(best);
      return to_.Merge(std::move(outcome));
    }
    KeepBest(best, std::move(outcome));
  }
  if (!best) return;
  AddUnplaced("anyOf", "validate at least one schema (anyOf)");
  to_.Merge(*std::move(best));
}

void Junctors::OneOf(std::span<const Checks* const> branches) {
  if (branches.empty()) return;
  std::optional<Outcome> best, first;
  int valid = 0;
  for (const Checks* branch : branches) {
    Outcome outcome = Branch(*branch, report_);
    if (!outcome.failed) {
      if (++valid == 1) first = std::move(outcome);
    } else if (valid == 0) {
      KeepBest(best, std::move(outcome));
    } else {
      report_.Drop(outcome);
    }
  }
  if (valid > 0) Drop(best);
  if (valid == 1) return to_.Merge(*std::move(first));
  AddUnplaced("oneOf", "validate one and only one schema (oneOf). Found ",
              valid == 0 ? "none valid" : std::to_string(valid) + " valid alternatives");
  if (valid == 0) to_.Merge(*std::move(best));
}

void Junctors::AllOf(std::span<const Checks* const> branches) {
  std::size_t valid = 0;
  for (const Checks* branch : branches) {
    Outcome outcome = Branch(*branch, report_);
    if (!outcome.failed) ++valid;
    to_.Merge(std::move(outcome));
  }
  if (valid == branches.size()) return;
  AddUnplaced("allOf",
              valid == 0 ? "validate all the schemas (allOf). None validated" : "validate all the schemas (allOf)");
}

void Junctors::Not(const Checks& branch) {
  if (!Branch(branch, report_.Silent()).failed) AddUnplaced("not", "not validate the schema (not)");
}

}  // namespace

void CheckJunctors(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                   Outcome& to) {
  ++to.matches;
  Junctors junctors(value, at, report, to);
  junctors.AnyOf(checks.any_of);
  junctors.OneOf(checks.one_of);
  junctors.AllOf(checks.all_of);
  if (checks.not_schema != nullptr) junctors.Not(*checks.not_schema);
}

}  // namespace structural::objects
