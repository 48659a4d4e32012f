// All rules. A new rule is a row in structural.cc, nested.cc or unsupported.cc.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/crd/rules/rule.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {

inline constexpr std::string_view kNestedType = "nested-type";

// A rule for a part of a schema that is forbidden within allOf, anyOf, oneOf and not.
struct NestedRule : Rule {
  struct Place {
    std::string_view keyword;
    std::string_view key = {};  // a key below the keyword; empty: the keyword itself
  };

  Place place;
  std::string_view detail;
  bool (*is_set)(const NestedValueValidation& schema);
};

// Returns the rules in the order of checks, which is also the order in documentation.
std::span<const NestedRule> NestedRules();

// Appends the violations of one schema within allOf, anyOf, oneOf or not: those of NestedRules() and of kPattern.
void CheckNested(const NestedValueValidation& schema, const kubernetes::FieldPath& path,
                 std::vector<kubernetes::Violation>& found);

// The position of a schema below its parent.
enum class Level { kRoot, kItem, kField };

// One schema outside of allOf, anyOf, oneOf and not.
struct StructuralNode {
  const Structural& schema;
  Level level;
  const kubernetes::FieldPath& path;
  std::vector<kubernetes::Violation>& found;
};

struct StructuralRule : Rule {
  // Appends the violations of the rule to at.found. `id` is the rule's id.
  void (*check)(const StructuralNode& at, std::string_view id);
};

// Returns the rules in the order of checks, which is also the order in documentation.
std::span<const StructuralRule> StructuralRules();

// A rule for a keyword that a structural schema cannot have.
struct UnsupportedRule : Rule {
  std::string_view keyword;
};

// Returns the rules in the order of documentation.
std::span<const UnsupportedRule> UnsupportedRules();

// Finds the rule for NotRepresentable::keyword. Never null for a keyword that NewStructural reports.
const UnsupportedRule* FindUnsupported(std::string_view keyword);

// Rules with their own functions: CheckCompleteness (validate.h), and crd/evaluate.h.
extern const Rule kCompleteness;
extern const Rule kPreserveUnknownFields;

// Returns all rules, each once, in the order of documentation.
std::span<const Rule* const> AllRules();

inline constexpr std::string_view kPattern = "pattern";

// Checks the rule kPattern for the pattern of the schema at `path`. An empty pattern is valid.
void CheckPattern(std::string_view pattern, const kubernetes::FieldPath& path,
                  std::vector<kubernetes::Violation>& found);

}  // namespace structural::crd
