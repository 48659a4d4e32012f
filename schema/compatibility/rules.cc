#include "schema/compatibility/rules.h"

namespace structural::compatibility {

using rules::Rule;

const Rule kServerStructural = {
    .id = "server-structural",
    .what = "Schemas are structural, unless they were stored otherwise and no feature needs it.",
    .why =
        "Kubernetes refuses every other create, and an update once it prunes, defaults, or uses an "
        "x-kubernetes extension.",
    .fix = "Make the schemas structural; structural lint names each place.",
    .section = &rules::kDocsStructuralSchema};

const Rule kServerPreserveUnknownFields = {
    .id = "server-preserve-unknown-fields",
    .what = "spec.preserveUnknownFields is not set to true, and is false where there are defaults.",
    .why = "What is stored must be what the schema knows, or defaults would stand beside anything.",
    .fix =
        "Set spec.preserveUnknownFields: false. Where unknown fields must be kept, set "
        "x-kubernetes-preserve-unknown-fields: true at that place of the schema.",
    .section = &rules::kBlogPruning};

const Rule kServerConversion = {
    .id = "server-conversion",
    .what = "spec.conversion.strategy is None or Webhook, and None while unknown fields are kept.",
    .why = "A webhook that converts cannot know what becomes of fields that no schema knows.",
    .fix = "Set spec.preserveUnknownFields: false first.",
    .section = &rules::kDocsStructuralSchema};

const Rule kKepCreate = {
    .id = "kep-create",
    .what = "A CRD that is created through apiextensions.k8s.io/v1 has structural schemas.",
    .why = "New APIs begin with schemas that publishing, pruning and defaults can rely on.",
    .fix = "Make the schemas structural; structural lint names each place.",
    .section = &rules::kKepCompatibilityPlan};

const Rule kKepUpdate = {
    .id = "kep-update",
    .what = "An update through apiextensions.k8s.io/v1 keeps structural schemas structural.",
    .why = "What was stored with a schema that is not structural may stay; nothing falls back.",
    .fix = "Make the schemas structural again; structural lint names each place.",
    .section = &rules::kKepCompatibilityPlan};

const Rule kKepConversion = {
    .id = "kep-conversion",
    .what = "Webhook conversion is not set while a schema is not structural.",
    .why = "It is for structural schemas only. One that is set already may stay.",
    .fix = "Make the schemas structural first, or leave spec.conversion.strategy at None.",
    .section = &rules::kKepCompatibilityPlan};

const Rule kKepPruning = {
    .id = "kep-pruning",
    .what =
        "Pruning, spec.preserveUnknownFields: false, is not on while a schema is not structural.",
    .why = "What is pruned is read from the schema, which is unknown where it is not structural.",
    .fix = "Make the schemas structural first.",
    .section = &rules::kKepCompatibilityPlan};

const Rule kKepDefaults = {.id = "kep-defaults",
                           .what = "No schema has defaults while one is not structural.",
                           .why =
                               "Which default applies would depend on which branch of allOf, "
                               "anyOf, oneOf or not a value takes.",
                           .fix = "Make the schemas structural first, or remove the defaults.",
                           .section = &rules::kKepCompatibilityPlan};

const Rule kKepUnions = {.id = "kep-unions",
                         .what = "No unions are declared while a schema is not structural.",
                         .why = "Which fields a union clears is read from the schema.",
                         .fix = "Make the schemas structural first, or remove the unions.",
                         .section = &rules::kKepCompatibilityPlan};

std::span<const Rule* const> AllRules() {
  static constexpr const Rule* kRules[] = {
      &kKepCreate,        &kKepUpdate,        &kKepConversion,
      &kKepPruning,       &kKepDefaults,      &kKepUnions,
      &kServerStructural, &kServerConversion, &kServerPreserveUnknownFields,
  };
  return kRules;
}

}  // namespace structural::compatibility
