// Parses and checks an expression, for rules and for cel::Environment.
#pragma once

#include <string>
#include <string_view>

#include "schema/cel/check.h"
#include "schema/cel/parse.h"
#include "schema/cel/source.h"

namespace structural::expressions {

// An expression with its types. Its nodes and types live in the Source and the Arena that ReadExpression was called
// with.
struct TypedExpression {
  cel::Parsed parsed = {};
  cel::Checked checked = {};
  std::size_t parts = cel::kMaxNodes;  // number of nodes, or the maximum if it was exceeded
  std::string error = {};              // why the expression has no type, as cel-go prints it; else empty

  bool ok() const { return error.empty(); }
  // Returns the errors with their positions. Empty if a limit was exceeded.
  const cel::Issues& issues() const { return parsed.issues.empty() ? checked.issues : parsed.issues; }
  // Precondition: ok().
  const cel::Type& type() const { return *checked.types[static_cast<std::size_t>(parsed.root->id)]; }
  // Whether the expression refers to the variable. Precondition: ok().
  bool Uses(std::string_view variable) const;
};

// Pure. The arguments must outlive the result. Recursive: needs cel::kParseStack.
TypedExpression ReadExpression(const cel::Source& source, const cel::CheckEnvironment& environment, base::Arena& arena);

}  // namespace structural::expressions
