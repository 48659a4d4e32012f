// The position of a CEL rule in a schema: the type of `self`, and the maximum number of calls.
//
// Upstream: apiextensions validation/cel_validation.go CELSchemaContext (0.37).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/crd/model/json_schema_props.h"
#include "schema/expressions/declared_type.h"

namespace structural::expressions {

// The cost limits of one CEL rule, and of all rules of a schema together.
inline constexpr std::uint64_t kRuleCostLimit = 10'000'000;
inline constexpr std::uint64_t kSchemaCostLimit = 100'000'000;

// Returns the product, or the maximum of std::uint64_t if it overflows.
std::uint64_t MultiplyCost(std::uint64_t cost, std::uint64_t calls);

// A node of a schema that has a structural form. Created during a visit from the root; the parent, the schemas and the
// arena must outlive it. Not thread-safe.
class SchemaScope {
 public:
  // Creates the root for Kubernetes 1.`minor`.
  SchemaScope(const crd::JSONSchemaProps& props, const crd::Structural& schema, base::Arena& arena,
              int minor = kubernetes::kDefaultMinor);

  SchemaScope Property(std::string_view name) const;
  SchemaScope AdditionalProperties() const;
  SchemaScope Items() const;

  const SchemaScope* parent() const { return parent_; }  // null for the root
  bool is_property() const { return step_ == Step::kProperty; }
  std::string_view property() const { return name_; }  // empty if this is not a property
  const crd::JSONSchemaProps& props() const { return *props_; }

  // Returns the type of `self`; null if expressions cannot access the value.
  const DeclaredType* SelfType() const;

  // Returns the path in the usual notation: ".spec.ports[].name", ".labels{}"; "." for the root.
  std::string FieldPath() const;

  // Maximum number of values of this node in an object; nullopt if a list or map that contains the values has no
  // maxItems or maxProperties.
  const std::optional<std::uint64_t>& max_values() const { return max_values_; }

 private:
  enum class Step { kRoot, kProperty, kElement };

  SchemaScope(const SchemaScope& parent, Step step, std::string_view name, const crd::JSONSchemaProps& props,
              const crd::Structural& schema);

  bool HasRules() const { return !props_->rare->x_validations.empty(); }

  const SchemaScope* parent_ = nullptr;
  Step step_ = Step::kRoot;
  std::string_view name_ = {};
  const crd::JSONSchemaProps* props_;
  const crd::Structural* schema_;
  base::Arena& arena_;
  int minor_;
  bool has_rules_here_or_above_;  // whether this node or one above has rules
  std::optional<std::uint64_t> max_values_;
  mutable std::optional<const DeclaredType*> self_type_;
};

}  // namespace structural::expressions
