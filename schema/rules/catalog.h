// Every rule. A new one is a row in structural.cc, nested.cc or unsupported.cc.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"
#include "schema/rules/rule.h"

namespace structural::rules {

// The rules for what must not stand inside allOf, anyOf, oneOf or not: a table.

inline constexpr std::string_view kJunctorType = "nested-type";

// A part of a schema that is forbidden there.
struct NestedRule : Rule {
  struct Place {
    std::string_view keyword;
    std::string_view key = {};  // below the keyword; empty: the keyword itself
  };

  Place place;
  std::string_view detail;
  bool (*is_set)(const model::NestedValueValidation& schema);
};

// In the order in which they are checked, and in which people read about them.
std::span<const NestedRule> NestedRules();

// Appends to `found` what one schema breaks: these rules and, as outside of junctors, "pattern".
void CheckNested(const model::NestedValueValidation& schema, const kubernetes::FieldPath& path,
                 std::vector<kubernetes::Violation>& found);

// The rules for schemas outside of allOf, anyOf, oneOf and not: a table.

// Where in its surroundings a schema stands.
enum class Level { kRoot, kItem, kField };

// One schema outside of all junctors.
struct StructuralNode {
  const model::Structural& schema;
  Level level;
  const kubernetes::FieldPath& path;
  std::vector<kubernetes::Violation>& found;
};

struct StructuralRule : Rule {
  // Appends to at.found what breaks the rule, under the rule's id.
  void (*check)(const StructuralNode& at, std::string_view id);
};

// In the order in which they are checked, and in which people read about them.
std::span<const StructuralRule> StructuralRules();

// The rules for keywords that have no place in a structural schema at all: a table.
struct UnsupportedRule : Rule {
  std::string_view keyword;
};

// In the order in which people read about them.
std::span<const UnsupportedRule> UnsupportedRules();

// The rule for a NotRepresentable's keyword; never null for a keyword that NewStructural names.
const UnsupportedRule* FindUnsupported(std::string_view keyword);

// Checked by their own walks: CheckCompleteness, crd/evaluate.h.
extern const Rule kCompleteness;
extern const Rule kPreserveUnknownFields;

// All of them, each once, in the order in which people read about them.
std::span<const Rule* const> AllRules();

inline constexpr std::string_view kPattern = "pattern";

// The rule of that id, for the pattern of the schema at `path`. Empty: it has none.
void CheckPattern(std::string_view pattern, const kubernetes::FieldPath& path,
                  std::vector<kubernetes::Violation>& found);

}  // namespace structural::rules
