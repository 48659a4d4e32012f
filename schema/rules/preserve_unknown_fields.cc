#include "schema/rules/catalog.h"

namespace structural::rules {

const Rule kPreserveUnknownFields = {
    .id = "preserve-unknown-fields",
    .what = "spec.preserveUnknownFields is false.",
    .why =
        "With spec.preserveUnknownFields: true the API server stores every field that a client "
        "sends, known or not; apiextensions.k8s.io/v1 does not allow it any more.",
    .fix =
        "Set spec.preserveUnknownFields: false. Where unknown fields must be kept, set "
        "x-kubernetes-preserve-unknown-fields: true at that place of the schema.",
    .section = &kBlogPruning};

}  // namespace structural::rules
