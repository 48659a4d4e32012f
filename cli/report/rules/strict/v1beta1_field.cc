#include <algorithm>
#include <iterator>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/unknown.h"
#include "schema/base/quote.h"

namespace structural::rules {

const crd::Rule kV1beta1Field = {
    .id = "v1beta1-field",
    .what = "A CRD of v1 has no fields that only v1beta1 has.",
    .why =
        "apiextensions.k8s.io/v1 has moved several fields of v1beta1. If a conversion by hand "
        "leaves them behind, the API server drops them, and the schema, the columns or the webhook "
        "are lost.",
    .fix = "Move the field to its place in v1.",
    .section = &crd::kDocsDeprecation};

namespace {

struct Moved {
  std::string_view path;  // path of the field, or the end of the path
  std::string_view to;
};

constexpr Moved kMoved[] = {
    {"spec.additionalPrinterColumns", "to additionalPrinterColumns of every version"},
    {"spec.conversion.conversionReviewVersions", "to spec.conversion.webhook"},
    {"spec.conversion.webhookClientConfig", "to spec.conversion.webhook.clientConfig"},
    {"spec.selectableFields", "to selectableFields of every version"},
    {"spec.subresources", "to subresources of every version"},
    {"spec.validation", "to schema of every version"},
    {"spec.version", "into the list spec.versions"},
    {"].JSONPath", "to jsonPath"},
};

}  // namespace

std::optional<std::string> CheckV1beta1Field(const UnknownField& field) {
  if (field.version != crd::ApiVersion::kV1) return std::nullopt;
  const auto* moved = std::ranges::find_if(kMoved, [&](const Moved& one) {
    return one.path.starts_with(']') ? field.path.ends_with(one.path) : field.path == one.path;
  });
  if (moved == std::end(kMoved)) return std::nullopt;
  return base::Quote(field.key) + " is a field of v1beta1 and is dropped; v1 has moved it " + std::string(moved->to);
}

}  // namespace structural::rules
