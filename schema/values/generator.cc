#include "schema/values/generator.h"

#include <utility>

#include "schema/crd/model/structural.h"
#include "schema/expressions/expression.h"
#include "schema/json/members.h"
#include "schema/values/maker.h"
#include "schema/values/near.h"
#include "schema/values/value_checker.h"

namespace structural::values {
namespace {

// Number of levels that means all levels: a schema that a server accepts has fewer.
constexpr int kAllLevels = 1 << 20;
constexpr int kUsualLevels = 2;

int LevelsOf(Size size) {
  if (size == Size::kFull) return kAllLevels;
  return size == Size::kUsual ? kUsualLevels : 0;
}

MakerOptions MakerOptionsOf(const GeneratorOptions& options) {
  return {options.seed, options.readable, options.has_status, options.api_version, options.kind, options.name};
}

}  // namespace

struct Generator::State {
  State(const Schema& schema, const GeneratorOptions& of, base::Arena& memory)
      : options(of),
        maker_options(MakerOptionsOf(options)),
        arena(memory),
        work(of.limits.work),
        budget(of.limits, of.work == nullptr ? work : *of.work),
        checker(budget, compilation_budget),
        maker(maker_options, checker, budget, arena) {
    root.schema = schema.structural;
    if (schema.checks != nullptr) root.accepting_checks = {schema.checks};
    const bool is_embedded = root.schema != nullptr && root.schema->extensions->x_embedded_resource;
    if (is_embedded) root.role = Role::kEmbedded;
    if (options.is_resource) root.role = Role::kRoot;
  }

  void Begin() {
    work = base::WorkBudget(options.limits.work);
    budget = Budget(options.limits, budget.work());
  }

  std::optional<Value> MakeResult(const ValueRequirements& requirements) {
    const auto made = maker.Make(requirements);
    if (!made) return std::nullopt;
    return Value{made->value, made->fits};
  }

  // Returns the requirements for a value in which the place exists. The first call makes the smallest resource, and
  // keeps its metadata.name for all later values. If rules restrict the name, later values then need no repair of it.
  ValueRequirements OnWay(ValuePath place) {
    if (!knows_name) {
      Begin();
      const auto smallest = options.is_resource ? maker.Make(root) : std::nullopt;
      const json::Value* metadata = smallest ? smallest->value.Find("metadata") : nullptr;
      const std::string_view name = TextOf(Below(metadata, "name"));
      if (!name.empty()) maker_options.name = name;
      knows_name = true;
    }
    Begin();
    ValueRequirements requirements = root;
    requirements.is_on_path = true;
    requirements.given_path = place;
    return requirements;
  }

  // Returns the requirements at a place, without those of anyOf, oneOf and not; nullopt if the schema does not have the
  // place.
  std::optional<ValueRequirements> At(ValuePath place) {
    ValueRequirements at = Flatten(root);
    for (const Step& step : place) {
      if (step.kind == Step::Kind::kItem) {
        at = Flatten(ItemRequirements(at));
      } else {
        at = Flatten(FieldRequirements(at, step.name));
      }
      if (!budget.SpendWork(at.accepting_checks.size()) || (at.schema == nullptr && at.accepting_checks.empty()))
        return std::nullopt;
    }
    return at;
  }

  const GeneratorOptions options;
  MakerOptions maker_options;
  base::Arena& arena;
  base::WorkBudget work;  // work of one call
  Budget budget;
  expressions::CompilationBudget compilation_budget;
  ValueChecker checker;
  Maker maker;
  ValueRequirements root;
  bool knows_name = false;
};

const json::Value* ValueAt(const json::Value& root, ValuePath place) {
  const json::Value* at = &root;
  for (const Step& step : place) {
    if (step.kind != Step::Kind::kItem) {
      at = at->Find(step.name);
    } else {
      at = at->is_array() && !at->elements().empty() ? &at->elements()[0] : nullptr;
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

std::size_t CountValues(const json::Value& value) {
  std::size_t count = 1;
  if (value.is_string()) count += value.text().size() / 1024;
  if (value.is_array()) {
    for (const json::Value& item : value.elements()) count += CountValues(item);
  }
  if (value.is_object()) {
    for (const json::Member& member : value.members()) count += CountValues(member.value);
  }
  return count;
}

Generator::Generator(const Schema& schema, const GeneratorOptions& options, base::Arena& arena)
    : state_(std::make_unique<State>(schema, options, arena)) {}

Generator::~Generator() = default;

bool Generator::exhausted() const { return state_->budget.exhausted(); }

std::optional<Generator::Value> Generator::Make(Size size) {
  state_->Begin();
  ValueRequirements requirements = state_->root;
  requirements.optional_levels = LevelsOf(size);
  return state_->MakeResult(requirements);
}

std::optional<Generator::Value> Generator::MakeAt(ValuePath place, Size size) {
  if (place.empty()) return Make(size);
  ValueRequirements requirements = state_->OnWay(place);
  requirements.optional_levels_at_place = LevelsOf(size);
  return state_->MakeResult(requirements);
}

std::optional<Generator::Value> Generator::MakeWith(ValuePath place, const json::Value* given) {
  ValueRequirements requirements = state_->OnWay(place);
  requirements.given = given;
  return state_->MakeResult(requirements);
}

std::vector<json::Value> Generator::ValuesNearLimits(ValuePath place) {
  state_->Begin();
  const auto requirements = state_->At(place);
  if (!requirements) return {};
  return AllValuesNearLimits(*requirements, state_->maker, state_->budget, state_->arena);
}

bool Generator::Accepts(const json::Value& value) {
  state_->Begin();
  return state_->checker.Fits(state_->root, value);
}

std::vector<std::vector<Step>> Generator::Places(std::size_t max) const {
  std::vector<std::pair<std::vector<Step>, const crd::Structural*>> open;
  if (state_->root.schema != nullptr) open.push_back({{}, state_->root.schema});
  for (std::size_t i = 0; i < open.size() && open.size() < max; ++i) {
    const auto add = [&](const Step& step, const crd::Structural* schema) {
      if (schema == nullptr || open.size() >= max) return;
      std::vector<Step> place = open[i].first;
      place.push_back(step);
      open.emplace_back(std::move(place), schema);
    };
    const crd::Structural& schema = *open[i].second;
    for (const auto& [name, property] : schema.properties) add({Step::Kind::kProperty, name}, property);
    add({Step::Kind::kEntry, "key"}, crd::AdditionalPropertiesOf(schema));
    add({Step::Kind::kItem}, schema.items);
  }
  std::vector<std::vector<Step>> places;
  for (auto& [place, schema] : open) places.push_back(std::move(place));
  return places;
}

}  // namespace structural::values
