// Obligations: requirements for every value of one place of a schema to be accepted at a place of another schema.
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

// The remaining work and text of one comparison of CRDs. Schemas whose branches match many others take exponential
// time; after the effort is spent, the remaining obligations count as unproved.
class ComparisonBudget {
 public:
  static constexpr std::size_t kStepUnits = 64;           // units of base::WorkBudget in one step of a comparison
  static constexpr std::int64_t kMaxWork = 64'000'000;    // maximum units for two schemas
  static constexpr std::int64_t kMaxOfAll = 384'000'000;  // maximum units for all versions together

  // Begins the comparison of two schemas, with a new share of the work for all versions.
  void Begin() {
    all_.Spend(static_cast<std::size_t>(given_ - work_.left()));
    given_ = std::min(kMaxWork, all_.left());
    work_ = base::WorkBudget(given_);
  }
  // Returns false if no work is left.
  bool Spend(std::size_t steps = 1) { return work_.Spend(kStepUnits * steps); }
  bool exhausted() const { return work_.exhausted(); }
  // Returns the steps that were spent on all versions.
  std::size_t spent() const {
    return static_cast<std::size_t>(kMaxOfAll - all_.left() + given_ - work_.left()) / kStepUnits;
  }
  // Returns the budget of work for checks of values.
  base::WorkBudget& work() { return work_; }
  // Returns the remaining bytes for the texts of the result, for both directions of the comparison together.
  base::WorkBudget& texts() { return texts_; }

 private:
  base::WorkBudget texts_{32 << 20};
  std::int64_t given_ = kMaxWork;
  base::WorkBudget work_{kMaxWork}, all_{kMaxOfAll};
};

// An obligation without a proof.
struct UnprovedObligation {
  std::string_view keyword;  // static storage
  std::string before = {};   // shortened text of the requirement; empty: absent
  std::string after = {};
  std::vector<std::string> hints = {};  // JSON of values that may be refused now
};

class Obligations {
 public:
  // If `to` is null, refusals are not collected: only failed() is set, and the check can stop at the first failure.
  Obligations(ComparisonBudget& budget, std::vector<UnprovedObligation>* to) : budget_(budget), to_(to) {}

  // Records a refusal; `describe` sets its texts.
  template <typename Describe>
  void AddUnproved(std::string_view keyword, Describe describe) {
    failed_ = true;
    if (to_ == nullptr) return;
    UnprovedObligation refusal{.keyword = keyword};
    describe(refusal);
    to_->push_back(std::move(refusal));
  }

  bool failed() const { return failed_; }
  // Returns the collected refusals; null if refusals are not collected.
  std::vector<UnprovedObligation>* refusals() { return to_; }
  // Whether the check can stop.
  bool done() const { return failed_ && to_ == nullptr; }
  ComparisonBudget& budget() { return budget_; }

 private:
  ComparisonBudget& budget_;
  std::vector<UnprovedObligation>* to_;
  bool failed_ = false;
};

// A place before and after, and the kinds of values that it may have.
struct Places {
  const Conjuncts& from;
  const Conjuncts& to;
  unsigned kinds = kEveryKind;
  const objects::Checks* known = nullptr;  // further checks that all values satisfy; null: none
};

// Checks the obligations of `to` for the value itself, without its members and elements: type, ranges, enum, pattern,
// format, anyOf, oneOf and not. Precondition: an update does not change the value.
void CheckPlace(const Places& places, Obligations& out);

// Checks anyOf, oneOf and not of `to`.
void CheckComposition(const Places& places, Obligations& out);

// Whether `to` accepts every value of `from`, including its members and elements.
bool Implies(const Places& places, ComparisonBudget& budget);

// Whether two checks have equal keywords.
bool SameChecks(const objects::Checks& a, const objects::Checks& b, ComparisonBudget& budget);

// Return values as shortened JSON for users.
std::string ShortText(const json::Value& value);
std::string ShortText(std::span<const json::Value> values);

}  // namespace structural::compare
