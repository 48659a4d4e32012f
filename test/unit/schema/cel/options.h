// Reads options of the parser from the lines of test/oracle/cel and from cases.
#pragma once

#include <nlohmann/json.hpp>

#include "schema/cel/parse.h"

namespace structural::test {

inline unsigned MacroSetNamed(const std::string& name) {
  if (name == "standard") return cel::kStandardMacros;
  if (name == "existsOne") return cel::kExistsOneMacro;
  if (name == "optional") return cel::kOptionalMacros;
  return name == "lists" ? cel::kListMacros : cel::kTwoVariableMacros;
}

// Returns the options that `data` has in "options". Missing options have the values that Kubernetes uses.
inline cel::ParseOptions ReadParseOptions(const nlohmann::json& data) {
  cel::ParseOptions options;
  const nlohmann::json given = data.value("options", nlohmann::json::object());
  if (given.contains("macros")) {
    options.macros = cel::kNoMacros;
    for (const auto& name : given.at("macros")) options.macros |= MacroSetNamed(name);
  }
  options.optional_syntax = given.value("optionalSyntax", options.optional_syntax);
  options.escaped_identifiers = given.value("escapedIdentifiers", options.escaped_identifiers);
  options.hidden_accumulator = given.value("hiddenAccumulator", options.hidden_accumulator);
  options.max_depth = given.value("depth", options.max_depth);
  options.max_error_recoveries = given.value("recoveries", options.max_error_recoveries);
  options.max_error_recovery_tokens = given.value("recoveryTokens", options.max_error_recovery_tokens);
  options.max_code_points = given.value("codePoints", options.max_code_points);
  return options;
}

}  // namespace structural::test
