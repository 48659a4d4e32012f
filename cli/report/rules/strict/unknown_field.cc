#include <vector>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/unknown.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"

namespace structural::rules {

const crd::Rule kUnknownField = {.id = "unknown-field",
                                 .what = "Every field exists in the API.",
                                 .why =
                                     "The API server drops unknown fields when it reads a CRD. "
                                     "So a misspelt keyword has no effect.",
                                 .fix = "Correct the name of the field, or remove it.",
                                 .section = &crd::kDocsFieldValidation};

std::string_view MeantBy(const UnknownField& field) {
  std::vector<std::string_view> names;
  for (const kubernetes::Field& known : field.type.fields) names.push_back(known.name);
  return cli::MostSimilar(field.key, names);
}

std::optional<std::string> CheckUnknownField(const UnknownField& field) {
  std::string message = "the API has no field " + base::Quote(field.key) + " here and drops it";
  if (const auto meant = MeantBy(field); !meant.empty()) {
    message += "; did you mean " + base::Quote(meant) + "?";
  }
  return message;
}

}  // namespace structural::rules
