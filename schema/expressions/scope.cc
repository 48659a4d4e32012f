#include "schema/expressions/scope.h"

#include <algorithm>
#include <limits>

#include "schema/expressions/object/escape.h"

namespace structural::expressions {
namespace {

using crd::JSONSchemaProps;
using crd::Structural;

std::optional<std::uint64_t> Bound(const std::optional<std::int64_t>& max) {
  if (!max) return std::nullopt;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(*max, 0));
}

// Returns the maximum number of child values of one value of the schema.
std::optional<std::uint64_t> MaxChildren(const JSONSchemaProps& schema) {
  if (schema.type == "array") return Bound(schema.rare->max_items);
  if (schema.type == "object" && schema.additional_properties != nullptr) return Bound(schema.rare->max_properties);
  return 1;
}

std::optional<std::uint64_t> Product(const std::optional<std::uint64_t>& values,
                                     const std::optional<std::uint64_t>& below) {
  if (!values || !below) return std::nullopt;
  return MultiplyCost(*values, *below);
}

const DeclaredType* FindProperty(const DeclaredType& object, std::string_view name) {
  if (const auto escaped = cel::object::Escape(name)) return object.FindField(*escaped);
  const auto field = std::ranges::lower_bound(object.unescapable_fields, name, {}, &DeclaredField::name);
  return field != object.unescapable_fields.end() && field->name == name ? field->type : nullptr;
}

}  // namespace

std::uint64_t MultiplyCost(std::uint64_t cost, std::uint64_t calls) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  if (cost == 0) return 0;
  return kMax / cost < calls ? kMax : cost * calls;
}

SchemaScope::SchemaScope(const JSONSchemaProps& props, const Structural& schema, base::Arena& arena, int minor)
    : props_(&props),
      schema_(&schema),
      arena_(arena),
      minor_(minor),
      has_rules_here_or_above_(HasRules()),
      max_values_(1) {}

SchemaScope::SchemaScope(const SchemaScope& parent, Step step, std::string_view name, const JSONSchemaProps& props,
                         const Structural& schema)
    : parent_(&parent),
      step_(step),
      name_(name),
      props_(&props),
      schema_(&schema),
      arena_(parent.arena_),
      minor_(parent.minor_),
      has_rules_here_or_above_(parent.has_rules_here_or_above_ || HasRules()),
      max_values_(Product(parent.max_values_, MaxChildren(*parent.props_))) {}

SchemaScope SchemaScope::Property(std::string_view name) const {
  return {*this, Step::kProperty, name, *props_->properties.Find(name), *schema_->properties.Find(name)};
}

SchemaScope SchemaScope::AdditionalProperties() const {
  return {
      *this, Step::kElement, {}, *props_->additional_properties->schema, *schema_->additional_properties->structural};
}

SchemaScope SchemaScope::Items() const { return {*this, Step::kElement, {}, *props_->items->schema, *schema_->items}; }

std::string SchemaScope::FieldPath() const {
  std::string text;
  if (parent_ == nullptr) return ".";
  if (parent_->parent_ != nullptr) text = parent_->FieldPath();
  if (step_ == Step::kElement) return text += parent_->props_->type == "array" ? "[]" : "{}";
  const bool plain = name_.find_first_of(".[{'") == name_.npos;
  return text.append(plain ? "." : "['").append(name_).append(plain ? "" : "']");
}

// The type that the parent declares for this node takes precedence over the node's own schema, because the declared
// type of metadata differs from its schema.
const DeclaredType* SchemaScope::SelfType() const {
  if (!has_rules_here_or_above_) return nullptr;
  if (self_type_) return *self_type_;
  const DeclaredType* above = parent_ == nullptr ? nullptr : parent_->SelfType();
  if (above != nullptr && step_ == Step::kElement) {
    self_type_ = above->element;
  } else if (above != nullptr) {
    const DeclaredType* found = FindProperty(*above, name_);
    if (found != nullptr) self_type_ = found;
  }
  if (!self_type_) self_type_ = Declare(*schema_, parent_ == nullptr || props_->x_embedded_resource, arena_, minor_);
  return *self_type_;
}

}  // namespace structural::expressions
