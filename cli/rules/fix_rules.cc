#include "cli/rules/fix_rules.h"

namespace structural::lint {

const rules::Rule kListMapKeys = {
    .id = "list-map-keys",
    .what =
        "The keys of a list map are required or have a default, and neither keys nor items are "
        "nullable.",
    .why =
        "The API server refuses a new CRD if a key in x-kubernetes-list-map-keys is optional "
        "without a default, or if a key or an item is nullable. It accepts a stored CRD, so the "
        "manifest fails only in another cluster.",
    .fix =
        "Make the key required, which refuses items without it, or give it a default, which "
        "completes them; remove nullable. structural fix reports each place and changes none, "
        "because you must choose.",
    .section = &rules::kDocsValidation};

const rules::Rule kUnsatisfiable = {
    .id = "unsatisfiable",
    .what = "not does not refuse every value.",
    .why =
        "not: {} refuses every value, so no object with that field can be created or changed. The "
        "same is true of a not whose only keywords always hold; structural fix reduces it to not: "
        "{}.",
    .fix = "Write the values to refuse into not, or remove it."};

const rules::Rule kUpgrade = {
    .id = "upgrade",
    .what = "A CRD uses apiextensions.k8s.io/v1 without fields that only v1beta1 has.",
    .why =
        "Kubernetes 1.22 and later do not serve v1beta1. In v1 each version has its own schema, "
        "some fields have other names, and schemas must be structural.",
    .fix =
        "Run structural upgrade. It reports what it cannot convert: data that would be lost, "
        "contradictions, and schemas that are not structural.",
    .section = &rules::kDocsValidation};

}  // namespace structural::lint
