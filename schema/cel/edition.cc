#include "schema/cel/edition.h"

#include <iterator>

namespace structural::cel {
namespace {

constexpr LanguagePartRow kLanguageParts[] = {
    {LanguagePart::kMixedComparisons, {29, 28}, "comparisons of different numbers: `1 < 1.5`"},
    {LanguagePart::kOptionalSyntax, {29, 28}, "optional fields and elements: `a.?b`, `a[?b]`, `[?a]`, `{?a: b}`"},
    {LanguagePart::kOptMapMacro, {29, 28}, "the macro `optMap`"},
    {LanguagePart::kOptFlatMapMacro, {29, 29}, "the macro `optFlatMap`"},
    {LanguagePart::kElementTypeChecks, {29, 29}, "refuses elements of type dyn beside others in a list or map"},
    {LanguagePart::kMessageNameChecks, {29, 29}, "refuses names of messages as values: `google.protobuf.Any`"},
    {LanguagePart::kLiteralChecks,
     {30, 29},
     "refuses invalid literals of durations, timestamps and regular expressions"},
    {LanguagePart::kFormatChecks, {31, 31}, "refuses invalid clauses and arguments of `format`"},
    {LanguagePart::kKeywordFields, {32, 31}, "fields whose names are keywords: `self.namespace`"},
    {LanguagePart::kTypeNames,
     {32, 32},
     "`duration` and `timestamp` are types: `type(self.a) == duration`; before, the check takes them for values"},
    {LanguagePart::kTwoVariableMacros,
     {33, 32},
     "macros with two variables: `all`, `exists`, `existsOne`, `transformList`, `transformMap`, "
     "`transformMapEntry`"},
    {LanguagePart::kSortByMacro, {35, 34}, "the macro `sortBy`"},
    {LanguagePart::kEscapedFieldNames, {37, 37}, "escaped names of fields: ``self.`a-b` ``"},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kLanguageParts); ++i) {
    if (static_cast<std::size_t>(kLanguageParts[i].part) != i) return false;
  }
  return true;
}
static_assert(InOrder());

}  // namespace

std::span<const LanguagePartRow> LanguageParts() { return kLanguageParts; }

Since SinceOf(LanguagePart part) { return kLanguageParts[static_cast<std::size_t>(part)].since; }

}  // namespace structural::cel
