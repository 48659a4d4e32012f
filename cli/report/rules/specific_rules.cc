// The texts of special cases of the server's rules.
#include "cli/report/rules/rules.h"

namespace structural::rules {

const crd::Rule kPreserveUnknownFieldsDefault = {
    .id = "preserve-unknown-fields-default",
    .what = "A CRD of v1beta1 must set spec.preserveUnknownFields to false.",
    .why =
        "The default in apiextensions.k8s.io/v1beta1 is true, so the server stores every field "
        "that a client sends. The value stays true when the CRD is converted to v1.",
    .fix =
        "Set spec.preserveUnknownFields: false. To keep unknown fields in a part of the object, "
        "set x-kubernetes-preserve-unknown-fields: true in that part of the schema.",
    .section = &crd::kBlogPruning};

const crd::Rule kPreserveUnknownFieldsConverted = {
    .id = "preserve-unknown-fields-converted",
    .what = "A CRD of v1 does not set spec.preserveUnknownFields: true.",
    .why =
        "apiextensions.k8s.io/v1 refuses true in new CRDs; it is the default of v1beta1, and a "
        "conversion to v1 keeps it. Applying a manifest without the field does not remove it.",
    .fix =
        "Set spec.preserveUnknownFields: false, at least until the CRD is applied to every "
        "cluster. Unknown fields are then pruned, except where the schema sets "
        "x-kubernetes-preserve-unknown-fields: true.",
    .section = &crd::kBlogPruning};

const crd::Rule kIntOrStringForm = {
    .id = "int-or-string-form",
    .what =
        "A schema with x-kubernetes-int-or-string has no types, or the anyOf with integer and "
        "string.",
    .why =
        "With x-kubernetes-int-or-string: true the API server accepts only anyOf: [{type: "
        "integer}, {type: string}], also as the first element of allOf. It refuses oneOf, which "
        "the blog shows, and the other order.",
    .fix = "Write anyOf: [{type: integer}, {type: string}], or remove the types.",
    .section = &crd::kBlogExtensions};

}  // namespace structural::rules
