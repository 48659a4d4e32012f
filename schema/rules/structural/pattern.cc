#include "schema/rules/catalog.h"
#include "schema/rules/regular_expression.h"

namespace structural::rules {
namespace {

constexpr std::string_view kWhy =
    "The API server matches patterns with Go's regular expressions (RE2 syntax), which know no "
    "lookahead, lookbehind or backreferences; a pattern that does not compile rejects every value.";
constexpr std::string_view kFix =
    "Write the pattern in RE2 syntax, or express the condition by anyOf, allOf, not or a rule of "
    "x-kubernetes-validations.";

void Check(std::string_view pattern, const base::FieldPath& path,
           std::vector<base::Violation>& found) {
  if (pattern.empty()) return;
  const auto mistake = FindMistake(pattern);
  if (!mistake) return;
  found.push_back(base::Invalid(kPattern.id, path.Child("pattern"), pattern,
                                "must be a valid regular expression, but isn't: " + *mistake));
}

void CheckStructural(const StructuralNode& at) {
  Check(at.schema.value_validation->pattern, at.path, at.found);
}

void CheckNested(const NestedNode& at) {
  Check(at.schema.value_validation->pattern, at.path, at.found);
}

}  // namespace

const StructuralRule kPattern = {{.id = "pattern",
                                  .what = "A pattern is a regular expression that compiles.",
                                  .why = kWhy,
                                  .fix = kFix,
                                  .section = &kDocsValidation},
                                 CheckStructural};
const NestedRule kJunctorPattern = {{.id = "pattern",
                                     .what = "A pattern is a regular expression that compiles.",
                                     .why = kWhy,
                                     .fix = kFix,
                                     .section = &kDocsValidation},
                                    CheckNested};

}  // namespace structural::rules
