// The table of operations by name.
#include "cli/batch/batch.h"

namespace structural::cli {
namespace {

constexpr BatchOperation kOperations[] = {
    {"cel",
     "{\"expr\": E, \"schema\": S, \"self\": V} -> the type and cost of E as a rule of S, and its "
     "result for V",
     BatchCel},
    {"admit",
     "{\"crd\": C, \"object\": O, \"old\": O, \"subresource\": \"status\"} -> the server's answer to "
     "the create or update of O",
     BatchAdmit},
    {"applies",
     "{\"crd\": C, \"name\": N, \"live\": O, \"requests\": [R, ...]} -> the server's answers to applies and other "
     "requests of several managers to one object",
     BatchApplies},
    {"compatibility",
     "a CRD, or {\"old\": CRD, \"new\": CRD} -> whether the server accepts its schemas, with "
     "reasons",
     BatchCompatibility},
    {"condition", "a CRD, v1 or v1beta1 -> its NonStructuralSchema condition", BatchCondition},
    {"conditioninternal", "a CRD -> its violations with the paths of Kubernetes 1.15 to 1.17", BatchConditionInternal},
    {"convert", "a CRD -> the defaulted object in v1 and in v1beta1", BatchConvert},
    {"crdcel", "a CRD -> its rules in CEL, with errors and estimated costs", BatchCrdCel},
    {"crdcel --stored", "the same as when the rules were stored before", BatchCrdCelStored},
    {"default", "{\"schema\": S, \"object\": O} -> O with the defaults of S", BatchDefault},
    {"defaultserver", "the same, after pruning and dropping nulls, as the server does", BatchDefaultServer},
    {"diff",
     "{\"old\": CRD, \"new\": CRD} -> what the update means for objects and clients, with objects that "
     "show it",
     BatchDiff},
    {"documents", "{\"yaml\": TEXT} -> the documents of a JSON or YAML file, as kubectl reads them", BatchDocuments},
    {"example", "{\"crd\": C, \"version\": V, \"size\": \"smallest\"} -> an object of C that a server creates",
     BatchExample},
    {"jsonschema",
     "{\"crd\": C, \"version\": V, \"draft\": \"2020-12\", \"open\": true} -> the JSON Schema of a version",
     BatchJsonSchema},
    {"kubeopenapi", "a CRD -> the definitions that the server publishes of its versions", BatchKubeOpenApi},
    {"kubeopenapi --whole", "the same, with the paths and the definitions of Kubernetes' own types",
     BatchKubeOpenApiWhole},
    {"fix", "{\"crd\": C, \"allow\": \"wider\"} -> the changes that make C structural", BatchFix},
    {"listtype", "{\"schema\": S, \"object\": O} -> duplicates in O's lists that are sets or maps in S", BatchListType},
    {"nextwrite", "{\"crd\": C, \"object\": O} -> what C does to the stored O with its next write", BatchNextWrite},
    {"objectmeta", "{\"schema\": S, \"object\": O} -> O with its metadata read as ObjectMeta, and the errors",
     BatchObjectMeta},
    {"probes",
     "{\"crd\": C, \"version\": V, \"count\": N, \"seed\": S, \"onlyAccepted\": true, "
     "\"withStatus\": true} -> objects near the limits of C's schema",
     BatchProbes},
    {"prune",
     "{\"schema\": S, \"object\": O, \"isResourceRoot\": true} -> O without the fields that S does "
     "not specify",
     BatchPrune},
    {"prunedefaults", "{\"schema\": S} -> S with its defaults pruned", BatchPruneDefaults},
    {"prunenulls", "{\"schema\": S, \"object\": O} -> O without nulls that S does not allow", BatchPruneNulls},
    {"roundtrip", "{\"schema\": S} -> S through its structural form and back", BatchRoundtrip},
    {"skeleton", "{\"schema\": S} -> S without value validations", BatchSkeleton},
    {"stripnullable", "{\"schema\": S} -> S without nullable", BatchStripNullable},
    {"structural", "{\"schema\": S, \"path\": [\"spec\"]} -> the violations of S", BatchStructural},
    {"structuralv2", "{\"schema\": S} -> S as far as OpenAPI v2 can express it", BatchStructuralV2},
    {"unfold", "{\"schema\": S} -> S with x-kubernetes-int-or-string written out", BatchUnfold},
    {"union",
     "{\"schema\": S, \"old\": O, \"new\": N, \"mode\": \"normalize\"} -> N with the unions of S "
     "normalised",
     BatchUnion},
    {"unfoldskeleton", "{\"schema\": S} -> the skeleton of the result of unfold", BatchUnfoldSkeleton},
    {"upgrade",
     "{\"crd\": C, \"allow\": \"wider\"} -> the changes from C in v1beta1 to a structural CRD in "
     "v1",
     BatchUpgrade},
    {"validate",
     "a CRD, or {\"old\": CRD, \"new\": CRD, \"kubernetesVersion\": \"1.30\"} -> the server's "
     "errors about it",
     BatchValidate},
    {"validatecr", "{\"schema\": S, \"object\": O} -> the server's errors about O", BatchValidateCr},
    {"validatedefaults", "{\"schema\": S} -> the errors in the defaults of S", BatchValidateDefaults},
    {"yaml", "{\"yaml\": TEXT} -> its first document as JSON, as kubectl reads it", BatchYaml},
};

constexpr BatchOperation kKepOperations[] = {
    {"compatibility", "a CRD, or {\"old\": CRD, \"new\": CRD} -> whether the KEP's compatibility plan allows it",
     BatchKepCompatibility},
    {"prune",
     "{\"schema\": S, \"object\": O, \"nesting\": false} -> O without the fields that no branch of "
     "S specifies",
     BatchKepPrune},
    {"skeleton", "{\"schema\": S} -> its skeleton, and the reasons that forbid pruning", BatchKepSkeleton},
    {"structuralv2", "{\"schema\": S} -> S as the KEP publishes it in OpenAPI v2", BatchKepStructuralV2},
    {"unfold", "{\"schema\": S} -> S with its extensions written out", BatchKepUnfold},
    {"unfoldskeleton", "{\"schema\": S} -> the same without value validations", BatchKepUnfoldSkeleton},
    {"union",
     "{\"schema\": S, \"old\": O, \"new\": N} -> N with the unions of S normalised as in the KEP "
     "on union types",
     BatchKepUnion},
};

}  // namespace

std::span<const BatchOperation> BatchOperations(Profile profile) {
  if (profile == Profile::kKep) return kKepOperations;
  return kOperations;
}

}  // namespace structural::cli
