// Obligations: the requirements that must hold so that a place of one schema accepts every value of a place of another
// schema.
//
// An obligation is proved or not. A proof is exact: it follows from the server's own checks. An obligation without a
// proof may still hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/work_budget.h"
#include "schema/compare/conjuncts.h"

namespace structural::compare {

// The remaining work and text of one comparison of CRDs. Without this limit, schemas whose branches match many others
// would take exponential time. After the work is spent, the remaining obligations count as unproved.
class ComparisonBudget {
 public:
  static constexpr std::size_t kStepUnits = 64;               // units of base::WorkBudget in one step of a comparison
  static constexpr std::int64_t kMaxWork = 64'000'000;        // maximum units of work for two schemas
  static constexpr std::int64_t kMaxTotalWork = 384'000'000;  // maximum units of work for all versions together

  // Begins the comparison of two schemas, with a new share of the work that remains for all versions.
  void BeginSchemas() {
    total_work_.Spend(static_cast<std::size_t>(granted_work_ - work_.left()));
    granted_work_ = std::min(kMaxWork, total_work_.left());
    work_ = base::WorkBudget(granted_work_);
  }
  // Spends the work of `steps` steps. Returns false if no work is left.
  bool Spend(std::size_t steps = 1) { return work_.Spend(kStepUnits * steps); }
  bool exhausted() const { return work_.exhausted(); }
  // Returns the steps that were spent on all versions.
  std::size_t spent() const {
    return static_cast<std::size_t>(kMaxTotalWork - total_work_.left() + granted_work_ - work_.left()) / kStepUnits;
  }
  // Returns the budget of work for checks of values.
  base::WorkBudget& work() { return work_; }
  // Returns the budget of bytes for the texts of the result, for both directions of the comparison together.
  base::WorkBudget& texts() { return texts_; }

 private:
  base::WorkBudget texts_{32 << 20};
  std::int64_t granted_work_ = kMaxWork;
  base::WorkBudget work_{kMaxWork}, total_work_{kMaxTotalWork};
};

// An obligation without a proof.
struct UnprovedObligation {
  std::string_view keyword;  // static storage
  std::string before = {};   // shortened text of the requirement; empty: absent
  std::string after = {};
  std::vector<std::string> hints = {};  // JSON of values that may be refused now
};

// The result of a check of obligations: whether one is unproved, and the list of the unproved ones. Not thread-safe.
class Obligations {
 public:
  // If `to` is null, unproved obligations are not collected: only failed() is set, and the check can stop at the first
  // one.
  Obligations(ComparisonBudget& budget, std::vector<UnprovedObligation>* to) : budget_(budget), to_(to) {}

  // Records an unproved obligation. describe(obligation) must set its texts and hints. It is called only if unproved
  // obligations are collected.
  template <typename Describe>
  void AddUnproved(std::string_view keyword, Describe describe) {
    failed_ = true;
    if (to_ == nullptr) return;
    UnprovedObligation refusal{.keyword = keyword};
    describe(refusal);
    to_->push_back(std::move(refusal));
  }

  bool failed() const { return failed_; }
  // Returns the collected obligations; null if they are not collected.
  std::vector<UnprovedObligation>* refusals() { return to_; }
  // Whether the check can stop: an obligation is unproved, and unproved obligations are not collected.
  bool done() const { return failed_ && to_ == nullptr; }
  ComparisonBudget& budget() { return budget_; }

 private:
  ComparisonBudget& budget_;
  std::vector<UnprovedObligation>* to_;
  bool failed_ = false;
};

// The same place in two schemas, and the JSON types that its value may have. An obligation is a requirement of `to`
// that a value which `from` accepts may not meet.
struct PlacePair {
  const Conjuncts& from;
  const Conjuncts& to;
  unsigned kinds = kEveryKind;
  const objects::Checks* known = nullptr;  // further checks that all values satisfy; null: none
};

// Checks the obligations of `to` for the value itself, without its members and elements: type, ranges, enum, pattern,
// format, anyOf, oneOf and not. Precondition: both servers see the same value at the place.
void CheckPlace(const PlacePair& places, Obligations& out);

// Checks anyOf, oneOf and not of `to`.
void CheckComposition(const PlacePair& places, Obligations& out);

// Whether `to` accepts every value of `from`, including its members and elements.
bool Implies(const PlacePair& places, ComparisonBudget& budget);

// Whether two checks have equal keywords.
bool SameChecks(const objects::Checks& a, const objects::Checks& b, ComparisonBudget& budget);

// Return values as shortened JSON for users.
std::string ShortText(const json::Value& value);
std::string ShortText(std::span<const json::Value> values);

}  // namespace structural::compare
