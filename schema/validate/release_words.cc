// What older releases say where they find the same wrong as the newest one.
//
// Upstream: validation.go, apimachinery pkg/api/validation/objectmeta.go, apiserver
// pkg/util/webhook/validation.go, schema/objectmeta/validation.go (v0.16 to v0.37).
#include "schema/validate/release.h"

namespace structural::validate {
namespace {

// What stands at the end of an error now, and up to the release `last` stood there.
struct OldWords {
  int last;
  std::string_view field;  // how the path ends; empty: anyhow
  std::string_view now;
  std::string_view then;
};

constexpr OldWords kOldWords[] = {
    {33, "metadata.ownerReferences.kind", "Required value: must not be empty",
     "Invalid value: \"\": kind must not be empty"},
    {33, "metadata.ownerReferences.name", "Required value: must not be empty",
     "Invalid value: \"\": name must not be empty"},
    {33, "metadata.ownerReferences.uid", "Required value: must not be empty",
     "Invalid value: \"\": uid must not be empty"},
    {36, "metadata.ownerReferences.kind", "Required value: must not be empty",
     "Invalid value: \"\": must not be empty"},
    {36, "metadata.ownerReferences.name", "Required value: must not be empty",
     "Invalid value: \"\": must not be empty"},
    {36, "metadata.ownerReferences.uid", "Required value: must not be empty",
     "Invalid value: \"\": must not be empty"},
    {36, "metadata.ownerReferences.apiVersion", "must be <group>/<version> or <version>",
     "version must not be empty"},
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
    {33, ".default.apiVersion", ": Required value", ": Required value: must not be empty"},
    {33, ".default.kind", ": Required value", ": Required value: must not be empty"},
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
