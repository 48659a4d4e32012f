// The rules that findings name: those of the schema catalog, and linting's own.
//
// The one source of what is said of a rule: by the reports, by `explain`, and in docs/rules.md.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/rules/rule.h"

namespace structural::lint {

// About the text, not the schema.
extern const rules::Rule kUnreadable;
extern const rules::Rule kUndecodable;
extern const rules::Rule kDuplicateKey;
extern const rules::Rule kSuppressionWithoutReason;

// Of --strict: strict/.
extern const rules::Rule kUnknownField;
extern const rules::Rule kOneStructure;

// Rules that come from the same place. Static storage.
struct Chapter {
  std::string_view name;  // for machines: "verdict", "document", "strict"
  std::string_view title;
  std::string_view about;
  std::vector<const rules::Rule*> rules;
};

std::span<const Chapter> Chapters();

// All of them, each once, chapter by chapter.
std::span<const rules::Rule* const> AllRules();

// Null: there is none of this id.
const rules::Rule* FindRule(std::string_view id);

// The id of a rule that may have been meant by one that there is not; empty: none is near.
std::string_view SimilarRule(std::string_view id);

}  // namespace structural::lint
