#include "schema/compare/error_place.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace structural::compare {
namespace {

using kubernetes::FieldError;
using kubernetes::PathSteps;

// Whether the errors about the keyword can have a path inside the field.
bool ErrsBelow(std::string_view keyword) {
  return keyword == "x-kubernetes-list-type" || keyword == "x-kubernetes-embedded-resource" ||
         keyword == "additionalProperties" || keyword == "default" || keyword == "properties" || keyword == "scale" ||
         keyword == "x-kubernetes-validations";  // a rule's fieldPath can name a field inside
}

// The keywords that FieldError::keyword can have. A violation of another keyword can cause any error at the same path.
constexpr std::string_view kInErrors[] = {"type",
                                          "format",
                                          "enum",
                                          "minLength",
                                          "maxLength",
                                          "pattern",
                                          "minItems",
                                          "maxItems",
                                          "uniqueItems",
                                          "minProperties",
                                          "maxProperties",
                                          "required",
                                          "minimum",
                                          "maximum",
                                          "multipleOf",
                                          "additionalProperties",
                                          "anyOf",
                                          "oneOf",
                                          "not",
                                          "x-kubernetes-validations",
                                          "x-kubernetes-list-type"};

// Returns the keyword whose error reports a violation: minimum for exclusiveMinimum, maximum for exclusiveMaximum, and
// otherwise the keyword itself.
std::string_view BoundOf(std::string_view keyword) {
  if (keyword == "exclusiveMinimum") return "minimum";
  return keyword == "exclusiveMaximum" ? "maximum" : keyword;
}

// Whether the error is about the keyword of the change. The error of a limit must contain the limit of the new schema.
// The error of a CEL rule must contain the rule's message.
bool IsAboutKeyword(const FieldError& error, const Change& change) {
  const std::string_view keyword = BoundOf(change.keyword);
  if (std::ranges::find(kInErrors, keyword) == std::end(kInErrors)) return true;
  // A server reports a missing apiVersion or kind of an embedded resource with this kind of error, but without a
  // keyword.
  if (keyword == "required" && error.kind == kubernetes::ErrorKind::kRequired) return true;
  if (error.keyword != keyword) return false;
  if (keyword == "x-kubernetes-validations") return error.detail.find(change.rule.message) != std::string::npos;
  return !error.limit || change.after.empty() || std::to_string(*error.limit) == change.after;
}

bool Fits(const PathSteps::Step& found, const Step& step) {
  if (step.kind == Step::Kind::kElement) return found.is_index;
  return !found.is_index && (step.kind == Step::Kind::kOtherKey || found.name == step.name);
}

bool Leads(const PathSteps& path, const Change& change) {
  const FieldSteps& field = change.field;
  if (path.size() < field.size()) return false;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (!Fits(path[i], field[i])) return false;
  }
  return path.size() == field.size() || ErrsBelow(change.keyword);
}

}  // namespace

bool IsAbout(const FieldError& error, const Change& change) {
  return IsAboutKeyword(error, change) && Leads(error.path, change);
}

bool TakeStep(std::string_view& path, const Step& step) {
  if (path.starts_with('.')) path.remove_prefix(1);
  if (path.starts_with('[')) {
    const std::size_t end = path.find(']');
    if (end == path.npos) return false;
    const bool named = step.kind == Step::Kind::kName && path.substr(1, end - 1) != step.name;
    path.remove_prefix(end + 1);
    return !named;
  }
  const std::string_view name = path.substr(0, path.find_first_of(".[:"));
  if (name.empty() || step.kind == Step::Kind::kElement || (step.kind == Step::Kind::kName && name != step.name))
    return false;
  path.remove_prefix(name.size());
  return true;
}

bool IsBelow(std::string_view path, std::span<const Step> field) {
  for (const Step& step : field) {
    if (path.empty() || !TakeStep(path, step)) return false;
  }
  return true;
}

bool IsAbove(std::string_view path, std::span<const Step> field) {
  for (const Step& step : field) {
    if (path.empty()) return true;
    if (!TakeStep(path, step)) return false;
  }
  return path.empty();
}

}  // namespace structural::compare
