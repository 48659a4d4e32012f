// Parses expressions.
//
// Upstream: cel-go parser/parser.go (v0.29.2), as apiserver/pkg/cel/environment/base.go (0.37)
// configures it.
#pragma once

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/cel/edition.h"
#include "schema/cel/expr.h"
#include "schema/cel/issues.h"
#include "schema/cel/source.h"

namespace structural::cel {

// Sets of macros, which can be combined.
enum MacroSet : unsigned {
  kNoMacros = 0,
  kStandardMacros = 1 << 0,     // has, all, exists, exists_one, map, filter
  kExistsOneMacro = 1 << 1,     // existsOne with one variable; not in cel-go's standard library
  kOptionalMacros = 1 << 2,     // optMap
  kTwoVariableMacros = 1 << 3,  // all, exists, existsOne, exists_one, transform… with two variables
  kListMacros = 1 << 4,         // sortBy
  kOptionalFlatMacro = 1 << 5,  // optFlatMap
};

// The options of Parse. The defaults are those of the newest release.
struct ParseOptions {
  unsigned macros = kStandardMacros | kOptionalMacros | kOptionalFlatMacro | kTwoVariableMacros | kListMacros;
  bool optional_syntax = true;          // whether a.?b, a[?b], [?a] and {?a: b} are allowed
  bool escaped_identifiers = true;      // whether a.`b-c` is allowed
  bool hidden_accumulator = true;       // whether the accumulator of macros is @result, not __result__
  int max_depth = 250;                  // maximum nesting of one grammar rule, and of the expression
  int max_error_recoveries = 30;        // maximum number of syntax errors that the parser recovers from
  int max_error_recovery_tokens = 256;  // maximum number of tokens that one recovery skips
  Offset max_code_points = 100'000;     // maximum size of the source, in code points
};

ParseOptions ParseOptionsOf(const Edition& edition);

struct Parsed {
  const Expr* root = nullptr;  // null if there are issues
  NodePositions places;        // positions of the nodes, by their ids
  Issues issues;
};

// Parses a source. The tree is in `arena` and can point to the source's text; both must outlive the tree. Takes time
// and memory linear in the source, except for nested calls of optMap and optFlatMap: each copies its target, so the
// tree can be exponentially large, up to kMaxNodes. Recursive: needs kParseStack for a depth of 250.
//
// Parsed::issues has the syntax errors with cel-go's messages. Returns kLimitExceeded if macros expand to more than
// kMaxNodes nodes; cel-go has no such limit.
base::Result<Parsed> Parse(const Source& source, const ParseOptions& options, base::Arena& arena);

inline constexpr std::size_t kMaxNodes = 1'000'000;

// Size in bytes of the stack that recursive functions for expressions need. An optimized build needs less than 192 KiB;
// sanitizers need more.
inline constexpr std::size_t kParseStack = 1 << 20;

}  // namespace structural::cel
