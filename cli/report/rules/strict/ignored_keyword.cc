#include <algorithm>
#include <iterator>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/unknown.h"
#include "schema/base/quote.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::rules {

const crd::Rule kIgnoredKeyword = {
    .id = "ignored-keyword",
    .what = "A schema uses only keywords that CRDs support.",
    .why =
        "CRDs support only a part of OpenAPI 3.0. The API server drops other keywords and unknown "
        "extensions (x-…), so it neither checks nor publishes them.",
    .fix = "Use a keyword that CRDs support, or a rule in x-kubernetes-validations.",
    .section = &crd::kDocsValidation};

namespace {

struct Keyword {
  std::string_view name;
  std::string_view instead;
};

constexpr std::string_view kRule = "use a rule in x-kubernetes-validations";
constexpr std::string_view kInPlace = "write the schema where it is used";
constexpr std::string_view kNothing = "it has no replacement";

constexpr Keyword kKeywords[] = {
    {"$anchor", kInPlace},
    {"$comment", "use a YAML comment"},
    {"$defs", kInPlace},
    {"$dynamicRef", kInPlace},
    {"$id", kInPlace},
    {"const", "use enum with one value"},
    {"contains", kRule},
    {"contentEncoding", "use format: byte for a base64 string"},
    {"contentMediaType", kNothing},
    {"dependentRequired", "use anyOf with required"},
    {"dependentSchemas", kRule},
    {"deprecated", "use the description"},
    {"discriminator", "use oneOf with required for fields that exclude each other"},
    {"else", kRule},
    {"examples", "use example"},
    {"if", kRule},
    {"maxContains", kRule},
    {"minContains", kRule},
    {"prefixItems", "describe a tuple as an object with named fields"},
    {"propertyNames", kRule},
    {"readOnly", "use the rule self == oldSelf in x-kubernetes-validations"},
    {"then", kRule},
    {"unevaluatedItems", kNothing},
    {"unevaluatedProperties", "unspecified fields are pruned anyway"},
    {"writeOnly", kNothing},
    {"x-kubernetes-group-version-kind", "use x-kubernetes-embedded-resource for whole objects"},
    {"x-kubernetes-no-prune", "use x-kubernetes-preserve-unknown-fields: true to keep unknown fields"},
    {"x-kubernetes-no-pruning", "use x-kubernetes-preserve-unknown-fields: true to keep unknown fields"},
    {"x-kubernetes-patch-merge-key", "use x-kubernetes-list-map-keys"},
    {"x-kubernetes-patch-strategy", "use x-kubernetes-list-type"},
    {"x-kubernetes-unions", "use the annotation structural.lint/unions, which is kept"},
    {"xml", kNothing},
};

std::string Message(std::string_view key, std::string_view instead) {
  return "the API server does not have " + base::Quote(key) + " and drops it; " + std::string(instead);
}

}  // namespace

std::optional<std::string> CheckIgnoredKeyword(const UnknownField& field) {
  if (&field.type != &kubernetes::kJSONSchemaProps) return std::nullopt;
  const auto* found = std::ranges::find(kKeywords, field.key, &Keyword::name);
  if (found != std::end(kKeywords)) return Message(field.key, found->instead);
  if (field.key.starts_with("x-") && MeantBy(field).empty()) return Message(field.key, kNothing);
  return std::nullopt;
}

}  // namespace structural::rules
