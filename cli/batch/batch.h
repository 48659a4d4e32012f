// The operations of `structural batch`. Each reads one line with a JSON object, and returns another
// JSON object.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::cli {

struct BatchOperation {
  std::string_view name;
  std::string_view help;
  // Answers one line. `arena` is working memory that is reset between lines.
  base::Result<std::string> (*run)(std::string_view line, base::Arena& arena);
};

// The definition to follow if Kubernetes and the KEPs differ.
enum class Profile { kKubernetes, kKep };

std::span<const BatchOperation> BatchOperations(Profile profile = Profile::kKubernetes);

// The operations.
base::Result<std::string> BatchCel(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchAdmit(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchApplies(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchCompatibility(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchCondition(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchConditionInternal(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchConvert(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchCrdCel(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchCrdCelStored(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchDefault(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchDefaultServer(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchDiff(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchDocuments(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchExample(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchJsonSchema(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKepCompatibility(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchFix(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchUpgrade(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKepPrune(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKepSkeleton(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKepStructuralV2(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKepUnfold(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKepUnfoldSkeleton(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKepUnion(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKubeOpenApi(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchKubeOpenApiWhole(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchListType(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchNextWrite(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchProbes(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchPrune(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchObjectMeta(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchPruneDefaults(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchPruneNulls(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchRoundtrip(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchSkeleton(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchStripNullable(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchStructural(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchStructuralV2(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchUnfold(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchUnfoldSkeleton(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchUnion(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchValidate(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchValidateCr(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchValidateDefaults(std::string_view line, base::Arena& arena);
base::Result<std::string> BatchYaml(std::string_view line, base::Arena& arena);

}  // namespace structural::cli
