// The rules of findings: those of the schema catalog, and lint's own.
//
// The only source of the texts about a rule, for reports, `explain` and docs/rules.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/rules/rule.h"

namespace structural::lint_rules {

// Rules about the text, not the schema.
extern const rules::Rule kUnreadable;
extern const rules::Rule kUnreadableFile;
extern const rules::Rule kUndecodable;
extern const rules::Rule kDuplicateKey;
extern const rules::Rule kRenamedKey;
extern const rules::Rule kSuppressionWithoutReason;
extern const rules::Rule kSuppressionOfNoRule;

// Special cases of the server's rules, with texts of their own.
extern const rules::Rule kPreserveUnknownFieldsDefault;
extern const rules::Rule kPreserveUnknownFieldsConverted;
extern const rules::Rule kIntOrStringForm;

// Rules of --strict, in strict/.
extern const rules::Rule kIgnoredKeyword;
extern const rules::Rule kIneffectiveKeyword;
extern const rules::Rule kJunctorReadOnly;
extern const rules::Rule kNestedCompleteness;
extern const rules::Rule kObjectPolymorphism;
extern const rules::Rule kOneStructure;
extern const rules::Rule kUnknownField;
extern const rules::Rule kMistypedValue;
extern const rules::Rule kV1beta1Field;

// Rules of declared unions.
extern const rules::Rule kUnionAnnotation;
extern const rules::Rule kUnionDiscriminatorType;
extern const rules::Rule kUnionForm;
extern const rules::Rule kUnionMember;
extern const rules::Rule kUnionMemberOptional;
extern const rules::Rule kUnionOverlap;
extern const rules::Rule kUnionPlace;
extern const rules::Rule kUnionSpelling;
extern const rules::Rule kUnionValue;
extern const rules::Rule kUnionWithoutDiscriminator;

// Rules with the same source. Static storage duration.
struct Chapter {
  // Name for programs: "verdict", "server", "warnings", "size", "document", "strict", "unions",
  // "changes", "diff", "objects", "fix".
  std::string_view name;
  std::string_view title;
  std::string_view about;
  std::vector<const rules::Rule*> rules;
};

std::span<const Chapter> Chapters();

// The rules of the chapters about CRDs, without "diff" and "objects".
std::span<const rules::Rule* const> LintRules();

// All rules, without duplicates, by chapter.
std::span<const rules::Rule* const> AllRules();

// Returns the current id of a rule: `nested-type` for `junctor-type`, its name before release
// 0.1.0; any other id is unchanged.
std::string CurrentId(std::string_view id);

// Returns whether the rule reports something unreadable: kUnreadable or kUnreadableFile.
bool IsUnread(std::string_view id);

// Finds a rule by its current or former id. Returns null for an unknown id.
const rules::Rule* FindRule(std::string_view id);

// Returns the id of a rule with a similar name for an unknown id; empty if none is similar.
std::string_view SimilarRule(std::string_view id);

}  // namespace structural::lint_rules
