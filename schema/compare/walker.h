// Walker: the state of WalkSchemas (walk.h).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "schema/compare/known_rules.h"
#include "schema/compare/side.h"
#include "schema/compare/walk.h"
#include "schema/expressions/expression.h"

namespace structural::compare {

// `names` must be sorted.
inline bool Contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::binary_search(names, name);
}

// Whether every object has the value, because a server refuses an object without it. Updates of the status do not check
// that.
bool IsAlwaysGiven(const Side& side);

class Walker {
 public:
  struct Options {
    bool texts = false;             // also note texts
    bool validates = true;          // the second schema validates
    bool old_runs_nested = true;    // the old server runs rules in allOf, anyOf, oneOf and not, or the new one does not
    const ReadAgain* read_again = nullptr;  // for the second schema
  };
  Walker(const Options& options, Effort& effort)
      : texts_(options.texts), validates_(options.validates), old_runs_nested_(options.old_runs_nested), read_again_(options.read_again), effort_(effort) {}

  // Compares the objects of `from` with their form under `to`; null: unchanged.
  TouchedPart Visit(const Side& from, const Side& to, unsigned kinds);
  WalkResult Take() &&;

  // Records a note. Null: the budget is exhausted. Valid until the next call.
  compare::Note* Note(Note::Kind kind, std::string_view keyword, const Side& from, const Side& to,
            std::string before, std::string after, std::vector<std::string> hints = {});
  FieldSteps& steps() { return steps_; }

 private:
  struct Pair {
    const Side& from;
    const Side& to;
    Touched& touched;
    // Sorted members: those that every object of the first schema has, and those that the second one requires.
    std::vector<std::string_view> demanded = {};
    std::vector<std::string_view> required = {};
  };

  bool VisitAnything(const Pair& pair, bool refused);
  // Returns whether values are refused.
  bool CheckValues(const Side& from, const Side& to, unsigned kinds);
  // members.cc
  void VisitMembers(const Pair& pair);
  std::vector<std::string_view> DemandedIn(const Side& from) const;
  std::vector<std::string_view> AlwaysIn(const Side& from) const;
  void VisitMember(const Pair& pair, std::string_view key, bool has_room);
  void VisitOthers(const Pair& pair, bool has_room);
  TouchedPart VisitWithOld(const Side& from, const Side& to, bool differs);
  void VisitPart(const Pair& pair, const Part& from, const Part& to, bool has_room, TouchedPart& touched);
  void VisitKept(const Pair& pair, const Part& from, const Part& to, bool has_room, TouchedPart& touched);
  bool IsAlways(const Pair& pair, const Part& from) const;
  bool DropsAcceptedNull(const Side& side) const;
  void CheckRequired(const Pair& pair);
  void DropOwnFields(const Pair& pair);
  // defaults.cc
  void CompareNulls(const Pair& pair, const Part& old_part, const Part& new_part, bool tells_default, Touched& touched);
  void NoteNullFates(const Side& from, const Side& to, NullFate before, NullFate after, bool other_default);
  void CompareNullElements(const Side& from, const Side& to, Touched& touched);
  // JSON texts; empty: no default.
  struct Defaults {
    std::string_view before, after;
  };
  void CompareDefaults(const Side& from, const Side& to, const Defaults& defaults, Touched& touched);
  bool FitsDefault(const Side& side, json::Value value, base::Arena& arena);
  bool FitsOwnField(const Side& side, const json::Value& value) const;
  bool FitsRules(const Side& side, const json::Value& value, base::Arena& arena);
  bool FitsText(const Side& side, std::string_view text);
  // conditions.cc
  void CompareTypes(const Pair& pair);
  void CompareListTypes(const Pair& pair);
  void CompareRules(const Pair& pair);
  bool SkipsRules(const Side& side) const;
  void CompareRule(const Pair& pair, const crd::ValidationRule& rule, const KnownRules& known);
  void CompareNestedRules(const Pair& pair, bool same);
  void CheckConcerns(const Pair& pair);
  void CompareTexts(const Side& from, const Side& to);
  void VisitItems(const Pair& pair);

  const bool texts_;
  const bool validates_;
  const bool old_runs_nested_;
  const ReadAgain* const read_again_;
  bool old_differs_ = false;  // an update may read another old value: a default
  Effort& effort_;
  expressions::Effort compiling_;  // for the rules of defaults
  FieldSteps steps_;
  std::vector<compare::Note> notes_;
  bool complete_ = true;
};

}  // namespace structural::compare
