// Maker: makes values that a schema accepts, from the leaves to the root.
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
#include "schema/values/demands.h"
#include "schema/values/judge.h"

namespace structural::values {

struct MakerOptions {
  std::uint64_t seed = 0;
  bool readable = false;
  bool has_status = false;  // status of the resource is a subresource
  // Fields of the resource.
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
  Maker(const MakerOptions& options, ValueChecker& judge, Budget& budget, base::Arena& arena)
      : options_(options), judge_(judge), budget_(budget), arena_(arena) {}

  // Returns a value; nullopt if none was found or the budget is exhausted.
  std::optional<MakeResult> Make(const ValueRequirements& demands);

  // Returns up to `count` different scalars that satisfy the requirements.
  std::vector<json::Value> Scalars(const ValueRequirements& demands, std::size_t count);

  Budget& budget() { return budget_; }

 private:
  // Maximum number of tried combinations of branches.
  static constexpr std::size_t kMaxChoices = 200;

  std::optional<MakeResult> Chosen(const ValueRequirements& demands, const ValueRequirements& chosen);
  std::optional<json::Value> Default(const ValueRequirements& demands);
  std::optional<json::Value> Scalar(const ValueRequirements& demands, const CombinedRequirements& facts);
  std::vector<json::Value> FittingScalars(const ValueRequirements& demands, const CombinedRequirements& facts);

  std::optional<json::Value> Object(const ValueRequirements& demands, const CombinedRequirements& facts,
                                    bool sets_defaulted);
  using Fields = std::map<std::string_view, json::Value>;
  json::Value ObjectOf(const Fields& fields);
  bool AddField(const ValueRequirements& demands, std::string_view key, Fields& to);
  bool AddRequired(const ValueRequirements& demands, const CombinedRequirements& facts, bool sets_defaulted,
                   Fields& to);
  bool AddUpTo(const ValueRequirements& demands, std::int64_t count, Fields& to);
  void AddTogether(const ValueRequirements& demands, std::span<const Fields::value_type> fields, std::size_t& tried,
                   json::Value& to);
  void AddOptional(const ValueRequirements& demands, json::Value& to);
  ValueRequirements RequirementsOfField(const ValueRequirements& of, std::string_view key) const;

  std::optional<json::Value> List(const ValueRequirements& demands, const CombinedRequirements& facts);

  const MakerOptions& options_;
  ValueChecker& judge_;
  Budget& budget_;
  base::Arena& arena_;
};

}  // namespace structural::values
