// Maker makes values that a schema accepts, from the leaves to the root.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/budget.h"
#include "schema/values/rule_hints.h"
#include "schema/values/value_checker.h"
#include "schema/values/value_requirements.h"

namespace structural::values {

// Options of GeneratorOptions that a Maker needs.
struct MakerOptions {
  std::uint64_t seed = 0;
  bool readable = false;
  bool has_status = false;  // whether status of the resource is a subresource
  // Fields of the resource that is made.
  std::string_view api_version = {};
  std::string_view kind = {};
  std::string_view name = "example";
};

struct MakeResult {
  json::Value value;
  bool fits = false;  // whether the value satisfies its requirements; if not, it is only close to them
};

// Makes values for requirements. Not thread-safe. Recursive, at most Limits::depth levels.
class Maker {
 public:
  // All arguments must outlive the maker. Values are in `arena`.
  Maker(const MakerOptions& options, ValueChecker& checker, Budget& budget, base::Arena& arena)
      : options_(options), checker_(checker), budget_(budget), arena_(arena) {}

  // Returns a value; nullopt if none was found or the budget is exhausted.
  std::optional<MakeResult> Make(const ValueRequirements& requirements);

  // Returns up to `count` different scalars that satisfy the requirements.
  std::vector<json::Value> MakeScalars(const ValueRequirements& requirements, std::size_t count);

  Budget& budget() { return budget_; }
  // The hints of the CEL rules that Repair has parsed. Their texts are in the maker's arena.
  RuleHintsByRule& rule_hints() { return rule_hints_; }

 private:
  // Maximum number of combinations of branches that are tried for one value.
  static constexpr std::size_t kMaxChoices = 200;

  std::optional<MakeResult> MakeChosen(const ValueRequirements& requirements, const ValueRequirements& chosen);
  std::optional<json::Value> MakeDefaulted(const ValueRequirements& requirements);
  std::optional<json::Value> MakeScalar(const ValueRequirements& requirements, const CombinedRequirements& combined);
  std::vector<json::Value> MakeFittingScalars(const ValueRequirements& requirements,
                                              const CombinedRequirements& combined);

  std::optional<json::Value> MakeObject(const ValueRequirements& requirements, const CombinedRequirements& combined,
                                        bool sets_defaulted);
  using Fields = std::map<std::string_view, json::Value>;
  json::Value ObjectFrom(const Fields& fields);
  bool AddField(const ValueRequirements& requirements, std::string_view key, Fields& to);
  bool AddRequired(const ValueRequirements& requirements, const CombinedRequirements& combined, bool sets_defaulted,
                   Fields& to);
  bool AddFieldsUpTo(const ValueRequirements& requirements, std::int64_t count, Fields& to);
  void AddCombination(const ValueRequirements& requirements, std::span<const Fields::value_type> fields,
                      std::size_t& tried, json::Value& to);
  void AddOptional(const ValueRequirements& requirements, json::Value& to);
  ValueRequirements RequirementsOfField(const ValueRequirements& of, std::string_view key) const;

  std::optional<json::Value> MakeList(const ValueRequirements& requirements, const CombinedRequirements& combined);

  const MakerOptions& options_;
  ValueChecker& checker_;
  Budget& budget_;
  base::Arena& arena_;
  RuleHintsByRule rule_hints_;
};

}  // namespace structural::values
