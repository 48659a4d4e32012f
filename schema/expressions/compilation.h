// The steps from the text of an expression to its types, for rules and for cel::Environment.
#pragma once

#include <string>
#include <string_view>

#include "schema/cel/check.h"
#include "schema/cel/parse.h"
#include "schema/cel/source.h"

namespace structural::expressions {

// An expression with its types. Nodes and types are in the source and the Arena that it was read
// with.
struct TypedExpression {
  cel::Parsed parsed = {};
  cel::Checked checked = {};
  std::size_t parts = cel::kMostNodes;  // of the expression, or the limit that it is over
  std::string error = {};  // why it has no type, as cel-go prints it; empty where it has

  bool ok() const { return error.empty(); }
  // What is wrong, each with its place. None where a limit was met.
  const cel::Issues& issues() const {
    return parsed.issues.empty() ? checked.issues : parsed.issues;
  }
  // Precondition: ok().
  const cel::Type& type() const {
    return *checked.types[static_cast<std::size_t>(parsed.root->id)];
  }
  // Whether a variable is named in it. Precondition: ok().
  bool Uses(std::string_view variable) const;
};

// Pure. All must outlive it. Goes down by recursion, and needs cel::kParseStack.
TypedExpression ReadExpression(const cel::Source& source, const cel::CheckEnvironment& environment,
                               base::Arena& arena);

}  // namespace structural::expressions
