#include "cli/validate/object_rules.h"

#include <array>

#include "cli/rules/rules.h"

namespace structural::cli {
namespace {

using rules::Rule;

// The type of an error stands behind its field.
//
// Upstream: apimachinery pkg/util/validation/field/errors.go ErrorType.String (v0.37.2).
struct CauseRule {
  std::string_view type;
  Rule rule;
};

constexpr std::string_view kRefuses = "The API server refuses the object.";

const CauseRule kCauses[] = {
    {": Required value",
     {"required-value", "Every required field has a value.", kRefuses, "Add the field."}},
    {": Duplicate value",
     {"duplicate-value", "The elements of a set or map are different.", kRefuses,
      "Remove one of the equal elements, or change its key."}},
    {": Unsupported value",
     {"unsupported-value", "A field with an enum has one of its values.", kRefuses,
      "Use one of the values that the message lists."}},
    {": Forbidden", {"forbidden-value", "A field is not set where it must not be.", kRefuses,
                     "Remove the field, or restore its old value."}},
    {": Too long", {"too-long", "A text is not longer than allowed.", kRefuses, "Shorten the text."}},
    {": Too many", {"too-many", "A list is not longer than allowed.", kRefuses,
                    "Remove elements from the list."}},
    {": Invalid value",
     {"invalid-value", "Every value is valid for its schema and its rules.", kRefuses,
      "Change the value as the message says."}},
};

}  // namespace

const Rule kNoResource = {
    .id = "no-resource",
    .what = "A CRD defines and serves the kind and version of the object.",
    .why = "The API server has no URL for the object.",
    .fix = "Correct apiVersion and kind, or pass the CRD. --ignore-missing accepts kinds without a CRD."};

const Rule kRefused = {.id = "refused-request",
                       .what = "The API server can decode and store the object.",
                       .why = kRefuses,
                       .fix = "Change the object as the message says."};

const Rule kServerWarning = {.id = "server-warning",
                             .what = "The API server answers without a warning.",
                             .why = "The API server accepts the object, and warns of it.",
                             .fix = "Follow the warning."};

const Rule kUnknownObjectField = {
    .id = "unknown-field",
    .what = "The schema has every field of the object.",
    .why = "The API server drops the field, or with kubectl's default refuses the object.",
    .fix = "Correct the name of the field, or remove it. --strict=ignore accepts such fields.",
    .section = &rules::kDocsFieldValidation};

std::string_view RuleOfCause(std::string_view cause) {
  const CauseRule* found = &kCauses[std::size(kCauses) - 1];
  std::size_t first = cause.npos;
  for (const CauseRule& each : kCauses) {
    const auto at = cause.find(each.type);
    if (at >= first) continue;
    first = at;
    found = &each;
  }
  return found->rule.id;
}

std::span<const Rule* const> ObjectRules() {
  constexpr std::size_t kOthers = 6;
  static const auto all = [] {
    std::array<const Rule*, std::size(kCauses) + kOthers> list{
        &kNoResource,         &kRefused,            &kServerWarning,
        &kUnknownObjectField, &lint_rules::kDuplicateKey, &lint_rules::kUnreadable};
    for (std::size_t i = 0; i < std::size(kCauses); ++i) list[i + kOthers] = &kCauses[i].rule;
    return list;
  }();
  return all;
}

}  // namespace structural::cli
