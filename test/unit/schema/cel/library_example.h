// The example of docs/cel.md: the code below the includes is copied from there.
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "schema/expressions/api/cel.h"
#include "schema/json/value.h"

using namespace structural;

// Returns the objects, as JSON, that an expression selects, or an empty list if the expression is invalid.
inline std::vector<std::string> Select(const std::string& text, const std::vector<std::string>& objects) {
  cel::Environment environment;
  environment.Declare("object", cel::BasicType(cel::TypeKind::kDyn));
  const cel::Compilation compiled = environment.Compile(text);
  if (!compiled.ok() || compiled.expression->kind() != cel::TypeKind::kBool) {
    std::cerr << (compiled.ok() ? "the expression is no bool" : compiled.error) << "\n";
    return {};
  }
  cel::Evaluation evaluation;  // belongs to this thread; other threads may run the same expression
  std::vector<std::string> selected;
  for (const std::string& json : objects) {
    base::Arena arena;
    const auto object = json::Parser(arena).Parse(json);
    if (!object.ok()) continue;
    const cel::Binding bindings[] = {{"object", *object}};
    const cel::Result& result = evaluation.Run(*compiled.expression, bindings, {.cost = 10'000});
    if (result.ok() && result.value.is_true()) selected.push_back(json);
  }
  return selected;
}
