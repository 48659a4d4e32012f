// The checks of all versions together.
//
// Upstream: apis/apiextensions/validation/validation.go hasPerVersionSchema, hasIdenticalPerVersionSchema and similar
// functions, and the parts of validateCustomResourceDefinitionSpec that check all versions (v0.37.2).
#include <algorithm>
#include <map>
#include <set>

#include "schema/base/text.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/write.h"
#include "schema/validate/checks.h"
#include "schema/validate/printed.h"

namespace structural::validate {
namespace {

// A field that a CRD can have once in spec, for all versions, or in each version, but not in both places. `at_top` and
// `in_version` are its names; `exclusive` and `identical` are the texts of its errors.
struct Shareable {
  std::string_view at_top;
  std::string_view in_version;
  std::string_view exclusive;
  std::string_view identical;
  const kubernetes::Type* type;
};

const Shareable kShareable[] = {
    {"validation", "schema", "top-level and per-version schemas are mutually exclusive",
     "per-version schemas may not all be set to identical values (top-level validation should be "
     "used instead)",
     &kubernetes::kValidation},
    {"subresources", "subresources", "top-level and per-version subresources are mutually exclusive",
     "per-version subresources may not all be set to identical values (top-level subresources "
     "should be used instead)",
     &kubernetes::kSubresources},
    {"additionalPrinterColumns", "additionalPrinterColumns",
     "top-level and per-version additionalPrinterColumns are mutually exclusive",
     "per-version additionalPrinterColumns may not all be set to identical values (top-level "
     "additionalPrinterColumns should be used instead)",
     &kubernetes::kInternalPrinterColumns},
};

// Whether the field is set in Go: a pointer is not nil, or a list is not empty.
bool IsSet(const Value* value) { return value != nullptr && !(value->is_array() && value->elements().empty()); }

bool AnyHas(std::span<const Value> versions, std::string_view key) {
  return std::ranges::any_of(versions, [&](const Value& v) { return IsSet(v.Find(key)); });
}

bool SameValue(const Context& in, const Shareable& part, const Value& a, const Value& b) {
  if (part.type != &kubernetes::kValidation) return SemanticEqual(*part.type, a, b);
  return crd::SemanticEqual(SchemaIn(in.crd, &a), SchemaIn(in.crd, &b));
}

bool AreIdentical(const Context& in, const Shareable& part, std::span<const Value> versions) {
  if (versions.empty()) return false;
  const Value* first = versions[0].Find(part.in_version);
  return std::ranges::all_of(versions, [&](const Value& version) {
    const Value* own = version.Find(part.in_version);
    return IsSet(own) && SameValue(in, part, *own, *first);
  });
}

void InvalidVersions(const Context& in, std::string_view detail) {
  if (in.errors.full()) return;
  const FieldPath spec("spec");
  in.errors.Add(
      kubernetes::InvalidPrinted(kVersions, spec.Child("versions"), PrintedVersions(in.crd, in.arena), detail));
}

// Finds the subresources of a version by the version's name. If several versions have the name, uses the first of them.
// If no version has subresources, uses those in spec for all versions.
//
// Upstream: getSubresourcesForVersion.
class SubresourcesOfVersions {
 public:
  explicit SubresourcesOfVersions(const Value& spec) : at_top_(spec.Find("subresources")) {
    const auto versions = VersionsOf(spec);
    per_version_ = AnyHas(versions, "subresources");
    for (const Value& version : versions) by_name_.emplace(TextOf(version.Find("name")), version.Find("subresources"));
  }

  const Value* Of(std::string_view version) const { return per_version_ ? by_name_.at(version) : at_top_; }

 private:
  const Value* at_top_;
  bool per_version_ = false;
  std::map<std::string_view, const Value*> by_name_;
};

void EachVersion(const Context& in, const FieldPath& spec) {
  const SubresourcesOfVersions subresources(in.spec());
  const auto versions = VersionsOf(in.spec());
  for (std::size_t i = 0; i < versions.size() && !in.errors.full(); ++i) {
    const std::string_view name = TextOf(versions[i].Find("name"));
    const FieldPath path = spec.Child("versions", i);
    const auto reasons = kubernetes::ValidateDNS1035Label(name);
    if (!reasons.empty())
      in.errors.Add(kubernetes::Invalid(kVersions, path.Child("name"), name, base::Join(reasons, ",")));
    const bool status = HasStatusEnabled(subresources.Of(name));
    ValidateVersion(in, versions[i], path, status);
  }
}

void SharedParts(const Context& in, const FieldPath& spec) {
  const auto versions = VersionsOf(in.spec());
  for (const Shareable& part : kShareable) {
    if (IsSet(in.spec().Find(part.at_top)) && AnyHas(versions, part.in_version))
      in.errors.Add(kubernetes::Forbidden(kVersions, spec.Child(part.at_top), part.exclusive));
  }
  for (const Shareable& part : kShareable) {
    if (AreIdentical(in, part, versions)) InvalidVersions(in, part.identical);
  }
}

void NamesAndStorage(const Context& in) {
  const auto versions = VersionsOf(in.spec());
  std::set<std::string_view> names;
  for (const Value& version : versions) names.insert(TextOf(version.Find("name")));
  if (names.size() != versions.size()) InvalidVersions(in, "must contain unique version names");
  const auto stored =
      std::ranges::count_if(versions, [](const Value& version) { return IsTrue(version.Find("storage")); });
  if (stored != 1) InvalidVersions(in, "must have exactly one version marked as storage version");
}

// Checks spec.version, which only v1beta1 has. If it is set, it must be the name of the first version.
void FirstVersion(const Context& in, const FieldPath& spec) {
  const std::string_view version = TextOf(in.spec().Find("version"));
  const FieldPath path = spec.Child("version");
  if (version.empty()) return;
  const auto reasons = kubernetes::ValidateDNS1035Label(version);
  if (!reasons.empty()) in.errors.Add(kubernetes::Invalid(kVersions, path, version, base::Join(reasons, ",")));
  const auto versions = VersionsOf(in.spec());
  if (versions.empty() || TextOf(versions[0].Find("name")) == version) return;
  in.errors.Add(kubernetes::Invalid(kVersions, path, version, "must match the first version in spec.versions"));
}

}  // namespace

void ValidateVersions(const Context& in) {
  const FieldPath spec("spec");
  EachVersion(in, spec);
  SharedParts(in, spec);
  NamesAndStorage(in);
  FirstVersion(in, spec);
}

}  // namespace structural::validate
