#include <vector>

#include "cli/rules/rules.h"
#include "cli/rules/strict/unknown.h"
#include "cli/shared/similar.h"
#include "schema/base/quote.h"

namespace structural::lint {

const rules::Rule kUnknownField = {
    .id = "unknown-field",
    .what = "Every field is one that the API has.",
    .why =
        "The API server drops fields that it does not know when it reads a CRD: what a misspelt "
        "keyword should say is not said.",
    .fix = "Correct the field's name, or remove it.",
    .section = &rules::kDocsFieldValidation};

std::string_view MeantBy(const UnknownField& field) {
  std::vector<std::string_view> names;
  for (const kubernetes::Field& known : field.type.fields) names.push_back(known.name);
  return MostSimilar(field.key, names);
}

std::optional<std::string> JudgeUnknownField(const UnknownField& field) {
  std::string message = "the API has no field " + base::Quote(field.key) + " here and drops it";
  if (const auto meant = MeantBy(field); !meant.empty()) {
    message += "; did you mean " + base::Quote(meant) + "?";
  }
  return message;
}

}  // namespace structural::lint
