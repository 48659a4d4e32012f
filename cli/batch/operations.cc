// The operations by name.
#include "cli/batch/batch.h"

namespace structural::cli {
namespace {

constexpr BatchOperation kOperations[] = {
    {"compatibility",
     "a CRD, or {\"old\": CRD, \"new\": CRD} -> whether the server takes its schemas, and why not",
     BatchCompatibility},
    {"condition", "a CRD, v1 or v1beta1 -> its NonStructuralSchema condition", BatchCondition},
    {"conditioninternal", "a CRD -> its violations with the paths of Kubernetes 1.15 to 1.17",
     BatchConditionInternal},
    {"convert", "a CRD -> the defaulted object in v1 and in v1beta1", BatchConvert},
    {"default", "{\"schema\": S, \"object\": O} -> O with the defaults of S", BatchDefault},
    {"defaultserver", "the same, after pruning and dropping nulls: what the server does",
     BatchDefaultServer},
    {"documents", "{\"yaml\": TEXT} -> the documents of a JSON or YAML file, as kubectl reads them",
     BatchDocuments},
    {"kubeopenapi", "a CRD -> the definitions that the server publishes of its versions",
     BatchKubeOpenApi},
    {"kubeopenapi --whole", "the same with the paths, and the definitions of Kubernetes' own types",
     BatchKubeOpenApiWhole},
    {"fix", "{\"crd\": C, \"allow\": \"wider\"} -> what to change so that C is structural",
     BatchFix},
    {"listtype",
     "{\"schema\": S, \"object\": O} -> repetitions in O's lists that S calls sets and maps",
     BatchListType},
    {"objectmeta",
     "{\"schema\": S, \"object\": O} -> O with metadata as its Go type has it, and what is wrong",
     BatchObjectMeta},
    {"prune",
     "{\"schema\": S, \"object\": O, \"isResourceRoot\": true} -> O without what S does not "
     "specify",
     BatchPrune},
    {"prunedefaults", "{\"schema\": S} -> S with its defaults pruned", BatchPruneDefaults},
    {"prunenulls", "{\"schema\": S, \"object\": O} -> O without nulls that S does not allow",
     BatchPruneNulls},
    {"roundtrip", "{\"schema\": S} -> S through its structural form and back", BatchRoundtrip},
    {"skeleton", "{\"schema\": S} -> S without value validations", BatchSkeleton},
    {"stripnullable", "{\"schema\": S} -> S without nullable", BatchStripNullable},
    {"structural", "{\"schema\": S, \"path\": [\"spec\"]} -> the violations of S", BatchStructural},
    {"structuralv2", "{\"schema\": S} -> S as OpenAPI v2 can say it", BatchStructuralV2},
    {"unfold", "{\"schema\": S} -> S with what x-kubernetes-int-or-string stands for", BatchUnfold},
    {"union",
     "{\"schema\": S, \"old\": O, \"new\": N, \"mode\": \"normalize\"} -> N with the unions of S "
     "normalised",
     BatchUnion},
    {"unfoldskeleton", "{\"schema\": S} -> the skeleton of what unfold gives", BatchUnfoldSkeleton},
    {"upgrade",
     "{\"crd\": C, \"allow\": \"wider\"} -> what makes of C, in v1beta1, a structural CRD in v1",
     BatchUpgrade},
    {"validatecr", "{\"schema\": S, \"object\": O} -> what the server finds wrong with O",
     BatchValidateCr},
    {"validatedefaults", "{\"schema\": S} -> what is wrong with the defaults of S",
     BatchValidateDefaults},
    {"yaml", "{\"yaml\": TEXT} -> its first document as JSON, as kubectl reads it", BatchYaml},
};

constexpr BatchOperation kKepOperations[] = {
    {"compatibility",
     "a CRD, or {\"old\": CRD, \"new\": CRD} -> whether the KEP's compatibility plan allows it",
     BatchKepCompatibility},
    {"prune",
     "{\"schema\": S, \"object\": O, \"nesting\": false} -> O without what no branch of S "
     "specifies",
     BatchKepPrune},
    {"skeleton", "{\"schema\": S} -> its skeleton, and what forbids to prune by S",
     BatchKepSkeleton},
    {"structuralv2", "{\"schema\": S} -> S as the KEP publishes it in OpenAPI v2",
     BatchKepStructuralV2},
    {"unfold", "{\"schema\": S} -> S with what its extensions stand for", BatchKepUnfold},
    {"unfoldskeleton", "{\"schema\": S} -> the same without value validations",
     BatchKepUnfoldSkeleton},
    {"union",
     "{\"schema\": S, \"old\": O, \"new\": N} -> N with the unions of S normalised, as the KEP on "
     "unions says",
     BatchKepUnion},
};

}  // namespace

std::span<const BatchOperation> BatchOperations(Profile profile) {
  if (profile == Profile::kKep) return kKepOperations;
  return kOperations;
}

}  // namespace structural::cli
