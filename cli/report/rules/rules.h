// The rules of findings: those of the schema catalog, and lint's own.
//
// The only source of the texts about a rule, for reports, `explain` and docs/rules.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

// Rules about the text of a file, not about the schema.
extern const crd::Rule kUnreadable, kUnreadableFile, kUndecodable, kDuplicateKey, kRenamedKey,
    kSuppressionWithoutReason, kSuppressionOfNoRule;

// Special cases of the server's rules, with texts of their own.
extern const crd::Rule kPreserveUnknownFieldsDefault, kPreserveUnknownFieldsConverted, kIntOrStringForm;

// Rules of --strict, in strict/.
extern const crd::Rule kIgnoredKeyword, kIneffectiveKeyword, kCompositionReadOnly, kNestedCompleteness,
    kObjectPolymorphism, kOneStructure, kUnknownField, kMistypedValue, kV1beta1Field;

// Rules of declared unions.
extern const crd::Rule kUnionAnnotation, kUnionDiscriminatorType, kUnionForm, kUnionMember, kUnionMemberOptional,
    kUnionOverlap, kUnionPlace, kUnionSpelling, kUnionValue, kUnionWithoutDiscriminator;

// Rules with the same source. Static storage duration.
struct Chapter {
  // Name for programs: "verdict", "server", "warnings", "size", "document", "strict", "unions",
  // "changes", "diff", "objects", "fix".
  std::string_view name;
  std::string_view title;
  std::string_view introduction;
  std::vector<const crd::Rule*> rules;
};

std::span<const Chapter> Chapters();

// The rules of the chapters about CRDs, without "diff" and "objects".
std::span<const crd::Rule* const> LintRules();

// All rules, without duplicates, by chapter.
std::span<const crd::Rule* const> AllRules();

// Returns the current id of a rule: `nested-type` for `junctor-type`, its name before release
// 0.1.0; any other id is unchanged.
std::string CurrentId(std::string_view id);

// Returns whether the rule reports something unreadable: kUnreadable or kUnreadableFile.
bool IsUnread(std::string_view id);

// Finds a rule by its current or former id. Returns null for an unknown id.
const crd::Rule* FindRule(std::string_view id);

// Returns the id of a rule with a similar name for an unknown id; empty if none is similar.
std::string_view SimilarRule(std::string_view id);

// Returns "unknown rule "typ-required"; did you mean "type-required"?", or with `otherwise` if no rule is similar.
std::string UnknownRule(std::string_view id, std::string_view otherwise = {});

// Returns the rules of a command's reports: its own ones, and those of lint.
std::vector<const crd::Rule*> WithLintRules(std::span<const crd::Rule* const> own);

}  // namespace structural::rules
