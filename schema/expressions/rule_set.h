// RuleSet: the rules in x-kubernetes-validations of a schema, compiled, to be run on its objects.
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
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/model/structural.h"
#include "schema/objects/correlated.h"

namespace structural::expressions {

// What all rules of an object may cost together.
//
// Upstream: apiserver/pkg/apis/cel/config.go RuntimeCELCostBudget.
inline constexpr std::int64_t kObjectCostLimit = 10'000'000;

// What rules were for the values that they ran on.
struct RuleSeen {
  bool passed = false;  // true for one
  bool failed = false;  // false for one, or an error
};
using RuleTrace = std::unordered_map<const model::ValidationRule*, RuleSeen>;

// A value on its way into a server. Borrows all of it.
struct RuleInput {
  const json::Value& object;
  const json::Value* old = nullptr;             // whose place it takes; null: it is created
  const objects::Correlated* update = nullptr;  // of an update: object and old; null: it is none
  const kubernetes::FieldName* path = nullptr;      // before the paths of errors; null: nothing
  std::int64_t cost_limit = kObjectCostLimit;
  RuleTrace* trace = nullptr;                   // null: nobody asks
  // The steps that are left (cel::eval::RunBudget); each run subtracts its own. null: the limit of one object.
  std::int64_t* steps = nullptr;
  base::WorkBudget* work = nullptr;  // of many runs: their steps and costs; null: no limit besides that of one object
};

struct RuleFindings {
  std::vector<kubernetes::FieldError> errors;
  std::vector<kubernetes::FieldError> warnings;  // rules that fail on what an update leaves as it is
  std::int64_t cost = 0;              // of all calls
  bool cut_short = false;             // a limit of costs was exceeded, and the rules after it were not run
};

class Effort;
struct RuleNode;

struct RuleSetOptions {
  bool is_resource = true;   // the schema's objects have apiVersion, kind and metadata
  Effort* effort = nullptr;  // what may still be compiled; null: as much as for one CRD
};

// Whether a server runs rules of the schema at all: it does not where all of them are within allOf, anyOf, oneOf or not.
//
// Upstream: schema/cel/validation.go hasXValidations (v0.37.2).
bool RunsRules(const model::Structural& schema);

// Thread-safe: not changed once made. Owns its programs; needs about 2 KiB for a rule.
class RuleSet {
 public:
  // As for stored CRDs: with all functions. The schema, a structural one, must outlive the set. Goes
  // down by recursion, and needs cel::kParseStack beside the schema's depth.
  explicit RuleSet(const model::Structural& schema, const RuleSetOptions& options = {});
  ~RuleSet();
  RuleSet(const RuleSet&) = delete;
  RuleSet& operator=(const RuleSet&) = delete;

  bool empty() const { return root_ == nullptr; }

  // Runs the rules on an object of the schema, in the order of the object's fields; a server's order
  // is random. Ends where cost_limit is spent. `arena` is working memory. `cancelled` may be
  // null; it is looked at in loops.
  RuleFindings Run(const RuleInput& input, base::Arena& arena,
                   const std::atomic<bool>* cancelled = nullptr) const;

 private:
  base::Arena arena_;
  std::vector<std::unique_ptr<RuleNode>> nodes_;
  const RuleNode* root_ = nullptr;
};

}  // namespace structural::expressions
