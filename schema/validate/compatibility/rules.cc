#include "schema/validate/compatibility/rules.h"

namespace structural::compatibility {

using crd::Rule;

const Rule kServerStructural = {
    .id = "server-structural",
    .what =
        "Schemas are structural, unless the stored ones are not and the CRD uses no feature that "
        "needs it.",
    .why =
        "Kubernetes refuses other creates. It also refuses an update that prunes, defaults or uses "
        "an x-kubernetes extension.",
    .fix = "Make the schemas structural. Run structural lint for each violation.",
    .section = &crd::kDocsStructuralSchema};

const Rule kServerPreserveUnknownFields = {
    .id = "server-preserve-unknown-fields",
    .what = "spec.preserveUnknownFields is not changed to true, and is false if a schema has defaults.",
    .why =
        "Defaults apply only to objects whose fields the schema specifies. Without pruning, "
        "objects can have any other fields.",
    .fix =
        "Set spec.preserveUnknownFields: false. To keep unknown fields in a part of the object, "
        "set x-kubernetes-preserve-unknown-fields: true in that part of the schema.",
    .section = &crd::kBlogPruning};

const Rule kServerConversion = {
    .id = "server-conversion",
    .what = "spec.conversion.strategy is None or Webhook, and None while unknown fields are kept.",
    .why = "A conversion webhook cannot convert fields that no schema specifies.",
    .fix = "Set spec.preserveUnknownFields: false first.",
    .section = &crd::kDocsStructuralSchema};

const Rule kKepCreate = {.id = "kep-create",
                         .what = "A create through apiextensions.k8s.io/v1 has structural schemas.",
                         .why = "Publishing, pruning and defaulting need structural schemas from the start.",
                         .fix = "Make the schemas structural. Run structural lint for each violation.",
                         .section = &crd::kKepCompatibilityPlan};

const Rule kKepUpdate = {.id = "kep-update",
                         .what = "An update through apiextensions.k8s.io/v1 keeps structural schemas structural.",
                         .why =
                             "A CRD that was stored with non-structural schemas can keep them. Structural schemas must "
                             "stay structural.",
                         .fix = "Make the schemas structural again. Run structural lint for each violation.",
                         .section = &crd::kKepCompatibilityPlan};

const Rule kKepConversion = {
    .id = "kep-conversion",
    .what = "Webhook conversion needs structural schemas.",
    .why =
        "The webhook cannot know the fields of a schema that is not structural. A stored CRD that "
        "already uses a webhook can keep it.",
    .fix = "Make the schemas structural first, or keep spec.conversion.strategy: None.",
    .section = &crd::kKepCompatibilityPlan};

const Rule kKepPruning = {.id = "kep-pruning",
                          .what = "Pruning, spec.preserveUnknownFields: false, needs structural schemas.",
                          .why = "Only a structural schema determines which fields are unknown and can be pruned.",
                          .fix = "Make the schemas structural first.",
                          .section = &crd::kKepCompatibilityPlan};

const Rule kKepDefaults = {.id = "kep-defaults",
                           .what = "Defaults need structural schemas.",
                           .why =
                               "A schema that is not structural may have defaults inside allOf, "
                               "anyOf and oneOf. The default then depends on the branch that applies.",
                           .fix = "Make the schemas structural first, or remove the defaults.",
                           .section = &crd::kKepCompatibilityPlan};

const Rule kKepUnions = {.id = "kep-unions",
                         .what = "Unions need structural schemas.",
                         .why = "Only a structural schema determines which fields a union clears.",
                         .fix = "Make the schemas structural first, or remove the unions.",
                         .section = &crd::kKepCompatibilityPlan};

std::span<const Rule* const> AllRules() {
  static constexpr const Rule* kRules[] = {
      &kKepCreate,        &kKepUpdate,        &kKepConversion,
      &kKepPruning,       &kKepDefaults,      &kKepUnions,
      &kServerStructural, &kServerConversion, &kServerPreserveUnknownFields,
  };
  return kRules;
}

}  // namespace structural::compatibility
