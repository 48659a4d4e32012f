// What has to hold for every value of one place of a schema to be a value of another one.
//
// Each obligation is either proved or not. What is proved is exact: it follows from the server's own
// checks. What is not proved may still be true.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/base/work_budget.h"
#include "schema/compare/conjuncts.h"

namespace structural::compare {

// How much may still be looked at, and written, in one comparison of CRDs. Schemas whose branches fit many others take exponential time; of
// what is left when the effort is spent nothing is proved.
class Effort {
 public:
  static constexpr std::int64_t kMostSteps = 1'000'000;    // of two schemas
  static constexpr std::int64_t kMostOfAll = 6'000'000;  // of all versions

  // Begins two schemas.
  void Begin() {
    all_.Spend(static_cast<std::size_t>(given_ - work_.left()));
    given_ = std::min(kMostSteps, all_.left());
    work_ = base::WorkBudget(given_);
  }
  // False: there is none left.
  bool Spend(std::size_t steps = 1) { return work_.Spend(steps); }
  bool exhausted() const { return work_.exhausted(); }
  // In all.
  std::size_t spent() const { return static_cast<std::size_t>(kMostOfAll - all_.left() + given_ - work_.left()); }
  // For checks of values.
  base::WorkBudget& work() { return work_; }
  // For what is found.
  base::OutputBudget& texts() { return texts_; }

 private:
  base::OutputBudget texts_;
  std::int64_t given_ = kMostSteps;
  base::WorkBudget work_{kMostSteps}, all_{kMostOfAll};
};

// An obligation that is not proved.
struct Refusal {
  std::string_view keyword;  // static storage
  std::string before = {};   // what is demanded, in short; empty: nothing
  std::string after = {};
  std::vector<std::string> hints = {};  // JSON of values that may be refused now
};

class Obligations {
 public:
  // `to` may be null: then only failed() tells, and the first failure is enough.
  Obligations(Effort& effort, std::vector<Refusal>* to) : effort_(effort), to_(to) {}

  // `describe` sets the texts of a refusal.
  template <typename Describe>
  void Refuse(std::string_view keyword, Describe describe) {
    failed_ = true;
    if (to_ == nullptr) return;
    Refusal refusal{.keyword = keyword};
    describe(refusal);
    to_->push_back(std::move(refusal));
  }

  bool failed() const { return failed_; }
  // Null: nobody asks for them.
  std::vector<Refusal>* refusals() { return to_; }
  // Nobody asks for more.
  bool done() const { return failed_ && to_ == nullptr; }
  Effort& effort() { return effort_; }

 private:
  Effort& effort_;
  std::vector<Refusal>* to_;
  bool failed_ = false;
};

// A place before and after, and which kinds of values may be there at all.
struct Places {
  const Conjuncts& from;
  const Conjuncts& to;
  unsigned kinds = kEveryKind;
  const objects::Checks* known = nullptr;  // of values besides; null: nothing
};

// What the checks of `to` demand of a value itself, its members and elements apart: type, ranges,
// enum, pattern, format and junctors. The value is the same on both sides.
void CheckPlace(const Places& places, Obligations& out);

// junctors.cc: anyOf, oneOf and not of `to`.
void CheckJunctors(const Places& places, Obligations& out);

// Whether every value of `from` is one of `to`, with all that is in it.
bool Implies(const Places& places, Effort& effort);

// Whether two checks are the same, keyword by keyword.
bool SameChecks(const objects::Checks& a, const objects::Checks& b, Effort& effort);

// Values for people: JSON, cut short.
std::string ShortText(const json::Value& value);
std::string ShortText(std::span<const json::Value> values);

}  // namespace structural::compare
