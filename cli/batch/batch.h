// The operations of `structural batch`. Each reads one line with a JSON object, and returns another
// JSON object.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::cli {

// Answers one line. `arena` is working memory that is reset between lines.
using BatchRun = base::Result<std::string>(std::string_view line, base::Arena& arena);

struct BatchOperation {
  std::string_view name;
  std::string_view help;
  BatchRun* run;
};

// The definition that the operations follow if Kubernetes and the KEPs differ.
enum class Profile { kKubernetes, kKep };

std::span<const BatchOperation> BatchOperations(Profile profile = Profile::kKubernetes);

BatchRun BatchCel, BatchAdmit, BatchApplies, BatchCompatibility, BatchCondition, BatchConditionInternal, BatchConvert,
    BatchCrdCel, BatchCrdCelStored, BatchCrdJson, BatchDefault, BatchDefaultServer, BatchDiff, BatchDocuments,
    BatchExample, BatchJsonSchema, BatchKepCompatibility, BatchFix, BatchUpgrade, BatchKepPrune, BatchKepSkeleton,
    BatchKepStructuralV2, BatchKepUnfold, BatchKepUnfoldSkeleton, BatchKepUnion, BatchKubeOpenApi,
    BatchKubeOpenApiWhole, BatchListType, BatchNextWrite, BatchProbes, BatchPrune, BatchObjectMeta, BatchPruneDefaults,
    BatchPruneNulls, BatchRoundtrip, BatchSkeleton, BatchStripNullable, BatchStructural, BatchStructuralV2, BatchUnfold,
    BatchUnfoldSkeleton, BatchUnion, BatchValidate, BatchValidateCr, BatchValidateDefaults, BatchYaml;

}  // namespace structural::cli
