#include "schema/validate/release.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace structural::validate {
namespace {

constexpr int kFirst = Release::kOldestMinor, kLast = Release::kNewestMinor;

// Compared in the sources of k8s.io/apiextensions-apiserver v0.16 to v0.37, with the feature gates
// as they are without flags.
constexpr Difference kDifferences[] = {
    {Feature::kServingV1beta1, kFirst, 21,
     "serves `v1beta1`, which does not require structural schemas, `type` values of OpenAPI or an "
     "approval of groups of Kubernetes, and accepts no new defaults",
     "validation.go requireStructuralSchema, allowDefaults (v0.21)"},
    {Feature::kMapTypeField, 17, kLast,
     "reads `x-kubernetes-map-type`, and accepts atomic objects as items of a set",
     "types_jsonschema.go XMapType (v0.17)"},
    {Feature::kReviewVersionV1, 17, kLast, "accepts `conversionReviewVersions: [v1]`",
     "validation.go acceptedConversionReviewVersions (v0.17)"},
    {Feature::kListMapKeysCheck, 18, kLast,
     "requires that keys of list maps are required or have a default, and that neither keys nor "
     "items of sets and maps are nullable",
     "validation.go validateMapListKeysMapSet (v0.18)"},
    {Feature::kDeprecationFields, 19, kLast, "reads `deprecated` and `deprecationWarning`",
     "types.go CustomResourceDefinitionVersion (v0.19)"},
    {Feature::kNestedRulesField, 23, kLast,
     "reads `x-kubernetes-validations` in allOf, anyOf, oneOf and not, where it refuses them",
     "strategy.go dropXValidationsField (v0.23)"},
    {Feature::kRulesField, 25, kLast, "reads `x-kubernetes-validations` elsewhere",
     "apiserver features CustomResourceValidationExpressions (v0.25)"},
    {Feature::kMessageExpressionField, 27, kLast, "reads `messageExpression` of a rule",
     "types_jsonschema.go ValidationRule (v0.27)"},
    {Feature::kReasonField, 28, kLast, "reads `reason` and `fieldPath` of a rule",
     "types_jsonschema.go ValidationRule (v0.28)"},
    {Feature::kNestedFalseCheck, kFirst, 30,
     "refuses `additionalProperties: false` in allOf, anyOf, oneOf and not",
     "schema/convert.go newNestedValueValidation (v0.31)"},
    {Feature::kCaBundleCheck, 31, kLast,
     "refuses a new invalid `caBundle` of an established CRD",
     "validation.go allowInvalidCABundle (v0.31)"},
    {Feature::kSelectableFieldsField, 31, kLast, "reads `selectableFields`",
     "kube_features.go CustomResourceFieldSelectors (v0.31)"},
    {Feature::kNameFormats, 34, kLast, "knows the formats `k8s-short-name` and `k8s-long-name`",
     "formats.go supportedVersionedFormats (v0.34)"},
    {Feature::kFormatWarnings, 34, kLast, "warns of unknown formats of strings",
     "strategy.go getUnrecognizedFormatsInSchema (v0.34)"},
    {Feature::kSelectableFieldsRatchet, 35, kLast,
     "accepts more than 8 selectable fields that the stored CRD has",
     "validation.go findTooManySelectableFieldsAllowed (v0.35)"},
    {Feature::kMetadataDocsCheck, 36, kLast,
     "refuses `example` and `externalDocs` in the schema of metadata",
     "schema/convert.go newGenerics (v0.36)"},
    {Feature::kNumberFormatWarnings, 36, kLast, "warns of unknown formats of other types",
     "formats.go GetUnrecognizedFormats (v0.36)"},
    {Feature::kSetWarnings, 37, kLast, "warns of sets whose items are objects or lists",
     "strategy.go getNonScalarListTypeSetWarnings (v0.37)"},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kDifferences); ++i) {
    if (static_cast<std::size_t>(kDifferences[i].feature) != i) return false;
  }
  return true;
}
static_assert(InOrder());

// What stands at the end of an error now, and up to the release `last` stood there.
struct OldWords {
  int last;
  std::string_view field;  // how the path ends; empty: anyhow
  std::string_view now;
  std::string_view then;
};

