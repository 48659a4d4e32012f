// The wording of older releases for errors that the newest one also finds.
//
// Upstream: validation.go, apimachinery pkg/api/validation/objectmeta.go, apiserver
// pkg/util/webhook/validation.go, schema/objectmeta/validation.go (v0.16 to v0.37).
#include "schema/validate/release.h"

namespace structural::validate {
namespace {

using kubernetes::ErrorKind;
using kubernetes::FieldError;

// The end of a detail now, and in releases up to `last`.
struct OldWords {
  int last;
  std::string_view field;  // how the path ends
  std::string_view now;    // empty: a required value without a detail
  std::string_view then;
  bool invalid = false;  // the error was that "" is an invalid value
};

constexpr OldWords kOldWords[] = {
    {33, "metadata.ownerReferences.kind", "must not be empty", "kind must not be empty", true},
    {33, "metadata.ownerReferences.name", "must not be empty", "name must not be empty", true},
    {33, "metadata.ownerReferences.uid", "must not be empty", "uid must not be empty", true},
    {36, "metadata.ownerReferences.kind", "must not be empty", "must not be empty", true},
    {36, "metadata.ownerReferences.name", "must not be empty", "must not be empty", true},
    {36, "metadata.ownerReferences.uid", "must not be empty", "must not be empty", true},
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

// A phrase in a detail, and its older wording, which replaces the phrase or also the text after it.
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

// Replaces the unit in the error about a name that is too long.
void ReplaceUnit(int minor, std::string& detail) {
  constexpr std::string_view kBytes = " bytes";
  if (minor > 34 || !detail.ends_with(kBytes) || detail.find("must be no more than ") == detail.npos) return;
  detail.replace(detail.size() - kBytes.size(), kBytes.size(), " characters");
}

// Removes the index of a field: old releases wrote metadata.ownerReferences.name without one.
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
  return error;
}

}  // namespace structural::validate
