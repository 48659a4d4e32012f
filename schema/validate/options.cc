#include "schema/validate/options.h"

#include <algorithm>
#include <optional>

#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/go/base64.h"
#include "schema/json/value.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/write.h"
#include "schema/objects/default_values.h"
#include "schema/validate/checks.h"
#include "schema/validate/conversion.h"
#include "schema/validate/features.h"
#include "schema/validate/schema_node.h"
#include "schema/validate/unread.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using crd::JSONSchemaProps;
using crd::Structural;

// Returns the structural form of a schema; nullptr if the schema is not structural.
const Structural* StructuralOf(const JSONSchemaProps& schema, base::Arena& arena, Release release = {}) {
  const auto& formed = StructuralPartOf(release, schema, arena);
  const auto structural = crd::NewStructural(formed, arena, crd::EmptyLists::kKeep);
  const auto* form = std::get_if<const Structural*>(&structural);
  if (form == nullptr) return nullptr;
  const FieldPath nowhere("");
  return crd::ValidateStructural(nowhere, **form).empty() ? *form : nullptr;
}

bool SameDefault(crd::JsonText a, crd::JsonText b, base::Arena& arena) {
  if (a.empty() || b.empty()) return a.empty() == b.empty();
  const auto x = json::Parser(arena).Parse(a), y = json::Parser(arena).Parse(b);
  return x.ok() && y.ok() && json::Equal(*x, *y);
}

// Whether the defaults of `a` are pruned already. Precondition: `b` is the result of PruneDefaults for `a`.
bool SameDefaults(const Structural& a, const Structural& b, base::Arena& arena) {
  if (!SameDefault(a.generic.default_value, b.generic.default_value, arena)) return false;
  if (a.items != nullptr && !SameDefaults(*a.items, *b.items, arena)) return false;
  const auto *of_a = a.additional_properties, *of_b = b.additional_properties;
  if (of_a != nullptr && of_a->structural != nullptr && !SameDefaults(*of_a->structural, *of_b->structural, arena))
    return false;
  return std::ranges::equal(a.properties, b.properties,
                            [&](const auto& x, const auto& y) { return SameDefaults(*x.value, *y.value, arena); });
}

// Upstream: schemaHasUnprunedDefaults.
bool HasUnprunedDefaults(const JSONSchemaProps& schema, base::Arena& arena) {
  if (!HasDefaults(schema)) return false;
  const Structural* form = StructuralOf(schema, arena);
  if (form == nullptr) return false;
  const auto pruned = objects::PruneDefaults(*form, arena);
  return pruned.ok() && !SameDefaults(*form, **pruned, arena);
}

bool Anywhere(const JSONSchemaProps& schema, bool (*holds)(const JSONSchemaProps&)) {
  return VisitUntil(schema, FieldPath(""), VisitedSchemas::kEverywhere,
                    [&](const JSONSchemaProps& at, const FieldPath&) { return holds(at); });
}

// Upstream: allVersionsSpecifyOpenAPISchema.
bool AllVersionsHaveSchema(const crd::InternalCrd& crd) {
  const Value& spec = *crd.crd.Find("spec");
  if (SchemaIn(crd, spec.Find("validation")) != nullptr) return true;
  return std::ranges::all_of(VersionsOf(spec),
                             [&](const Value& version) { return SchemaIn(crd, version.Find("schema")) != nullptr; });
}

// Upstream: apis/apiextensions/helpers.go IsCRDConditionTrue.
bool IsEstablished(const crd::InternalCrd& crd) {
  const auto conditions = ElementsOf(Below(crd.crd.Find("status"), "conditions"));
  const auto established = std::ranges::find(conditions, std::string_view("Established"),
                                             [](const Value& condition) { return TextOf(condition.Find("type")); });
  return established != conditions.end() && TextOf(established->Find("status")) == "True";
}

// Upstream: allowInvalidCABundle.
bool AllowsInvalidCABundle(const crd::InternalCrd& crd) {
  if (!IsEstablished(crd)) return true;
  const Value* conversion = crd.crd.Find("spec")->Find("conversion");
  const auto bundle = TextOf(Below(Below(conversion, "webhookClientConfig"), "caBundle"));
  return !bundle.empty() && CABundleError(go::DecodeBase64(bundle).value_or("")).has_value();
}

constexpr std::size_t kMaxSelectable = 8;

bool KeepsTooMany(const Value& after, const Value& before) {
  const Value *now = after.Find("selectableFields"), *then = before.Find("selectableFields");
  return ElementsOf(then).size() > kMaxSelectable && now != nullptr &&
         SemanticEqual(kubernetes::kSelectableFields, *now, *then);
}

// Upstream: findTooManySelectableFieldsAllowed.
std::map<std::string_view, bool> TooManySelectableFieldsAllowed(const Value& after, const Value& before) {
  std::map<std::string_view, bool> allowed;
  std::map<std::string_view, const Value*> old;
  if (KeepsTooMany(after, before)) allowed[""] = true;
  for (const Value& version : VersionsOf(before)) old[TextOf(version.Find("name"))] = &version;
  for (const Value& version : VersionsOf(after)) {
    const std::string_view name = TextOf(version.Find("name"));
    const auto found = old.find(name);
    if (found != old.end() && KeepsTooMany(version, *found->second)) allowed[name] = true;
  }
  return allowed;
}

