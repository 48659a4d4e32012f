// What a rule is: an id, what it demands, why it matters, how to fix a schema that breaks it, where
// it is written, and a check.
//
// One rule, one small file; catalog.h names them all. Checks are pure and safe to run from several
// threads; they append to the list they are given.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/path.h"
#include "schema/base/violation.h"
#include "schema/model/structural.h"
#include "schema/rules/section.h"

namespace structural::rules {

// Static storage throughout.
struct Rule {
  std::string_view id;    // stable, lower case with dashes: users filter and suppress by it
  std::string_view what;  // what it demands, in a sentence
  std::string_view why;   // why the schema is worse off otherwise, in a sentence or two
  std::string_view fix;   // what to do about it
  const Section* section = nullptr;  // null: nobody else demands it
};

// Where in its surroundings a schema stands.
enum class Level { kRoot, kItem, kField };

// One schema outside of all junctors.
struct StructuralNode {
  const model::Structural& schema;
  Level level;
  const base::FieldPath& path;
  std::vector<base::Violation>& found;
};

// One value validation below allOf, anyOf, oneOf or not.
struct NestedNode {
  const model::NestedValueValidation& schema;
  const base::FieldPath& path;
  std::vector<base::Violation>& found;
};

struct StructuralRule : Rule {
  void (*check)(const StructuralNode& at);
};

struct NestedRule : Rule {
  void (*check)(const NestedNode& at);
};

// A keyword that has no place in a structural schema at all.
struct UnsupportedRule : Rule {
  std::string_view keyword;
};

}  // namespace structural::rules
