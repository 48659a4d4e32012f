// CelReport: prints the results of an expression.
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

// The cost of a rule, as a server estimates it.
struct CelEstimate {
  std::uint64_t call = 0;   // cost of one call
  std::uint64_t calls = 1;  // number of calls for one object
  std::uint64_t cost = 0;   // cost of all calls
};

// One of the evaluated objects.
struct CelObject {
  std::string namespace_name = {}, name = {};  // metadata.namespace and metadata.name
  std::size_t number = 0;                      // position of the object in the order of evaluation
};

struct CelResult {
  CelObject object = {};   // the evaluated object
  std::string path = {};   // path of `self` in the object; empty: the whole object
  std::string text = {};   // value of the expression as text
  std::string json = {};   // value of the expression as JSON; may be empty
  std::string error = {};  // reason why the expression has no value; may be empty
  cel::Location at = {};   // place of the error in the expression
  std::uint64_t cost = 0;
  bool is_only_value =
      false;             // true: the path of the field contains no list or map, so that an object has at most one value
  bool skipped = false;  // true: not evaluated, because the old value is missing
};

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
  // Reports that the field has no value in the object.
  virtual void AddObjectWithoutValue(const CelObject& object, const std::string& path) = 0;
  virtual void Explain(const std::vector<CelPart>& parts) = 0;
  virtual void End() = 0;
};

std::unique_ptr<CelReport> NewCelTextReport();
std::unique_ptr<CelReport> NewCelJsonReport();

// Returns the type for people: cel-go's names for schema types, such as selfType.ports.@idx, become "object".
std::string TypeText(std::string_view type);
// Returns a text such as "0.2 %", "12.5 x" or "> 100 x".
std::string ShareOfLimit(std::uint64_t cost, std::uint64_t limit);
// Returns the number, or "unbounded" for a cost that no request can reach.
std::string CostText(std::uint64_t cost);

// Returns the line at the place, or a part of a long line, with a mark:
//
//     2 | a + b
//       |   ^
//
// Empty if the place is not in the text. Replaces unprintable characters. `colors`: add colors for a terminal.
std::string Excerpt(std::string_view expression, cel::Location at, bool colors);

// Returns "error: MESSAGE" and the excerpt of the expression at the place.
std::string ErrorText(std::string_view message, std::string_view expression, cel::Location at, bool colors);

}  // namespace structural::cli
