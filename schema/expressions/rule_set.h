// RuleSet: the compiled rules in x-kubernetes-validations of a schema. It runs them on objects.
//
// Upstream: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (v0.37.2).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/work_budget.h"
#include "schema/crd/model/correlated.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/releases.h"

namespace structural::expressions {

// Maximum cost of all rules for one object.
//
// Upstream: apiserver/pkg/apis/cel/config.go RuntimeCELCostBudget.
inline constexpr std::int64_t kObjectCostLimit = 10'000'000;

// Results of a rule over all values that it ran on.
struct RuleResults {
  bool passed = false;  // whether the result was true for a value
  bool failed = false;  // whether the result was false or an error for a value
};
using RuleTrace = std::unordered_map<const crd::ValidationRule*, RuleResults>;

// An object for validation. Refers to all its parts, which must outlive it.
struct RuleInput {
  const json::Value& object;
  const json::Value* old = nullptr;             // the stored object; null for a create
  const crd::Correlated* update = nullptr;      // pairs of object and old; null for a create
  const kubernetes::FieldName* path = nullptr;  // prefix of the paths of errors; null: none
  std::int64_t cost_limit = kObjectCostLimit;
  RuleTrace* trace = nullptr;  // may be null
  // The number of steps left (cel::eval::RunBudget), which Run decreases. null: the limit for one object.
  std::int64_t* steps = nullptr;
  base::WorkBudget* work = nullptr;  // limit of steps and cost for several runs together; may be null
};

struct RuleSetResult {
  std::vector<kubernetes::FieldError> errors;
  std::vector<kubernetes::FieldError> warnings;  // failed rules of values that the update does not change
  std::int64_t cost = 0;                         // cost of all calls
  bool limit_exceeded = false;                   // whether a cost limit was exceeded, so that later rules did not run
};

class CompilationBudget;
struct RuleNode;

struct RuleSetOptions {
  bool is_resource = true;                          // whether objects of the schema have apiVersion, kind and metadata
  CompilationBudget* compilation_budget = nullptr;  // limit for compilation; null: a new one
  int minor = kubernetes::kDefaultMinor;            // the minor version of Kubernetes: 1.minor
};

// Whether a server runs rules of the schema. It runs none if all rules are within allOf, anyOf, oneOf or not.
//
// Upstream: schema/cel/validation.go hasXValidations (v0.37.2).
bool RunsRules(const crd::Structural& schema);

// Thread-safe: immutable after construction. Owns its programs. A rule needs about 2 KiB.
class RuleSet {
 public:
  // Compiles the rules of a structural schema as for a stored CRD: with all functions of the release. The schema must outlive the set.
  // Recursive: needs cel::kParseStack, and stack for each level of the schema.
  explicit RuleSet(const crd::Structural& schema, const RuleSetOptions& options = {});
  ~RuleSet();
  RuleSet(const RuleSet&) = delete;
  RuleSet& operator=(const RuleSet&) = delete;

  bool empty() const { return root_ == nullptr; }

  // Runs the rules on an object of the schema, in the order of the object's fields; a server's order is random. Stops
  // if cost_limit is exceeded. `arena` is working memory. `cancelled` may be null; loops check it.
  RuleSetResult Run(const RuleInput& input, base::Arena& arena, const std::atomic<bool>* cancelled = nullptr) const;

 private:
  base::Arena arena_;
  std::vector<std::unique_ptr<RuleNode>> nodes_;
  const RuleNode* root_ = nullptr;
};

}  // namespace structural::expressions
