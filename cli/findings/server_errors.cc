#include "cli/findings/server_errors.h"

#include <algorithm>

#include "schema/rules/catalog.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/validate.h"

namespace structural::lint {
namespace {

// Where v1 has a field of the internal form.
struct Moved {
  std::string_view from;
  std::string_view to;
  bool shared;  // by all versions
};

constexpr Moved kMoved[] = {
    {"spec.validation", "spec.versions[0].schema", true},
    {"spec.subresources", "spec.versions[0].subresources", true},
    {"spec.additionalPrinterColumns", "spec.versions[0].additionalPrinterColumns", true},
    {"spec.selectableFields", "spec.versions[0].selectableFields", true},
    {"spec.version", "spec.versions[0].name", false},
    {"spec.conversion.webhookClientConfig", "spec.conversion.webhook.clientConfig", false},
    {"spec.conversion.conversionReviewVersions",
     "spec.conversion.webhook.conversionReviewVersions", false},
};

bool IsBelow(std::string_view path, std::string_view field) {
  if (!path.starts_with(field)) return false;
  return path.size() == field.size() || path[field.size()] == '.' || path[field.size()] == '[';
}

bool IsStructural(std::string_view rule) {
  return std::ranges::any_of(rules::AllRules(),
                             [&](const rules::Rule* each) { return each->id == rule; });
}

// The detail alone where the value is a long object or list, as it is in Go's form of a CRD.
std::string WithoutObject(std::string_view message) {
  constexpr std::string_view kInvalid = "Invalid value: ";
  constexpr std::size_t kLong = 100;
  const std::string_view value = message.substr(std::min(message.size(), kInvalid.size()));
  const bool object = message.starts_with(kInvalid) && value.find_first_of("{[") == 0;
  const std::size_t end = std::max(value.rfind("}: ") + 1, value.rfind("]: ") + 1);
  if (!object || end < kLong) return std::string(message);
  return std::string(kInvalid).append(value.substr(end + 2));
}

ServerError Of(const kubernetes::Violation& violation) {
  ServerError error{violation.rule, std::string(violation.field()),
                    WithoutObject(violation.body()), violation.text};
  const auto moved = std::ranges::find_if(
      kMoved, [&](const Moved& each) { return IsBelow(error.path, each.from); });
  if (moved != std::end(kMoved)) {
    error.path.replace(0, moved->from.size(), moved->to);
    error.shared = moved->shared;
  }
  if (error.rule == validate::kStoredVersions) error.rule = validate::kVersions;
  constexpr std::string_view kColumnPath = ".JSONPath";
  if (error.path.ends_with(kColumnPath))
    error.path.replace(error.path.size() - kColumnPath.size(), kColumnPath.size(), ".jsonPath");
  return error;
}

}  // namespace

std::vector<ServerError> ServerErrors(std::string_view text,
                                      const crd::CustomResourceDefinition& crd,
                                      base::Arena& arena) {
  if (crd.api_version != crd::ApiVersion::kV1) return {};
  const auto verdict = validate::ValidateCreate(text, crd, arena);
  if (!verdict.ok()) return {};  // what decodes has one
  const bool any_of_versions =
      std::ranges::count(verdict->errors, validate::kVersions, &kubernetes::Violation::rule) > 0;
  std::vector<ServerError> errors;
  for (const kubernetes::Violation& violation : verdict->errors) {
    // Of a new CRD these follow from its versions.
    if (violation.rule == validate::kStoredVersions && any_of_versions) continue;
    if (!IsStructural(violation.rule)) errors.push_back(Of(violation));
  }
  return errors;
}

}  // namespace structural::lint
