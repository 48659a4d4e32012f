// The lists of all rules. To add a rule, add a row to structural.cc, nested.cc or unsupported.cc.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/crd/rules/rule.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {

inline constexpr std::string_view kNestedType = "nested-type";

// A rule that forbids a keyword inside allOf, anyOf, oneOf and not.
struct NestedRule : Rule {
  struct Place {
    std::string_view keyword;
    std::string_view key = {};  // the forbidden key inside the keyword's value; empty: the keyword itself is forbidden
  };

  Place place;
  std::string_view detail;
  bool (*is_set)(const NestedValueValidation& schema);
};

// Returns the rules in the order in which they are checked and documented.
std::span<const NestedRule> NestedRules();

// Checks NestedRules() and kPattern on one schema inside allOf, anyOf, oneOf or not. Appends the violations to `found`.
void CheckNested(const NestedValueValidation& schema, const kubernetes::FieldPath& path,
                 std::vector<kubernetes::Violation>& found);

// The keyword of the parent that contains a schema: none for the root, `items` for an item, `properties` or
// `additionalProperties` for a field.
enum class Level { kRoot, kItem, kField };

// One schema outside of allOf, anyOf, oneOf and not, and the list to which its violations are added.
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

// Returns the rules in the order in which they are checked and documented.
std::span<const StructuralRule> StructuralRules();

// A rule that forbids a keyword everywhere in a schema, because Structural has no field for it.
struct UnsupportedRule : Rule {
  std::string_view keyword;
};

// Returns the rules in the order in which they are documented.
std::span<const UnsupportedRule> UnsupportedRules();

// Returns the rule that forbids a keyword, which is a NotRepresentable::keyword; nullptr for other keywords.
const UnsupportedRule* FindUnsupported(std::string_view keyword);

// Rules that are not in the lists above. ValidateStructural checks kCompleteness. Evaluate (crd/evaluate.h) checks
// kPreserveUnknownFields.
extern const Rule kCompleteness;
extern const Rule kPreserveUnknownFields;

// Returns all rules, each once, in the order in which they are documented.
std::span<const Rule* const> AllRules();

inline constexpr std::string_view kPattern = "pattern";

// Checks the rule kPattern for the pattern of the schema at `path`. An empty pattern is valid.
void CheckPattern(std::string_view pattern, const kubernetes::FieldPath& path,
                  std::vector<kubernetes::Violation>& found);

}  // namespace structural::crd
