#include "schema/validate/release.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace structural::validate {
namespace {

constexpr int kFirst = Release::kOldestMinor, kLast = Release::kNewestMinor;

// The differences between the releases, found in the sources of k8s.io/apiextensions-apiserver v0.16 to v0.38, with the
// default feature gates of each release.
constexpr Difference kDifferences[] = {
    {Feature::kServingV1beta1, kFirst, 21,
     "serves `v1beta1`, which does not require structural schemas, `type` values of OpenAPI or an "
     "approval of groups of Kubernetes, and accepts no new defaults",
     "validation.go requireStructuralSchema, allowDefaults (v0.21)"},
    {Feature::kMapTypeField, 17, kLast, "reads `x-kubernetes-map-type`, and accepts atomic objects as items of a set",
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
    {Feature::kFunctionsInStoredRules, 28, kLast,
     "compiles expressions of the stored CRD with functions that new ones cannot have yet",
     "validation.go findPreexistingExpressions (v0.28)"},
    {Feature::kCostLimitRatchet, 29, kLast,
     "accepts rules above the cost limit in versions whose schema an update does not change",
     "validation.go suppressExpressionCostForUnchangedSchema (v0.29)"},
    {Feature::kOptionalOldSelfField, 30, kLast, "reads `optionalOldSelf` of a rule",
     "strategy.go dropOptionalOldSelfField (v0.30)"},
    {Feature::kNestedAdditionalPropertiesCheck, kFirst, 30,
     "refuses `additionalProperties: false` in allOf, anyOf, oneOf and not",
     "schema/convert.go newNestedValueValidation (v0.31)"},
    {Feature::kCaBundleCheck, 31, kLast, "refuses a new invalid `caBundle` of an established CRD",
     "validation.go allowInvalidCABundle (v0.31)"},
    {Feature::kFunctionsInStoredMessages, 31, kLast,
     "compiles a messageExpression of the stored CRD with these functions, too",
     "validation.go findPreexistingExpressionsInSchema (v0.31)"},
    {Feature::kSelectableFieldsField, 31, kLast, "reads `selectableFields`",
     "kube_features.go CustomResourceFieldSelectors (v0.31)"},
    {Feature::kNameFormats, 34, kLast, "knows the formats `k8s-short-name` and `k8s-long-name`",
     "formats.go supportedVersionedFormats (v0.34)"},
    {Feature::kFormatWarnings, 34, kLast, "warns of unknown formats of strings",
     "strategy.go getUnrecognizedFormatsInSchema (v0.34)"},
    {Feature::kSelectableFieldsRatchet, 35, kLast, "accepts more than 8 selectable fields that the stored CRD has",
     "validation.go findTooManySelectableFieldsAllowed (v0.35)"},
    {Feature::kDocsInStructuralForm, 36, kLast,
     "refuses `example` and `externalDocs` in the schema of metadata, and in the `anyOf` of "
     "`x-kubernetes-int-or-string`",
     "schema/convert.go newGenerics (v0.36)"},
    {Feature::kNumberFormatWarnings, 36, kLast, "warns of unknown formats of other types",
     "formats.go GetUnrecognizedFormats (v0.36)"},
    {Feature::kNonScalarSetWarnings, 37, kLast, "warns of sets whose items are objects or lists",
     "strategy.go getNonScalarListTypeSetWarnings (v0.37)"},
    {Feature::kDistinctMetadataErrors, 37, kLast,
     "reports equal errors in metadata once, such as two labels with one value",
     "apimachinery pkg/api/validation/objectmeta.go ValidateObjectMetaDeclaratively (v0.37)"},
    {Feature::kTooFewErrors, 38, kLast, "reports too few items or properties in a default as `Too few`",
     "apiserver/validation/validation.go kubeOpenAPIResultToFieldErrors (v0.38)"},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kDifferences); ++i) {
    if (static_cast<std::size_t>(kDifferences[i].feature) != i) return false;
  }
  return true;
}
static_assert(InOrder());

// Whether the text after the minor version is empty, or a patch version with an optional suffix of a distribution, like
// ".4-gke.1".
bool IsPatchSuffix(std::string_view text) {
  if (text.empty()) return true;
  const auto end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  const bool number = text[0] == '.' && end > 1;
  return number && (end == text.size() || text[end] == '-' || text[end] == '+');
}

}  // namespace

std::optional<Release> Release::Named(std::string_view name) {
  constexpr std::string_view kMajor = "1.";
  if (name.starts_with('v')) name.remove_prefix(1);
  if (!name.starts_with(kMajor)) return std::nullopt;
  Release release;
  const char* begin = name.data() + kMajor.size();
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(begin, end, release.minor_);
  const bool known = release.minor_ >= kOldestMinor && release.minor_ <= kNewestMinor;
  if (read.ec != std::errc() || !known) return std::nullopt;
  if (!IsPatchSuffix({read.ptr, static_cast<std::size_t>(end - read.ptr)})) return std::nullopt;
  return release;
}

std::string Release::Supported() {
  std::string text = Release(kOldestMinor).Name() + " to " + Release().Name();
  if constexpr (kNewestMinor > kDefaultMinor) text += ", or the pre-release " + Release(kNewestMinor).Name();
  return text;
}

std::string Release::MarkedName() const { return minor_ > kDefaultMinor ? Name() + " (pre-release)" : Name(); }

bool Release::Has(Feature feature) const {
  const Difference& row = kDifferences[static_cast<std::size_t>(feature)];
  return row.first_minor <= minor_ && minor_ <= row.last_minor;
}

std::span<const Difference> Differences() { return kDifferences; }