// Upstream: findPreexistingExpressions.
void AddStoredExpressions(const crd::InternalCrd& before, Options& options) {
  AnySchema(before, [&](const JSONSchemaProps& schema) {
    return VisitUntil(schema, FieldPath(""), VisitedSchemas::kEverywhere,
                      [&](const JSONSchemaProps& at, const FieldPath&) {
                        for (const crd::ValidationRule* rule : at.rare->x_validations) {
                          options.stored_rules.insert(rule->rule);
                          if (!rule->message_expression.empty())
                            options.stored_messages.insert(rule->message_expression);
                        }
                        return false;
                      });
  });
}

// Returns the schema of a version; null if the version has no schema. Returns nullopt if upstream returns an error: the
// CRD has no such version, or has schemas both in spec and in versions.
//
// Upstream: apis/apiextensions/helpers.go GetSchemaForVersion.
std::optional<const JSONSchemaProps*> SchemaOfVersion(const crd::InternalCrd& crd, std::string_view name) {
  const Value& spec = *crd.crd.Find("spec");
  const auto versions = VersionsOf(spec);
  const Value* at_top = spec.Find("validation");
  const auto has_schema = [](const Value& version) { return version.Find("schema") != nullptr; };
  if (std::ranges::none_of(versions, has_schema)) return SchemaIn(crd, at_top);
  if (at_top != nullptr) return std::nullopt;
  const auto found =
      std::ranges::find(versions, name, [](const Value& version) { return TextOf(version.Find("name")); });
  if (found == versions.end()) return std::nullopt;
  return SchemaIn(crd, found->Find("schema"));
}

// Upstream: findVersionsWithUnchangedSchemas.
std::set<std::string_view> UnchangedVersions(const crd::InternalCrd& after, const crd::InternalCrd& before) {
  std::set<std::string_view> unchanged;
  for (const Value& version : VersionsOf(*after.crd.Find("spec"))) {
    const std::string_view name = TextOf(version.Find("name"));
    const auto now = SchemaOfVersion(after, name), then = SchemaOfVersion(before, name);
    if (now && then && crd::SemanticEqual(*now, *then)) unchanged.insert(name);
  }
  return unchanged;
}

// Returns the options as a release applies them: without the requirements that the release does not have and, if the
// client uses v1beta1, without those that are only for v1.
//
// Upstream: requireOpenAPISchema, allowDefaults and the like (v0.21.14).
Options OptionsOfRelease(Options options, const crd::InternalCrd& crd, Release release, bool had_defaults) {
  options.release = release;
  options.require_map_list_keys_map_set_validation &= release.Has(Feature::kListMapKeysCheck);
  options.allow_invalid_ca_bundle |= !release.Has(Feature::kCaBundleCheck);
  if (!release.Has(Feature::kSelectableFieldsRatchet)) options.allow_too_many_selectable_fields.clear();
  if (!release.Has(Feature::kCostLimitRatchet)) options.unchanged_versions.clear();
  if (!release.Has(Feature::kFunctionsInStoredRules)) {
    options.stored_rules.clear();
    options.stored_messages.clear();
  }
  if (!release.Has(Feature::kFunctionsInStoredMessages)) options.stored_messages.clear();
  options.client_uses_v1beta1 = crd.api_version == crd::ApiVersion::kV1beta1 && release.Has(Feature::kServingV1beta1);
  if (!options.client_uses_v1beta1) return options;
  options.allow_defaults = had_defaults;
  options.require_open_api_schema = false;
  options.require_valid_property_type = false;
  options.require_structural_schema = false;
  return options;
}

}  // namespace

Options OptionsForCreate(const crd::InternalCrd& crd, Release release) {
  return OptionsOfRelease({}, crd, release, false);
}

Options OptionsForUpdate(const crd::InternalCrd& after, const crd::InternalCrd& before, Release release,
                         base::Arena& arena) {
  const Value& spec = *before.crd.Find("spec");
  const auto review_versions = ElementsOf(Below(spec.Find("conversion"), "conversionReviewVersions"));
  const auto none = [&](auto holds) { return !AnySchema(before, holds); };
  const auto nowhere = [&](bool (*holds)(const JSONSchemaProps&)) {
    return none([&](const JSONSchemaProps& schema) { return Anywhere(schema, holds); });
  };
  Options options{
      .require_recognized_conversion_review_version = HasValidConversionReviewVersionOrEmpty(review_versions, release),
      .require_immutable_names = IsEstablished(before),
      .require_open_api_schema = AllVersionsHaveSchema(before),
      .require_valid_property_type = none(HasInvalidTypes),
      .require_structural_schema =
          none([&](const JSONSchemaProps& schema) { return StructuralOf(schema, arena, release) == nullptr; }),
      .require_pruned_defaults = none([&](const JSONSchemaProps& s) { return HasUnprunedDefaults(s, arena); }),
      .require_atomic_set_type = nowhere(HasNonAtomicSetItems),
      .require_map_list_keys_map_set_validation = nowhere(HasInvalidMapListKeysMapSet),
      .allow_invalid_ca_bundle = AllowsInvalidCABundle(before),
      .allow_too_many_selectable_fields = TooManySelectableFieldsAllowed(*after.crd.Find("spec"), spec),
      .unchanged_versions = UnchangedVersions(after, before),
  };
  AddStoredExpressions(before, options);
  return OptionsOfRelease(options, after, release, AnySchema(before, HasDefaults));
}

}  // namespace structural::validate
