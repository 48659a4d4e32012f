// CelReport: prints the results of `structural cel` for an expression.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/cel/issues.h"
#include "schema/expressions/api/cel.h"

namespace structural::cli {

// The cost that a server estimates for the expression if it is a CEL rule of the field.
struct CelEstimate {
  std::uint64_t cost_per_call = 0;  // cost of one call
  std::uint64_t call_count = 1;     // number of calls for one object
  std::uint64_t total_cost = 0;     // cost of all calls for one object
};

// An object for which the expression is evaluated.
struct CelObject {
  std::string namespace_name = {}, name = {};  // metadata.namespace and metadata.name
  std::size_t index = 0;                       // position in the order of evaluation
};

// The result of the expression for one value of `self`.
struct CelResult {
  CelObject object = {};   // the evaluated object
  std::string path = {};   // path of `self` in the object; empty: `self` is the whole object
  std::string text = {};   // value of the expression as text
  std::string json = {};   // value of the expression as JSON; may be empty
  std::string error = {};  // reason why the expression has no value; may be empty
  cel::Location at = {};   // place of the error in the expression
  std::uint64_t cost = 0;
  bool is_only_value =
      false;             // true: the path of the field contains no list or map, so that an object has at most one value
  bool skipped = false;  // true: not evaluated, because the old value is missing
};

// A part of the expression, and its cost in the evaluations so far.
struct CelPart {
  const cel::ExpressionPart& part;
  std::optional<std::uint64_t> cost;  // nullopt: not evaluated
};

// Prints on standard output. The functions must be called in the order of their declaration. Not
// thread-safe.
class CelReport {
 public:
  virtual ~CelReport() = default;

  // `compiled` must outlive the report.
  virtual void Begin(std::string_view expression, const cel::Compilation& compiled,
                     const std::optional<CelEstimate>& estimate) = 0;
  virtual void Add(const CelResult& result) = 0;
  // Reports that the object has no value at `path`, the path of the field.
  virtual void AddObjectWithoutValue(const CelObject& object, const std::string& path) = 0;
  // Prints the costs of the parts of the expression.
  virtual void Explain(const std::vector<CelPart>& parts) = 0;
  virtual void End() = 0;
};

std::unique_ptr<CelReport> NewCelTextReport();
std::unique_ptr<CelReport> NewCelJsonReport();

// Returns the name of a CEL type for people: cel-go's names for the types of schemas, such as selfType.ports.@idx,
// become "object".
std::string TypeText(std::string_view type);
// Returns the cost relative to the limit: "0.2 %", or above the limit "12.5 x" or "> 100 x".
std::string ShareOfLimit(std::uint64_t cost, std::uint64_t limit);
// Returns the cost as a number, or "unbounded" for a cost that no request can reach.
std::string CostText(std::uint64_t cost);

// Returns the line at the place, or a part of a long line, with a mark:
//
//     2 | a + b
//       |   ^
//
// Returns an empty text if the place is not in the expression. Unprintable characters are replaced. `colors`: add
// colors for a terminal.
std::string Excerpt(std::string_view expression, cel::Location at, bool colors);

// Returns "error: MESSAGE" and the excerpt of the expression at the place.
std::string ErrorText(std::string_view message, std::string_view expression, cel::Location at, bool colors);

}  // namespace structural::cli
