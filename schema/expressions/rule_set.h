// RuleSet: the compiled CEL rules (x-kubernetes-validations) of a schema. It runs them on objects.
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

// Maximum cost of all CEL rules together for one object.
//
// Upstream: apiserver/pkg/apis/cel/config.go RuntimeCELCostBudget.
inline constexpr std::int64_t kObjectCostLimit = 10'000'000;

// The results of a rule for all values that it was run on.
struct RuleResults {
  bool passed = false;  // whether the result was true for at least one value
  bool failed = false;  // whether the result was false or an error for at least one value
};
using RuleTrace = std::unordered_map<const crd::ValidationRule*, RuleResults>;

// An object for which rules are run, and the limits of the run. Everything that the members point to must outlive the
// RuleInput.
struct RuleInput {
  const json::Value& object;
  const json::Value* old = nullptr;                  // the stored object; null for a create
  const crd::CorrelatedValue* correlated = nullptr;  // `object` correlated with `old`; null for a create
  const kubernetes::FieldName* path = nullptr;       // prefix of the paths of errors; null: none
  std::int64_t cost_limit = kObjectCostLimit;
  RuleTrace* trace = nullptr;  // receives the results of each rule; may be null
  // The number of steps that are left (cel::eval::RunBudget). Run decreases it. null: RunBudget::kMaxSteps for this
  // run.
  std::int64_t* steps_left = nullptr;
  base::WorkBudget* work = nullptr;  // limit of steps and cost for several runs together; may be null
};

struct RuleSetResult {
  std::vector<kubernetes::FieldError> errors;
  std::vector<kubernetes::FieldError> warnings;  // errors of rules whose value the update does not change
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

// Whether a server runs x-kubernetes-validations of the schema. A server runs none if all rules are inside allOf,
// anyOf, oneOf or not.
//
// Upstream: schema/cel/validation.go hasXValidations (v0.37.2).
bool RunsRules(const crd::Structural& schema);

// The compiled rules of a schema. A RuleSet is immutable after construction, so it is thread-safe. It owns its
// programs, and needs about 2 KiB for each rule.
class RuleSet {
 public:
  // Compiles the rules of a structural schema like those of a stored CRD: they can use all functions of the release.
  // The schema must outlive the set. Recursive: needs cel::kParseStack, and stack for each level of the schema.
  explicit RuleSet(const crd::Structural& schema, const RuleSetOptions& options = {});
  ~RuleSet();
  RuleSet(const RuleSet&) = delete;
  RuleSet& operator=(const RuleSet&) = delete;

  bool empty() const { return root_ == nullptr; }

  // Runs the rules on an object of the schema, in the order of the object's fields; a server's order is random. Stops
  // if cost_limit is exceeded. `arena` is working memory. Loops in expressions stop when `*cancelled` is true.
  // `cancelled` may be null.
  RuleSetResult Run(const RuleInput& input, base::Arena& arena, const std::atomic<bool>* cancelled = nullptr) const;

 private:
  base::Arena arena_;
  std::vector<std::unique_ptr<RuleNode>> nodes_;
  const RuleNode* root_ = nullptr;
};

}  // namespace structural::expressions
