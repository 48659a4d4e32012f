#include "cli/report/rules/diff_rules.h"

namespace structural::rules {

using crd::Rule;

const Rule kObjectsRefused = {
    .id = "objects-refused",
    .what = "The new CRD accepts every object that the old one accepts.",
    .why =
        "The API server refuses new objects, and updates that change such a value. The finding "
        "has an object that shows it.",
    .fix = "Keep the old condition, or add a version with the new one.",
    .section = &crd::kDocsValidation};

const Rule kObjectsPossiblyRefused = {
    .id = "objects-possibly-refused",
    .what = "It can be proved that the new CRD accepts every object that the old one accepts.",
    .why =
        "Nothing is proved of patterns and of rules in CEL that differ. The API server possibly "
        "refuses objects, but no such object was found.",
    .fix = "Check the change by hand, or with structural validate --cluster.",
    .section = &crd::kDocsValidationRules};

const Rule kDataLost = {
    .id = "data-lost",
    .what = "The new CRD has every field that the old one has.",
    .why = "The API server drops other fields from objects, from stored ones when they are read.",
    .fix = "Keep the field until no client uses it, or set x-kubernetes-preserve-unknown-fields: true.",
    .section = &crd::kBlogPruning};

const Rule kDefaultChanged = {
    .id = "default-changed",
    .what = "An object without a field gets the same default as before.",
    .why =
        "The API server sets defaults when it reads an object. Stored objects without the field "
        "change their value.",
    .fix = "Keep the default, or add a version with the new one.",
    .section = &crd::kDocsDefaulting};

const Rule kAppliesChanged = {
    .id = "applies-changed",
    .what = "Server-side applies have the same result as before.",
    .why =
        "x-kubernetes-list-type, x-kubernetes-list-map-keys and x-kubernetes-map-type decide what is merged. After a "
        "change, an apply can conflict, remove the items of other managers, or leave items that it no longer owns.",
    .fix =
        "Keep the types and keys of lists and maps. Otherwise, let all managers apply their objects again after the "
        "update.",
    .section = &crd::kDocsMerge};

const Rule kClientsBreak = {
    .id = "clients-break",
    .what = "Clients find the names, the scope, the versions and the subresources that they know.",
    .why = "Requests of old clients fail.",
    .fix = "Keep what clients use, or serve the old version, too.",
    .section = &crd::kDocsVersions};

const Rule kCrdRemoved = {.id = "crd-removed",
                          .what = "Every CRD is still there.",
                          .why = "If a CRD is deleted, the API server deletes all its objects.",
                          .fix = "Keep the CRD.",
                          .section = &crd::kDocsCreate};

std::span<const Rule* const> DiffRules() {
  static constexpr const Rule* kAll[] = {&kObjectsRefused, &kObjectsPossiblyRefused, &kDataLost,  &kDefaultChanged,
                                         &kAppliesChanged, &kClientsBreak,           &kCrdRemoved};
  return kAll;
}

}  // namespace structural::rules
