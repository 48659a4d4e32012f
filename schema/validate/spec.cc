// The checks of metadata.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMeta,
// ValidateObjectMetaUpdate; apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinition, nameValidationFn (v0.37.2).

#include <map>

#include "schema/base/text.h"
#include "schema/go/letter_case.h"
#include "schema/go/url.h"
#include "schema/json/value.h"
#include "schema/objects/object_meta.h"
#include "schema/validate/checks.h"
#include "schema/validate/features.h"
#include "schema/validate/printed.h"

namespace structural::validate {
namespace {

kubernetes::Reasons AgainstName(const Context& in, std::string_view name, bool prefix) {
  auto reasons = objects::SubdomainErrors(name, prefix);
  const Value* names = in.spec().Find("names");
  std::string required(TextOf(Below(names, "plural")));
  required.append(".").append(TextOf(in.spec().Find("group")));
  if (name != required) reasons.push_back("must be spec.names.plural+\".\"+spec.group");
  return reasons;
}

}  // namespace

void ValidateMetadata(const Context& in, const crd::InternalCrd* before) {
  const Value none = Value::Object({});
  const Value* found = in.crd.crd.Find("metadata");
  const Value& metadata = found == nullptr ? none : *found;
  const kubernetes::ObjectPath path("metadata");
  kubernetes::FieldErrorList errors;
  const auto repeats = in.options.release.Has(Feature::kDistinctMetadataErrors) ? objects::RepeatedErrors::kOnce
                                                                                : objects::RepeatedErrors::kAll;
  if (before == nullptr) {
    const auto against = [&](std::string_view name, bool prefix) { return AgainstName(in, name, prefix); };
    objects::ValidateMetadataOnCreate(path, metadata, {.name_errors = against}, repeats, errors);
  } else {
    const Value* old = before->crd.Find("metadata");
    objects::ValidateMetadataOnUpdate(path, metadata, old == nullptr ? none : *old, repeats, errors,
                                      in.options.release.minor());
  }
  for (kubernetes::FieldError& error : std::move(errors).Take()) {
    const bool immutable = error.detail == kubernetes::kFieldIsImmutable;
    in.errors.Add(immutable ? kImmutable : kMetadata, std::vector{std::move(error)});
  }
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go validateAPIApproval and
// apihelpers/helpers.go IsProtectedCommunityGroup, GetAPIApprovalState (v0.37.2).

constexpr std::string_view kAnnotation = "api-approved.kubernetes.io";
constexpr std::string_view kProtected =
    "protected groups must have approval annotation "
    "\"api-approved.kubernetes.io\"";
constexpr std::string_view kSee = ", see https://github.com/kubernetes/enhancements/pull/1111";

enum class Approval { kInvalid, kApproved, kBypassed, kMissing };

bool IsProtected(std::string_view group) {
  return group == "k8s.io" || group.ends_with(".k8s.io") || group == "kubernetes.io" ||
         group.ends_with(".kubernetes.io");
}

std::string_view AnnotationOf(const crd::InternalCrd& crd) {
  return TextOf(Below(Below(crd.crd.Find("metadata"), "annotations"), kAnnotation));
}

Approval StateOf(std::string_view annotation) {
  if (annotation.empty()) return Approval::kMissing;
  if (annotation.starts_with("unapproved")) return Approval::kBypassed;
  const auto parsed = go::ParseUrl(annotation, go::UrlKind::kRequest);
  const go::Url* url = std::get_if<go::Url>(&parsed);
  const bool whole = url != nullptr && !url->host.empty() && !url->scheme.empty();
  return whole ? Approval::kApproved : Approval::kInvalid;
}

}  // namespace

// Adds an error if the annotation is missing or invalid. An update has no error if the annotation of the stored CRD was
// in the same state.
void ValidateApiApproval(const Context& in, const crd::InternalCrd* old) {
  if (in.options.client_uses_v1beta1 || !IsProtected(TextOf(in.spec().Find("group")))) return;
  const std::string_view annotation = AnnotationOf(in.crd);
  const Approval state = StateOf(annotation);
  if (old != nullptr && StateOf(AnnotationOf(*old)) == state) return;
  const FieldPath metadata("metadata");
  const FieldPath path = metadata.Child("annotations", kAnnotation);
  std::string reason(kProtected);
  if (state == Approval::kMissing) in.errors.Add(kubernetes::Required(kApproval, path, reason.append(kSee)));
  if (state != Approval::kInvalid) return;
  reason.append(" with either a URL or a reason starting with \"unapproved\"").append(kSee);
  in.errors.Add(kubernetes::Invalid(kApproval, path, annotation, reason));
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionNames
// (v0.37.2).

void NameMember(const Context& in, const Value* names, std::string_view key, const FieldPath& path) {
  const std::string_view name = TextOf(Below(names, key));
  if (name.empty()) return;
  const auto reasons = kubernetes::ValidateDNS1035Label(name);
  if (!reasons.empty()) in.errors.Add(kubernetes::Invalid(kNames, path.Child(key), name, base::Join(reasons, ",")));
}

void KindMember(const Context& in, const Value* names, std::string_view key, const FieldPath& path) {
  const std::string_view name = TextOf(Below(names, key));
  if (name.empty()) return;
  const auto reasons = kubernetes::ValidateDNS1035Label(go::ToLower(name));
  if (reasons.empty()) return;
  in.errors.Add(kubernetes::Invalid(kNames, path.Child(key), name,
                                    "may have mixed case, but should otherwise match: " + base::Join(reasons, ",")));
}

void NameList(const Context& in, const Value* names, std::string_view key, const FieldPath& path) {
  const auto list = ElementsOf(Below(names, key));
  for (std::size_t i = 0; i < list.size() && !in.errors.full(); ++i) {
    const auto reasons = kubernetes::ValidateDNS1035Label(TextOf(&list[i]));
    if (reasons.empty()) continue;
    in.errors.Add(kubernetes::Invalid(kNames, path.Child(key, i), TextOf(&list[i]), base::Join(reasons, ",")));
  }
}

}  // namespace

void ValidateNames(const Context& in, const Value* names, const FieldPath& path) {
  NameMember(in, names, "plural", path);
  NameMember(in, names, "singular", path);
  KindMember(in, names, "kind", path);
  KindMember(in, names, "listKind", path);
  NameList(in, names, "shortNames", path);
  const std::string_view kind = TextOf(Below(names, "kind"));
  if (!kind.empty() && kind == TextOf(Below(names, "listKind"))) {
    in.errors.Add(kubernetes::Invalid(kNames, path.Child("listKind"), kind, "kind and listKind may not be the same"));
  }
  NameList(in, names, "categories", path);
}

// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionStoredVersions (v0.37.2).

void ValidateStoredVersions(const Context& in) {
  const FieldPath status("status");
  const FieldPath path = status.Child("storedVersions");
  const Value* list = Below(in.crd.crd.Find("status"), "storedVersions");
  const auto stored = ElementsOf(list);
  if (stored.empty()) {
    return in.errors.Add(
        kubernetes::InvalidPrinted(kStoredVersions, path, PrintedJson(list), "must have at least one stored version"));
  }
  std::map<std::string_view, std::size_t> missing;
  for (std::size_t i = 0; i < stored.size(); ++i) missing[TextOf(&stored[i])] = i;
  for (const Value& version : VersionsOf(in.spec())) {
    if (in.errors.full()) return;
    const std::string_view name = TextOf(version.Find("name"));
    if (missing.erase(name) == 0 && IsTrue(version.Find("storage"))) {
      in.errors.Add(kubernetes::InvalidPrinted(kStoredVersions, path, PrintedJson(list),
                                               "must have the storage version " + std::string(name)));
    }
  }
  for (const auto& [view, index] : missing) {
    const std::string name(view);
    in.errors.Add(
        kubernetes::Invalid(kStoredVersions, status.Child("storedVersions", index), name,
                            "missing from spec.versions; " + name +
                                " was previously a storage version, and must remain in spec.versions until a storage "
                                "migration ensures no data remains persisted in " +
                                name + " and removes " + name + " from status.storedVersions"));
  }
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionSpec
// (v0.37.2).

void Group(const Context& in, const FieldPath& spec) {
  const std::string_view group = TextOf(in.spec().Find("group"));
  const FieldPath path = spec.Child("group");
  if (group.empty()) return in.errors.Add(kubernetes::Required(kGroup, path, ""));
  const auto reasons = kubernetes::ValidateDNS1123Subdomain(group);
  if (!reasons.empty()) {
    in.errors.Add(kubernetes::Invalid(kGroup, path, group, base::Join(reasons, ",")));
  } else if (group.find('.') == group.npos) {
    in.errors.Add(kubernetes::Invalid(kGroup, path, group, "should be a domain with at least one dot"));
  }
}

void Scope(const Context& in, const FieldPath& spec) {
  const std::string_view scope = TextOf(in.spec().Find("scope"));
  const FieldPath path = spec.Child("scope");
  if (scope.empty()) {
    in.errors.Add(kubernetes::Required(kScope, path, ""));
  } else if (scope != "Cluster" && scope != "Namespaced") {
    in.errors.Add(kubernetes::NotSupported(kScope, path, scope, R"("Cluster", "Namespaced")"));
  }
}

// Requires a schema in each version. If options.require_open_api_schema is false, because versions of the stored CRD
// have no schema, requires it only in served versions of a CRD that prunes.
void RequireSchemas(const Context& in, const FieldPath& spec) {
  const bool everywhere = in.options.require_open_api_schema;
  if (!everywhere && PreservesUnknownFields(in.spec())) return;
  if (SchemaIn(in.crd, in.spec().Find("validation")) != nullptr) return;
  const auto versions = VersionsOf(in.spec());
  for (std::size_t i = 0; i < versions.size() && !in.errors.full(); ++i) {
    if (!everywhere && !IsTrue(versions[i].Find("served"))) continue;
    if (SchemaIn(in.crd, versions[i].Find("schema")) != nullptr) continue;
    const FieldPath version = spec.Child("versions", i);
    const FieldPath schema = version.Child("schema");
    in.errors.Add(kubernetes::Required(kSchemaRequired, schema.Child("openAPIV3Schema"),
                                       everywhere ? "" : "because otherwise all fields are pruned"));
  }
}

// Requires the fields of spec.names that status.acceptedNames need not have.
void RequiredNames(const Context& in, const FieldPath& names) {
  for (const std::string_view key : {"plural", "singular", "kind", "listKind"}) {
    if (TextOf(Below(in.spec().Find("names"), key)).empty())
      in.errors.Add(kubernetes::Required(kNames, names.Child(key), ""));
  }
}

bool HasAnyStatusEnabled(const Value& spec) {
  if (HasStatusEnabled(spec.Find("subresources"))) return true;
  for (const Value& version : VersionsOf(spec)) {
    if (HasStatusEnabled(version.Find("subresources"))) return true;
  }
  return false;
}

void Whole(const Context& in, const FieldPath& path) {
  const Value& spec = in.spec();
  ValidateVersions(in);
  const FieldPath names = path.Child("names");
  RequiredNames(in, names);
  ValidateNames(in, spec.Find("names"), names);
  const Value* validation = spec.Find("validation");
  ValidateSchema(in, validation, HasAnyStatusEnabled(spec), TextOf(spec.Find("version")), path.Child("validation"));
  ValidateSubresources(in, spec, path);
  ValidateColumns(in, spec, path);
  ValidateSelectableFields(in, spec, SchemaIn(in.crd, validation), "", path);
  ValidateConversion(in);
}

}  // namespace

void ValidateSpec(const Context& in) {
  const FieldPath path("spec");
  Group(in, path);
  Scope(in, path);
  Options options = in.options;
  const bool preserves = PreservesUnknownFields(in.spec());
  options.require_structural_schema |= !preserves;
  RequireSchemas(in, path);
  if (options.allow_defaults && AnySchema(in.crd, HasDefaults)) {
    options.require_structural_schema = true;
    if (preserves) {
      in.errors.Add(kubernetes::InvalidTrue(kPreserveUnknownFields, path.Child("preserveUnknownFields"),
                                            "must be false in order to use defaults in the schema"));
    }
  }
  options.require_structural_schema |= AnySchema(in.crd, HasExtensions);
  Whole({in.crd, options, in.errors, in.compilation_budget, in.arena}, path);
}

}  // namespace structural::validate