constexpr OldWords kOldWords[] = {
    {33, ".message", "must be non-empty if specified", "message must be non-empty if specified"},
    {33, ".message", "must not contain line breaks", "message must not contain line breaks"},
    {33, ".fieldPath", "must be non-empty if specified",
     "fieldPath must be non-empty if specified"},
    {33, ".fieldPath", "must not contain line breaks", "fieldPath must not contain line breaks"},
    {33, ".fieldPath", "must be a valid path", "fieldPath must be a valid path"},
    {33, ".selectableFields", "may only be set when validations.schema is included",
     "selectableFields may only be set when validations.schema is included"},
    {33, ".selectableFields",
     "may only be set when `version.schema.openAPIV3Schema` is not included",
     "selectableFields may only be set when version.schema.openAPIV3Schema is not included"},
    {33, ".schema.openAPIV3Schema", ": Required value", ": Required value: schemas are required"},
    {33, ".service.name", ": Required value", ": Required value: service name is required"},
    {33, ".service.namespace", ": Required value",
     ": Required value: service namespace is required"},
    {24, "spec.preserveUnknownFields",
     "set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
     "set x-preserve-unknown-fields to true in spec.versions[*].schema instead"},
    {22, ".openAPIV3Schema",
     " XValidations] fields are allowed at the root of the schema if the status subresource is "
     "enabled",
     "] fields are allowed at the root of the schema if the status subresource is enabled"},
    {18, ".default",
     " (cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use "
     "apiextensions.k8s.io/v1)",
     ""},
};

// What stands anywhere behind the path, and takes the place of all that follows it, or not.
struct OldPhrase {
  int last;
  std::string_view now;
  std::string_view then;
  bool to_end = false;
};

constexpr OldPhrase kOldPhrases[] = {
    {34, "a valid label key must consist", "a qualified name must consist"},
    {32, "missing from spec.versions; ", "must appear in spec.versions", true},
    {19, "a lowercase RFC 1123 ", "a DNS-1123 "},
};

void ReplaceEnd(int minor, std::string_view field, std::string& text) {
  for (const OldWords& words : kOldWords) {
    if (minor > words.last || !field.ends_with(words.field) || !text.ends_with(words.now)) continue;
    text.replace(text.size() - words.now.size(), words.now.size(), words.then);
    return;
  }
}

void ReplacePhrases(int minor, std::size_t from, std::string& text) {
  for (const OldPhrase& phrase : kOldPhrases) {
    const std::size_t at = minor > phrase.last ? text.npos : text.find(phrase.now, from);
    if (at == text.npos) continue;
    text.replace(at, phrase.to_end ? text.size() - at : phrase.now.size(), phrase.then);
  }
}

// Of a name that is too long.
void ReplaceUnit(int minor, std::size_t from, std::string& text) {
  constexpr std::string_view kBytes = " bytes";
  if (minor > 34 || !text.ends_with(kBytes)) return;
  if (text.find("must be no more than ", from) == text.npos) return;
  text.replace(text.size() - kBytes.size(), kBytes.size(), " characters");
}

// metadata.ownerReferences[0].name was metadata.ownerReferences.name.
void DropIndex(int minor, kubernetes::Violation& error) {
  constexpr std::string_view kOwners = "metadata.ownerReferences";
  if (minor > 36 || !error.field().starts_with(kOwners)) return;
  const std::size_t end = error.field().find(']');
  if (end == std::string_view::npos) return;
  error.text.erase(kOwners.size(), end + 1 - kOwners.size());
  error.field_size -= end + 1 - kOwners.size();
}

}  // namespace

std::optional<Release> Release::Named(std::string_view name) {
  constexpr std::string_view kMajor = "1.";
  if (!name.starts_with(kMajor)) return std::nullopt;
  Release release;
  const char* begin = name.data() + kMajor.size();
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(begin, end, release.minor_);
  const bool known = release.minor_ >= kOldestMinor && release.minor_ <= kNewestMinor;
  if (read.ec != std::errc() || read.ptr != end || !known) return std::nullopt;
  return release;
}

bool Release::Has(Feature feature) const {
  const Difference& row = kDifferences[static_cast<std::size_t>(feature)];
  return row.first <= minor_ && minor_ <= row.last;
}

std::span<const Difference> Differences() { return kDifferences; }

kubernetes::Violation InWordsOf(Release release, kubernetes::Violation error) {
  const int minor = release.minor();
  DropIndex(minor, error);
  const std::string field(error.field());
  ReplaceEnd(minor, field, error.text);
  ReplacePhrases(minor, field.size(), error.text);
  ReplaceUnit(minor, field.size(), error.text);
  return error;
}

}  // namespace structural::validate
