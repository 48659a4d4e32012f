#include "cli/rules/fix_rules.h"

namespace structural::lint {

const rules::Rule kListMapKeys = {
    .id = "list-map-keys",
    .what = "Keys of a list are required or have a default, and may not be null; nor may items.",
    .why =
        "A server refuses a new CRD where x-kubernetes-list-map-keys names a field that an item "
        "may leave out, and where a key, or an item of a list of type map or set, is nullable. A "
        "CRD that is stored keeps it, so that the manifest works until it is applied to another "
        "cluster.",
    .fix =
        "Make the key required, which refuses items without it, or give it a default, which "
        "completes them. Take nullable away. fix tells each place and changes none: it is a "
        "choice.",
    .section = &rules::kDocsValidation};

const rules::Rule kUnsatisfiable = {
    .id = "unsatisfiable",
    .what = "not does not refuse every value.",
    .why =
        "not: {} refuses whatever there is: no object with that field can be created or changed. "
        "A not of which only what has no effect is said, as the type that the value has anyway, "
        "means the same, and fix leaves not: {} of it: no object was valid before, and none is.",
    .fix = "Say in not what is to be refused, or remove it."};

const rules::Rule kUpgrade = {
    .id = "upgrade",
    .what = "A CRD is of apiextensions.k8s.io/v1, with nothing that only v1beta1 has.",
    .why =
        "Servers of Kubernetes 1.22 and later do not have v1beta1. What all versions share stands "
        "in each of them in v1, some fields have other names, and a server takes structural "
        "schemas only.",
    .fix =
        "structural upgrade does it, and tells what is in its way: what would be lost, what is "
        "said twice, and schemas that are not structural, of which structural fix says more.",
    .section = &rules::kDocsValidation};

}  // namespace structural::lint
