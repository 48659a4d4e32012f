#include <algorithm>
#include <iterator>

#include "cli/rules/rules.h"
#include "cli/rules/strict/unknown.h"
#include "schema/base/quote.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::lint {

const rules::Rule kIgnoredKeyword = {
    .id = "ignored-keyword",
    .what = "Keywords of OpenAPI and JSON Schema that CRDs do not have are not used.",
    .why =
        "CRDs know a part of OpenAPI 3.0 only. The API server drops other keywords, and foreign "
        "extensions (x-…), when it reads a CRD: what they say is neither checked nor published.",
    .fix = "Say it by a keyword that CRDs have, or by a rule of x-kubernetes-validations.",
    .section = &rules::kDocsValidation};

namespace {

struct Keyword {
  std::string_view name;
  std::string_view instead;
};

constexpr std::string_view kRule = "a rule of x-kubernetes-validations can say it";
constexpr std::string_view kInPlace = "the schema has to stand where it is used";
constexpr std::string_view kNothing = "nothing takes its place";

constexpr Keyword kKeywords[] = {
    {"$anchor", kInPlace},
    {"$comment", "a comment of YAML can say it"},
    {"$defs", kInPlace},
    {"$dynamicRef", kInPlace},
    {"$id", kInPlace},
    {"const", "enum with one value says the same"},
    {"contains", kRule},
    {"contentEncoding", "format: byte says that a string is base64"},
    {"contentMediaType", kNothing},
    {"dependentRequired", "anyOf with required says the same"},
    {"dependentSchemas", kRule},
    {"deprecated", "the description can say it"},
    {"discriminator", "oneOf with required says which fields exclude each other"},
    {"else", kRule},
    {"examples", "example takes one"},
    {"if", kRule},
    {"maxContains", kRule},
    {"minContains", kRule},
    {"prefixItems", "an object with named fields describes a tuple"},
    {"propertyNames", kRule},
    {"readOnly", "the rule self == oldSelf of x-kubernetes-validations holds a value"},
    {"then", kRule},
    {"unevaluatedItems", kNothing},
    {"unevaluatedProperties", "fields that are not specified are pruned anyway"},
    {"writeOnly", kNothing},
    {"x-kubernetes-group-version-kind", "x-kubernetes-embedded-resource marks whole objects"},
    {"x-kubernetes-no-prune", "x-kubernetes-preserve-unknown-fields: true keeps what is unknown"},
    {"x-kubernetes-no-pruning", "x-kubernetes-preserve-unknown-fields: true keeps what is unknown"},
    {"x-kubernetes-patch-merge-key", "x-kubernetes-list-map-keys says it"},
    {"x-kubernetes-patch-strategy", "x-kubernetes-list-type says it"},
    {"x-kubernetes-unions", "the annotation structural.lint/unions says the same, and is kept"},
    {"xml", kNothing},
};

std::string Message(std::string_view key, std::string_view instead) {
  return "the API server does not have " + base::Quote(key) + " and drops it; " +
         std::string(instead);
}

}  // namespace

std::optional<std::string> JudgeIgnoredKeyword(const UnknownField& field) {
  if (&field.type != &kubernetes::kJSONSchemaProps) return std::nullopt;
  const auto* found = std::ranges::find(kKeywords, field.key, &Keyword::name);
  if (found != std::end(kKeywords)) return Message(field.key, found->instead);
  if (field.key.starts_with("x-") && MeantBy(field).empty()) return Message(field.key, kNothing);
  return std::nullopt;
}

}  // namespace structural::lint
