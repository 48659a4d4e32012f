#include "cli/report/findings/server_errors.h"

#include <algorithm>

#include "cli/report/findings/against.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/validate/compatibility/rules.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/validate.h"
#include "schema/validate/walk.h"

namespace structural::findings {
namespace {

// A field of v1 that has another path in the API server's internal type of CRDs. Errors of the server have the path in
// the internal type, which is `from`; `to` is the path in v1.
struct MovedField {
  std::string_view from;
  std::string_view to;
  bool in_all_versions;  // true: an error in the field applies to all versions
};

constexpr MovedField kMoved[] = {
    {"spec.validation", "spec.versions[0].schema", true},
    {"spec.subresources", "spec.versions[0].subresources", true},
    {"spec.additionalPrinterColumns", "spec.versions[0].additionalPrinterColumns", true},
    {"spec.selectableFields", "spec.versions[0].selectableFields", true},
    {"spec.version", "spec.versions[0].name", false},
    {"spec.conversion.webhookClientConfig", "spec.conversion.webhook.clientConfig", false},
    {"spec.conversion.conversionReviewVersions", "spec.conversion.webhook.conversionReviewVersions", false},
};

bool IsBelow(std::string_view path, std::string_view field) {
  if (!path.starts_with(field)) return false;
  return path.size() == field.size() || path[field.size()] == '.' || path[field.size()] == '[';
}

bool IsStructural(std::string_view rule) {
  return std::ranges::any_of(crd::AllRules(), [&](const crd::Rule* each) { return each->id == rule; });
}

// Returns the message of the error. Omits the value if it is a long object or list, because the server prints it in
// Go's syntax.
std::string MessageOf(kubernetes::FieldError error) {
  constexpr std::size_t kLong = 100;
  const bool object = error.value.starts_with('{') || error.value.starts_with('[');
  if (error.kind == kubernetes::ErrorKind::kInvalid && object && error.value.size() >= kLong) error.value.clear();
  return error.Body();
}

void MovePath(crd::ApiVersion version, ServerError& error) {
  if (version == crd::ApiVersion::kV1beta1) return;
  const auto moved =
      std::ranges::find_if(kMoved, [&](const MovedField& each) { return IsBelow(error.path, each.from); });
  if (moved != std::end(kMoved)) {
    error.path.replace(0, moved->from.size(), moved->to);
    error.in_all_versions = moved->in_all_versions;
  }
  constexpr std::string_view kColumnPath = ".JSONPath";
  if (error.path.ends_with(kColumnPath))
    error.path.replace(error.path.size() - kColumnPath.size(), kColumnPath.size(), ".jsonPath");
}

ServerError Of(const kubernetes::Violation& violation, crd::ApiVersion version) {
  ServerError error{violation.rule, violation.field(), MessageOf(violation.error), violation.Text()};
  MovePath(version, error);
  return error;
}

void AddWarnings(const validate::ValidationResult& verdict, std::vector<ServerError>& to) {
  for (const validate::Warning& warning : verdict.warnings) {
    for (const std::string& path : warning.paths) {
      to.push_back({warning.rule, path, warning.text, warning.text, false, true});
      MovePath(verdict.api_version, to.back());
    }
  }
}

// Returns the id of the rule of compatibility/rules.h that the error is about; empty if no such rule exists.
std::string_view RuleOnForm(const kubernetes::Violation& violation) {
  if (violation.rule == validate::kPreserveUnknownFields) return compatibility::kServerPreserveUnknownFields.id;
  if (violation.field() == "spec.conversion.strategy") return compatibility::kServerConversion.id;
  return IsStructural(violation.rule) ? compatibility::kServerStructural.id : std::string_view();
}

// Drops errors in status.storedVersions if spec.versions has errors, too. The server sets the stored versions of a new
// CRD from its versions, so the errors have the same cause.
void DropStoredVersions(std::vector<kubernetes::Violation>& errors) {
  if (std::ranges::find(errors, validate::kVersions, &kubernetes::Violation::rule) == errors.end()) return;
  std::erase_if(errors, [](const kubernetes::Violation& error) { return error.rule == validate::kStoredVersions; });
}

// Returns the result of the update from the CRD `stored`, in JSON. If `stored` is empty, or the update cannot be
// validated, returns the result of the creation.
base::Result<validate::ValidationResult> ResultFor(const validate::CrdText& text, std::string_view stored,
                                                   validate::Release release, base::Arena& arena) {
  const validate::Server server{.release = release, .as_request = true};
  if (!stored.empty()) {
    auto update = validate::ValidateUpdate(text, stored, arena, server);
    if (update.ok()) return update;
  }
  auto create = validate::ValidateCreate(text, arena, server);
  if (create.ok()) DropStoredVersions(create->errors);
  return create;
}

// Returns the result of the creation. It has no errors if servers of the release do not serve the CRD's API version.
base::Result<validate::ValidationResult> ResultOfCreate(std::string_view text, const crd::CustomResourceDefinition& crd,
                                                        validate::Release release, base::Arena& arena) {
  const bool served = crd.api_version == crd::ApiVersion::kV1 || release.Has(validate::Feature::kServingV1beta1);
  if (!served) return validate::ValidationResult();
  return ResultFor({text, crd}, {}, release, arena);
}

std::vector<ServerError> OnCreate(const validate::ValidationResult& verdict) {
  std::vector<ServerError> errors;
  for (const kubernetes::Violation& violation : verdict.errors) {
    if (IsStructural(violation.rule)) continue;
    errors.push_back(Of(violation, verdict.api_version));
    if (violation.rule == validate::kStoredVersions) errors.back().rule = validate::kVersions;
  }
  return errors;
}

// Returns the errors of an update. If `all` is false, returns only those about a rule of compatibility/rules.h. Errors
// in status.storedVersions get the path spec.versions, because the author can change only this field.
std::vector<ServerError> OnChange(const validate::ValidationResult& verdict, bool all) {
  std::vector<ServerError> errors;
  for (const kubernetes::Violation& violation : verdict.errors) {
    const std::string_view rule = RuleOnForm(violation);
    if (rule.empty() && !all) continue;
    errors.push_back(Of(violation, verdict.api_version));
    if (!rule.empty()) errors.back().rule = rule;
    if (violation.rule == validate::kStoredVersions) errors.back().path = "spec.versions";
  }
  return errors;
}

}  // namespace

std::optional<ServerError> UnservedVersion(std::string_view api_version, validate::Release release) {
  const bool old = api_version == crd::Name(crd::ApiVersion::kV1beta1);
  if (!old || release.Has(validate::Feature::kServingV1beta1)) return std::nullopt;
  const std::string version(api_version);
  return ServerError{validate::kApiVersion, "apiVersion",
                     "Kubernetes 1.22 and later do not serve " + version + "; run structural upgrade",
                     "no matches for kind \"CustomResourceDefinition\" in version \"" + version + "\""};
}

std::vector<ServerError> CreateErrors(std::string_view text, const crd::CustomResourceDefinition& crd,
                                      validate::Release release, base::Arena& arena) {
  const auto verdict = ResultOfCreate(text, crd, release, arena);
  return verdict.ok() ? OnCreate(*verdict) : std::vector<ServerError>();
}

std::string WhyRefused(std::string_view crd, bool preserves, base::Arena& arena) {
  const auto installed = validate::ValidateInstalled(crd, preserves, arena);
  if (!installed.ok()) return installed.error().message();
  if (!installed->refused()) return {};
  const std::vector<kubernetes::Violation>& errors = installed->result.errors;
  const ServerError first = Of(errors.front(), installed->result.api_version);
  std::string text = first.path.empty() ? first.message : first.path + ": " + first.message;
  return errors.size() == 1 ? text : text + ", and " + std::to_string(errors.size() - 1) + " more";
}

std::vector<ServerError> ServerErrors(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena) {
  const LintMode& mode = text.mode;
  const bool change = mode.against != nullptr;
  if (change ? !mode.against->ChecksPolicy(compatibility::Policy::kServer) : !mode.server_errors) return {};
  const std::string_view stored = change ? mode.against->StoredOf(crd.metadata.name) : "";
  if (change && text.json == stored) return {};
  const auto verdict = change ? ResultFor({text.json, crd}, stored, mode.release, arena)
                              : ResultOfCreate(text.json, crd, mode.release, arena);
  if (!verdict.ok()) return {};
  auto errors = change ? OnChange(*verdict, mode.server_errors) : OnCreate(*verdict);
  if (mode.server_errors) AddWarnings(*verdict, errors);
  auto unserved = mode.server_errors ? UnservedVersion(crd::Name(crd.api_version), mode.release) : std::nullopt;
  if (unserved) errors.push_back(*std::move(unserved));
  return errors;
}

namespace {

using crd::JSONSchemaProps;
using kubernetes::FieldPath;

void NoteKeyword(const std::optional<crd::NotRepresentable>& reason, const FieldPath& path,
                 std::vector<UnsupportedKeyword>& found) {
  if (!reason) return;
  found.push_back({crd::FindUnsupported(reason->keyword)->id, path.Child(reason->keyword).String(), reason->text});
}

}  // namespace

std::vector<UnsupportedKeyword> FindUnsupported(const JSONSchemaProps& schema, const FieldPath& path) {
  std::vector<UnsupportedKeyword> found;
  const auto note = [&](const JSONSchemaProps& each, const FieldPath& at) {
    NoteKeyword(crd::FindUnsupportedKeyword(each), at, found);
    NoteKeyword(crd::FindPreserveUnknownFieldsFalse(each), at, found);
    NoteKeyword(crd::FindItemsArray(each), at, found);
    return false;
  };
  validate::VisitUntil(schema, path, validate::VisitedSchemas::kStructural, note);
  return found;
}

}  // namespace structural::findings
