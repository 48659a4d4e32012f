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

// Whether a server refuses each object that lacks the value, so that every stored object has it. Updates of the status,
// which do not check this, are ignored.
bool IsRequiredByServer(const SchemaSide& side);

class Walker {
 public:
  struct Options {
    bool texts = false;           // whether to note changes of texts, such as descriptions
    bool validates = true;        // whether the server of the second schema validates objects
    bool old_runs_nested = true;  // false if only the new server runs rules in allOf, anyOf, oneOf and not
    // the fields of a stored object that are known to be valid when an update of the status reads it; null: all fields
    // are, because the update validates them
    const RereadFields* read_again = nullptr;
  };
  Walker(const Options& options, ComparisonBudget& budget)
      : texts_(options.texts),
        validates_(options.validates),
        old_runs_nested_(options.old_runs_nested),
        read_again_(options.read_again),
        budget_(budget) {}

  // Compares each object of `from` with the object that a server with schema `to` makes of it. Returns the changed
  // values; null if none changes.
  ValueChangesPtr Visit(const SchemaSide& from, const SchemaSide& to, unsigned kinds);
  WalkResult Take() &&;

  // Records a note and returns it; null if the budget for texts is exhausted. The pointer is valid until the next call.
  compare::Note* Note(Note::Kind kind, std::string_view keyword, const SchemaSide& from, const SchemaSide& to,
                      std::string before, std::string after, std::vector<std::string> hints = {});
  FieldSteps& steps() { return steps_; }

 private:
  struct Pair {
    const SchemaSide& from;
    const SchemaSide& to;
    ValueChanges& changes;
    // Sorted names of members. `always_present`: members that every object of the first schema has. `required`: members
    // that the second schema requires.
    std::vector<std::string_view> always_present = {};
    std::vector<std::string_view> required = {};
  };

  bool VisitUnspecified(const Pair& pair, bool refused);
  // Checks the values at one place. Returns whether `to` may refuse a value that `from` accepts.
  bool CheckValues(const SchemaSide& from, const SchemaSide& to, unsigned kinds);
  // The functions for the members of an object.
  void VisitMembers(const Pair& pair);
  std::vector<std::string_view> RequiredMembersIn(const SchemaSide& from) const;
  std::vector<std::string_view> AlwaysPresentIn(const SchemaSide& from) const;
  void VisitMember(const Pair& pair, std::string_view key, bool has_room);
  void VisitOthers(const Pair& pair, bool has_room);
  ValueChangesPtr VisitWithOld(const SchemaSide& from, const SchemaSide& to, bool differs);
  void VisitPart(const Pair& pair, const MemberPlace& from, const MemberPlace& to, bool has_room,
                 ValueChangesPtr& changes);
  void VisitKept(const Pair& pair, const MemberPlace& from, const MemberPlace& to, bool has_room,
                 ValueChangesPtr& field_changes);
  bool IsAlwaysPresent(const Pair& pair, const MemberPlace& from) const;
  bool DropsAcceptedNull(const SchemaSide& side) const;
  void CheckRequired(const Pair& pair);
  void NoteDroppedResourceFields(const Pair& pair);
  // The functions for a single place of both schemas (place.cc).
  void CompareNulls(const Pair& pair, const MemberPlace& old_part, const MemberPlace& new_part, bool tells_default,
                    ValueChanges& changes);
  void AddNullHandlingNotes(const SchemaSide& from, const SchemaSide& to, NullHandling before, NullHandling after,
                            bool other_default);
  void CompareNullElements(const SchemaSide& from, const SchemaSide& to, ValueChanges& changes);
  // The defaults of both schemas as JSON text; empty: no default.
  struct Defaults {
    std::string_view before, after;
  };
  void CompareDefaults(const SchemaSide& from, const SchemaSide& to, const Defaults& defaults, ValueChanges& changes);
  bool FitsDefault(const SchemaSide& side, json::Value value, base::Arena& arena);
  bool AcceptsAsResourceField(const SchemaSide& side, const json::Value& value) const;
  bool FitsRules(const SchemaSide& side, const json::Value& value, base::Arena& arena);
  bool AcceptsText(const SchemaSide& side, std::string_view text);
  void CompareTypes(const Pair& pair);
  void CompareListTypes(const Pair& pair);
  bool ComparesMerges(const Pair& pair) const;
  void CompareMergedLists(const Pair& pair);
  void CompareMergedMaps(const Pair& pair);
  void CompareRules(const Pair& pair);
  bool SkipsRules(const SchemaSide& side) const;
  void CompareRule(const Pair& pair, const crd::ValidationRule& rule, const KnownRules& known);
  void CompareNestedRules(const Pair& pair, bool same);
  void CheckConditionsOnChangedValues(const Pair& pair);
  void CompareTexts(const SchemaSide& from, const SchemaSide& to);
  void VisitItems(const Pair& pair);

  const bool texts_;
  const bool validates_;
  const bool old_runs_nested_;
  const RereadFields* const read_again_;
  // Whether oldSelf may have another value after the update of the CRD: an update of an object reads a default as the
  // old value, if the object was stored without a value
  bool old_value_may_differ_ = false;
  ComparisonBudget& budget_;
  expressions::CompilationBudget compilation_budget_;  // budget to compile the CEL rules that run on default values
  FieldSteps steps_;
  std::vector<compare::Note> notes_;
  bool complete_ = true;
};

}  // namespace structural::compare