namespace {

// The older texts of errors that the newest release also reports.
//
// Upstream: validation.go, apimachinery pkg/api/validation/objectmeta.go, apiserver
// pkg/util/webhook/validation.go, schema/objectmeta/validation.go (v0.16 to v0.37).

using kubernetes::ErrorKind;
using kubernetes::FieldError;

// Two texts for the end of an error's detail: `now` in the newest release, and `then` in releases up to the minor
// version `last`.
struct OldWords {
  int last;
  std::string_view field;  // the path of the error's field must end with this text
  std::string_view now;    // empty: the kind of the error is Required, and it has no detail
  std::string_view then;
  bool invalid = false;  // true: the kind of the old error is Invalid, with the value ""; false: the same kind
};

constexpr OldWords kOldWords[] = {
    {33, "metadata.ownerReferences.kind", "must not be empty", "kind must not be empty", true},
    {33, "metadata.ownerReferences.name", "must not be empty", "name must not be empty", true},
    {33, "metadata.ownerReferences.uid", "must not be empty", "uid must not be empty", true},
    {36, "metadata.ownerReferences.kind", "must not be empty", "must not be empty", true},
    {36, "metadata.ownerReferences.name", "must not be empty", "must not be empty", true},
    {36, "metadata.ownerReferences.uid", "must not be empty", "must not be empty", true},
    {36, "metadata.ownerReferences.apiVersion", "must not be empty", "version must not be empty", true},
    {36, "metadata.ownerReferences.apiVersion", "must be <group>/<version> or <version>", "version must not be empty"},
    {33, ".message", "must be non-empty if specified", "message must be non-empty if specified"},
    {33, ".message", "must not contain line breaks", "message must not contain line breaks"},
    {33, ".fieldPath", "must be non-empty if specified", "fieldPath must be non-empty if specified"},
    {33, ".fieldPath", "must not contain line breaks", "fieldPath must not contain line breaks"},
    {33, ".fieldPath", "must be a valid path", "fieldPath must be a valid path"},
    {33, ".selectableFields", "may only be set when validations.schema is included",
     "selectableFields may only be set when validations.schema is included"},
    {33, ".selectableFields", "may only be set when `version.schema.openAPIV3Schema` is not included",
     "selectableFields may only be set when version.schema.openAPIV3Schema is not included"},
    {33, ".default.apiVersion", "", "must not be empty"},
    {33, ".default.kind", "", "must not be empty"},
    {33, ".schema.openAPIV3Schema", "", "schemas are required"},
    {33, ".service.name", "", "service name is required"},
    {33, ".service.namespace", "", "service namespace is required"},
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

// Two texts for a phrase in an error's detail: `now` in the newest release, and `then` in releases up to the minor
// version `last`. `to_end`: whether `then` also replaces all text after the phrase.
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

bool Says(const FieldError& error, std::string_view words) {
  return words.empty() ? error.kind == ErrorKind::kRequired && error.detail.empty() : error.detail.ends_with(words);
}

void ReplaceEnd(int minor, std::string_view field, FieldError& error) {
  for (const OldWords& words : kOldWords) {
    if (minor > words.last || !field.ends_with(words.field) || !Says(error, words.now)) continue;
    error.detail.replace(error.detail.size() - words.now.size(), words.now.size(), words.then);
    if (!words.invalid) return;
    error.kind = ErrorKind::kInvalid;
    error.value = "\"\"";
    return;
  }
}

void ReplacePhrases(int minor, std::string& detail) {
  for (const OldPhrase& phrase : kOldPhrases) {
    const std::size_t at = minor > phrase.last ? detail.npos : detail.find(phrase.now);
    if (at == detail.npos) continue;
    detail.replace(at, phrase.to_end ? detail.size() - at : phrase.now.size(), phrase.then);
  }
}

// Replaces the unit in the error about a name that is too long: releases up to 1.34 print "characters" instead of
// "bytes".
void ReplaceUnit(int minor, std::string& detail) {
  constexpr std::string_view kBytes = " bytes";
  if (minor > 34 || !detail.ends_with(kBytes) || detail.find("must be no more than ") == detail.npos) return;
  detail.replace(detail.size() - kBytes.size(), kBytes.size(), " characters");
}

// Replaces the error about the operation of an entry of managedFields.
//
// Upstream: apimachinery pkg/apis/meta/v1/validation/validation.go ValidateManagedFields (v0.36.0).
void ReplaceOperation(int minor, FieldError& error) {
  if (minor > 36 || !error.field.starts_with("metadata.managedFields[") || !error.field.ends_with("].operation"))
    return;
  if (error.kind == ErrorKind::kRequired) error.value = "\"\"";
  error.kind = ErrorKind::kInvalid;
  error.detail = "must be `Apply` or `Update`";
}

// Removes the index of a list from the field, because old releases printed metadata.ownerReferences.name without an
// index.
void DropIndex(int minor, std::string& field) {
  constexpr std::string_view kOwners = "metadata.ownerReferences";
  if (minor > 36 || !field.starts_with(kOwners)) return;
  const std::size_t end = field.find(']');
  if (end != field.npos) field.erase(kOwners.size(), end + 1 - kOwners.size());
}

}  // namespace

kubernetes::Violation InWordingOf(Release release, kubernetes::Violation error) {
  const int minor = release.minor();
  DropIndex(minor, error.error.field);
  ReplaceEnd(minor, error.field(), error.error);
  ReplacePhrases(minor, error.error.detail);
  ReplaceUnit(minor, error.error.detail);
  ReplaceOperation(minor, error.error);
  return error;
}

}  // namespace structural::validate
