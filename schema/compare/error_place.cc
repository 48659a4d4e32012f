#include "schema/compare/error_place.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace structural::compare {
namespace {

using kubernetes::FieldError;
using kubernetes::PathSteps;

// Keywords whose errors have a path below the field.
bool ErrsBelow(std::string_view keyword) {
  return keyword == "x-kubernetes-list-type" || keyword == "x-kubernetes-embedded-resource" ||
         keyword == "additionalProperties" || keyword == "default" || keyword == "properties" || keyword == "scale" ||
         keyword == "x-kubernetes-validations";  // a rule may have a fieldPath
}

// Keywords that errors name. Violations of other keywords appear in any error at the same path.
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

// An exclusive bound is a flag of the bound.
std::string_view BoundOf(std::string_view keyword) {
  if (keyword == "exclusiveMinimum") return "minimum";
  return keyword == "exclusiveMaximum" ? "maximum" : keyword;
}

// The limit is that of the new schema; a rule has its message in the error.
bool IsAboutKeyword(const FieldError& error, const Change& change) {
  const std::string_view keyword = BoundOf(change.keyword);
  if (std::ranges::find(kInErrors, keyword) == std::end(kInErrors)) return true;
  // Embedded resources also have this error.
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

}  // namespace structural::compare
