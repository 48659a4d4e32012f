// All rules of findings: those of schema/crd/rules/catalog.h and schema/validate, and those that only this program has.
//
// Reports, `structural explain` and docs/rules.md take the texts about rules from here only.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

// Rules about the text of a file, not about a schema in it.
extern const crd::Rule kUnreadable, kUnreadableFile, kUndecodable, kDuplicateKey, kRenamedKey,
    kSuppressionWithoutReason, kSuppressionOfNoRule;

// Special cases of the server's rules, which have texts of their own (findings/specific.h).
extern const crd::Rule kPreserveUnknownFieldsDefault, kPreserveUnknownFieldsConverted, kIntOrStringForm;

// Rules that lint checks only with --strict; the checks are in strict/.
extern const crd::Rule kIgnoredKeyword, kIneffectiveKeyword, kCompositionReadOnly, kNestedCompleteness,
    kObjectPolymorphism, kOneStructure, kUnknownField, kMistypedValue, kV1beta1Field;

// Rules about the unions that a CRD declares.
extern const crd::Rule kUnionAnnotation, kUnionDiscriminatorType, kUnionForm, kUnionMember, kUnionMemberOptional,
    kUnionOverlap, kUnionPlace, kUnionSpelling, kUnionValue, kUnionWithoutDiscriminator;

// A group of rules. Static storage duration.
struct Chapter {
  // The name in output for programs: "verdict", "server", "warnings", "size", "document", "strict", "unions",
  // "changes", "diff", "objects", "fix".
  std::string_view name;
  // The heading in text for people, and the paragraph below it.
  std::string_view title;
  std::string_view introduction;
  std::vector<const crd::Rule*> rules;
};

std::span<const Chapter> Chapters();

// The rules of all chapters about CRDs: all chapters except "diff" and "objects".
std::span<const crd::Rule* const> LintRules();

// All rules in the order of the chapters, each once.
std::span<const crd::Rule* const> AllRules();

// Returns the current id of a rule. Ids such as `junctor-type`, now `nested-type`, were changed before release 0.1.0; a
// baseline or an annotation can still contain them. Returns any other id unchanged.
std::string CurrentId(std::string_view id);

// Returns whether the rule is about a document or file that cannot be read: kUnreadable or kUnreadableFile.
bool IsUnread(std::string_view id);

// Returns the rule with this current or former id; null if it does not exist.
const crd::Rule* FindRule(std::string_view id);

// Returns the id of a rule that is similar to the unknown id; empty if none is similar.
std::string_view SimilarRule(std::string_view id);

// Returns "unknown rule "typ-required"; did you mean "type-required"?", or, if no id is similar, "unknown rule
// "typ-required"" followed by `otherwise`.
std::string UnknownRule(std::string_view id, std::string_view otherwise = {});

// Returns the rules that can occur in a command's report: `own`, and those of LintRules.
std::vector<const crd::Rule*> WithLintRules(std::span<const crd::Rule* const> own);

}  // namespace structural::rules
