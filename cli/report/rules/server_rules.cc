// The texts of the rules that an API server checks in a CRD in addition to the rules of structural schemas.
#include "cli/report/rules/server_rules.h"

#include "schema/validate/rule_ids.h"

namespace structural::rules {
namespace {

using crd::Rule;

// In the order of the fields in a CRD.
constexpr Rule kRules[] = {
    {.id = validate::kApiVersion,
     .what = "The API server serves the apiVersion of a CRD.",
     .why = "Kubernetes 1.22 and later do not serve apiextensions.k8s.io/v1beta1. kubectl finds no "
            "resource for the manifest, and creates nothing.",
     .fix = "Run structural upgrade, which converts the CRD to v1. For older servers, set "
            "--kubernetes-version to 1.21 or earlier.",
     .section = &crd::kDocsDeprecation},
    {.id = validate::kMetadata,
     .what = "The metadata of a CRD follow the rules for all objects.",
     .why = "The API server refuses an invalid name, label, annotation or owner reference.",
     .fix = "Correct the reported field. metadata.name is the plural, a dot and the group.",
     .section = &crd::kDocsCreate},
    {.id = validate::kApproval,
     .what = "A CRD in a group of Kubernetes has the annotation api-approved.kubernetes.io.",
     .why = "The groups k8s.io, kubernetes.io and their subdomains are protected. The API server "
            "refuses a CRD in them without a link to its approval, or a reason for its absence.",
     .fix = "Use a group of your own domain. Otherwise set the annotation to the URL of the approval, "
            "or to a text that begins with \"unapproved\".",
     .section = &crd::kGroupProtection},
    {.id = validate::kGroup,
     .what = "spec.group is a DNS name with at least one dot.",
     .why = "The group is a part of the resource's URL and of metadata.name.",
     .fix = "Write the group in lower case, such as example.com.",
     .section = &crd::kDocsCreate},
    {.id = validate::kScope,
     .what = "spec.scope is Cluster or Namespaced.",
     .why = "The API server has no default for the scope.",
     .fix = "Set spec.scope to Namespaced, or to Cluster if its objects are in no namespace.",
     .section = &crd::kDocsCreate},
    {.id = validate::kNames,
     .what = "The names in spec.names are DNS labels, and kind and listKind differ.",
     .why = "plural, singular and shortNames are parts of URLs and of kubectl commands. The kind in "
            "lower case has to be a DNS label, too.",
     .fix = "Set plural and kind, and correct the reported name.",
     .section = &crd::kDocsCreate},
    {.id = validate::kVersions,
     .what = "Every version has a unique name, and one of them is the storage version.",
     .why = "The API server stores objects in exactly one version. Without a storage version, it also "
            "reports that status.storedVersions is empty.",
     .fix = "Set storage: true in one version, and false in all others.",
     .section = &crd::kDocsVersions},
    {.id = validate::kDeprecation,
     .what = "Only a deprecated version has a deprecationWarning, of at most 256 characters.",
     .why = "The API server sends the text to clients as a warning header.",
     .fix = "Set deprecated: true, and write a shorter text in one line.",
     .section = &crd::kDocsVersions},
    {.id = validate::kConversion,
     .what = "spec.conversion names a strategy, and the strategy Webhook names a webhook.",
     .why = "Without a valid URL or service, certificate and list of review versions, the API server "
            "cannot convert objects between versions.",
     .fix = "Use strategy: None without a webhook. For strategy: Webhook, set webhook.clientConfig "
            "with a service or a URL, and webhook.conversionReviewVersions: [v1].",
     .section = &crd::kDocsVersions},
    {.id = validate::kColumns,
     .what = "A printer column has a name, a type and a simple JSON path.",
     .why = "kubectl get shows the columns, and the API server computes them for every object.",
     .fix = "Use the type integer, number, string, boolean or date, and a path of fields and indexes "
            "such as .status.phase.",
     .section = &crd::kDocsColumns},
    {.id = validate::kSubresources,
     .what = "The paths of the scale subresource are fields in .spec and .status.",
     .why = "kubectl scale and autoscalers read and write the number of replicas there. The API server "
            "does not accept indexes, expressions or paths elsewhere.",
     .fix = "Set specReplicasPath to a path in .spec, statusReplicasPath to a path in .status, and "
            "labelSelectorPath to a string in .spec or .status.",
     .section = &crd::kDocsScale},
    {.id = validate::kSelectableFields,
     .what = "A selectable field is the path of a string, boolean or integer field.",
     .why = "Clients select objects by the field. At most 8 fields are possible in a version, without "
            "repetition and outside of metadata.",
     .fix = "Correct jsonPath, such as .spec.color, or give the field in the schema a simple type.",
     .section = &crd::kDocsSelectableFields},
    {.id = validate::kSchemaRequired,
     .what = "Every version has a schema.",
     .why = "apiextensions.k8s.io/v1 requires a schema. Without one, all fields would be pruned.",
     .fix = "Set schema.openAPIV3Schema in the version, with type: object.",
     .section = &crd::kDocsStructuralSchema},
    {.id = validate::kSchemaRoot,
     .what = "With the subresource status, only some keywords are allowed at the root.",
     .why = "The API server validates the status without the rest of the object. A keyword at the root "
            "such as allOf would apply to both. nullable is never allowed there.",
     .fix = "Move the keyword into the schemas of spec and status.",
     .section = &crd::kDocsSubresources},
    {.id = validate::kKeywords,
     .what = "A schema has only supported keywords, each with a valid value.",
     .why = "A CRD accepts a subset of OpenAPI. For example, the server refuses uniqueItems: true, "
            "additionalProperties: false and a default inside metadata.",
     .fix = "Remove the keyword, or give it a value that the message lists.",
     .section = &crd::kDocsValidation},
    {.id = validate::kDefaults,
     .what = "A default is valid for its own schema, and has no fields that are pruned.",
     .why = "The API server adds the default to stored objects, which would then be invalid or change "
            "when they are read again.",
     .fix = "Correct the default, or the schema.",
     .section = &crd::kDocsDefaulting},
    {.id = validate::kListType,
     .what = "x-kubernetes-list-type fits the items, and a map has keys that every item has.",
     .why = "Server-side apply merges lists by these keys. The API server requires that each key is a "
            "scalar property of the items, and that it is required or has a default.",
     .fix = "Add the key to required, or give it a default. Use x-kubernetes-list-type: atomic if no "
            "property identifies an item.",
     .section = &crd::kDocsMerge},
    {.id = validate::kMapType,
     .what = "x-kubernetes-map-type is granular or atomic, in a schema with type: object.",
     .why = "Server-side apply uses it to merge the fields of objects.",
     .fix = "Remove x-kubernetes-map-type, or correct its value or the type.",
     .section = &crd::kDocsMerge},
    {.id = validate::kValidationRules,
     .what = "A rule in x-kubernetes-validations has an expression and a valid message.",
     .why = "The API server refuses an empty rule, an unknown reason, or a message with a line break "
            "and no message for clients.",
     .fix = "Correct the reported field of the rule.",
     .section = &crd::kDocsValidationRules},
    {.id = validate::kCelCompile,
     .what = "A rule in CEL compiles, with the types of the schema.",
     .why = "The API server compiles rule to a bool and messageExpression to a string. It refuses a "
            "syntax error, an unknown field or function, and operands of different types.",
     .fix = "Correct the expression at the reported place. has(self.x) tests optional fields; fields "
            "that the schema does not specify cannot be used.",
     .section = &crd::kDocsValidationRules},
    {.id = validate::kCelCost,
     .what = "The estimated cost of a rule in CEL is within its budget, and so is the sum of all.",
     .why = "The API server estimates the worst case from the bounds in the schema: 10 million for a "
            "rule, 100 million for a schema. A list, map or string without a bound may fill a request.",
     .fix = "Set maxItems, maxProperties and maxLength on the values that the rule reads and on the "
            "lists and maps around it, or simplify the rule.",
     .section = &crd::kDocsRuleCost},
    {.id = validate::kCelOldSelf,
     .what = "A rule uses oldSelf where the API server can find the old value.",
     .why = "Items of a list have an old value only with x-kubernetes-list-type: map. optionalOldSelf "
            "has no meaning in a rule without oldSelf.",
     .fix = "Set x-kubernetes-list-type: map with its keys, or move the rule above the list. Remove "
            "optionalOldSelf from a rule without oldSelf.",
     .section = &crd::kDocsTransitionRules},
};

constexpr Rule kUpdateRules[] = {
    {.id = validate::kImmutable,
     .what = "An update keeps the names, the group and the scope of a CRD.",
     .why = "The stored objects and their URLs depend on them. The API server refuses another group "
            "or plural, and another kind or scope once the CRD is established.",
     .fix = "Keep the stored value. Otherwise create a CRD with another name, copy the objects, and "
            "delete the old CRD with its objects.",
     .section = &crd::kDocsCreate},
    {.id = validate::kStoredVersions,
     .what = "An update keeps each version in which objects may be stored.",
     .why = "status.storedVersions names the versions in which objects were ever stored. The API "
            "server cannot read these objects without their version.",
     .fix = "Keep the version with served: false. Remove it after all objects are stored in another "
            "version, and status.storedVersions does not name it.",
     .section = &crd::kDocsVersions},
};

constexpr Rule kWarningRules[] = {
    {.id = validate::kUnknownFormat,
     .what = "The API server knows the format for the type of the schema.",
     .why = "The API server does not check a format that it does not know for the type of the schema. "
            "Every value passes.",
     .fix = "Use a known format: int32 and int64 for integer, float and double for number, and for "
            "string date-time, date, duration, byte, uri, email, hostname, ipv4, ipv6, cidr, mac, "
            "uuid, k8s-short-name, k8s-long-name and a few more. Or use a pattern.",
     .section = &crd::kDocsValidation},
    {.id = validate::kNonScalarSet,
     .what = "The items of a list of the type set are scalars.",
     .why = "Server-side apply and CEL rules compare the items of a set as scalars. They do not "
            "support sets of objects or lists.",
     .fix = "Use x-kubernetes-list-type: map with keys for a list of objects, and atomic for a list of "
            "lists.",
     .section = &crd::kDocsMerge},
};

}  // namespace

const Rule kRequestSize = {
    .id = "request-size",
    .what = "A CRD has at most 3 MiB of JSON.",
    .why = "The API server refuses a larger request before it reads it.",
    .fix = "Remove descriptions, or old versions. controller-gen's crd:maxDescLen=0 omits them."};

const Rule kObjectSize = {.id = "object-size",
                          .what = "A CRD has at most 1.5 MiB of JSON.",
                          .why =
                              "etcd refuses larger objects, unless its --max-request-bytes is raised. The API server "
                              "answers \"etcdserver: request is too large\".",
                          .fix = "Remove descriptions, or old versions. controller-gen's crd:maxDescLen=0 omits them."};

const Rule kApplySize = {
    .id = "apply-size",
    .what = "kubectl apply can store a copy of the CRD in its annotations.",
    .why =
        "Client-side apply copies the CRD into an annotation. All annotations together have at most "
        "262144 bytes, so the API server refuses the object with \"Too long\".",
    .fix = "Use kubectl apply --server-side, or kubectl create and kubectl replace."};

std::span<const crd::Rule> ServerRules() { return kRules; }
std::span<const crd::Rule> UpdateRules() { return kUpdateRules; }
std::span<const crd::Rule> WarningRules() { return kWarningRules; }

}  // namespace structural::rules
