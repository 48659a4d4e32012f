// What is printed of an expression.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/cel/api/cel.h"

namespace structural::cli {

// What a server estimates of a rule.
struct CelEstimate {
  std::uint64_t call = 0;   // of one call
  std::uint64_t calls = 1;  // for one object
  std::uint64_t cost = 0;   // of all
};

// One of the objects that are evaluated.
struct CelObject {
  std::string space = {}, name = {};  // in its metadata
  std::size_t number = 0;             // in their order
};

struct CelResult {
  CelObject object = {};    // whose it is
  std::string path = {};    // the value that self is; empty: the object
  std::string text = {};    // of the value
  std::string json = {};    // the same; empty: there is none
  std::string error = {};   // why there is none; empty where there is
  cel::Location at = {};    // of the error
  std::uint64_t cost = 0;
  bool alone = false;       // the object cannot have another one
  bool skipped = false;     // it needs an old value, and there is none
};

struct CelPart {
  const cel::ExpressionPart& part;
  std::optional<std::uint64_t> cost;  // nullopt: it was not run
};

// Prints on standard output. Calls come in the order of the functions. Not thread-safe.
class CelReport {
 public:
  virtual ~CelReport() = default;

  // `compiled` must outlive the report. `estimate` is shown where there is one.
  virtual void Begin(std::string_view expression, const cel::Compilation& compiled,
                     const std::optional<CelEstimate>& estimate) = 0;
  virtual void Add(const CelResult& result) = 0;
  // The object has no value at the field.
  virtual void AddNone(const CelObject& object, const std::string& path) = 0;
  virtual void Explain(const std::vector<CelPart>& parts) = 0;
  virtual void End() = 0;
};

std::unique_ptr<CelReport> NewCelTextReport();
std::unique_ptr<CelReport> NewCelJsonReport();

// A type with "object" for the name that cel-go gives to the type of a schema, such as selfType.ports.@idx.
std::string TypeText(std::string_view type);
// "0.2 %", "12.5 x", "> 100 x".
std::string ShareOfLimit(std::uint64_t cost, std::uint64_t limit);
// The number, or "unbounded" of what no request is large enough for.
std::string CostText(std::uint64_t cost);

}  // namespace structural::cli
