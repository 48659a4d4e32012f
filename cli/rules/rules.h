// The rules that findings name: those of the schema catalog, and linting's own.
//
// The one source of what is said of a rule: by the reports, by `explain`, and in docs/rules.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/rules/rule.h"

namespace structural::lint_rules {

// About the text, not the schema.
extern const rules::Rule kUnreadable;
extern const rules::Rule kUnreadableFile;
extern const rules::Rule kUndecodable;
extern const rules::Rule kDuplicateKey;
extern const rules::Rule kRenamedKey;
extern const rules::Rule kSuppressionWithoutReason;
extern const rules::Rule kSuppressionOfNoRule;

// Cases of the server's own rules for which there is more to say.
extern const rules::Rule kPreserveUnknownFieldsDefault;
extern const rules::Rule kPreserveUnknownFieldsConverted;
extern const rules::Rule kIntOrStringForm;

// Of --strict: strict/.
extern const rules::Rule kIgnoredKeyword;
extern const rules::Rule kIneffectiveKeyword;
extern const rules::Rule kJunctorReadOnly;
extern const rules::Rule kNestedCompleteness;
extern const rules::Rule kObjectPolymorphism;
extern const rules::Rule kOneStructure;
extern const rules::Rule kUnknownField;
extern const rules::Rule kMistypedValue;
extern const rules::Rule kV1beta1Field;

// Of the unions that a CRD declares: unions/.
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

// Rules that come from the same place. Static storage.
struct Chapter {
  // For machines: "verdict", "server", "warnings", "size", "document", "strict", "unions",
  // "changes", "diff", "objects", "fix".
  std::string_view name;
  std::string_view title;
  std::string_view about;
  std::vector<const rules::Rule*> rules;
};

std::span<const Chapter> Chapters();

// Those of the chapters about CRDs: without "diff" and "objects".
std::span<const rules::Rule* const> LintRules();

// All of them, each once, chapter by chapter.
std::span<const rules::Rule* const> AllRules();

// The id that a rule has today: nested-type for junctor-type, its name before release 0.1.0; any
// other id as it is.
std::string CurrentId(std::string_view id);

// Whether a finding of the rule is that something could not be read: kUnreadable, kUnreadableFile.
bool IsUnread(std::string_view id);

// By its id of today or of then. Null: there is none.
const rules::Rule* FindRule(std::string_view id);

// The id of a rule that may have been meant by one that there is not; empty: none is near.
std::string_view SimilarRule(std::string_view id);

}  // namespace structural::lint_rules
