// The operations of `structural batch`. Each answers a line, which is a JSON object, with another JSON object.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::cli {

// A function that returns the answer to one line, or the reason why the line cannot be answered. `arena` is working
// memory, which the caller resets between lines.
using BatchFunction = base::Result<std::string>(std::string_view line, base::Arena& arena);

struct BatchOperation {
  std::string_view name;
  std::string_view help;
  BatchFunction* run;
};

// The specification that the operations follow where Kubernetes and the KEPs differ.
enum class Profile { kKubernetes, kKep };

// Returns the operations of a profile. Static storage duration.
std::span<const BatchOperation> BatchOperations(Profile profile = Profile::kKubernetes);

// The functions of the operations. Their sources describe the members of lines and answers.
BatchFunction AnswerCelLine, AnswerAdmitLine, AnswerAppliesLine, AnswerCompatibilityLine, AnswerConditionLine,
    AnswerConditionInternalLine, AnswerConvertLine, AnswerCrdCelLine, AnswerCrdCelStoredLine, AnswerCrdJsonLine,
    AnswerDefaultLine, AnswerDefaultServerLine, AnswerDiffLine, AnswerDocumentsLine, AnswerExampleLine,
    AnswerJsonSchemaLine, AnswerKepCompatibilityLine, AnswerFixLine, AnswerUpgradeLine, AnswerKepPruneLine,
    AnswerKepSkeletonLine, AnswerKepStructuralV2Line, AnswerKepUnfoldLine, AnswerKepUnfoldSkeletonLine,
    AnswerKepUnionLine, AnswerKubeOpenApiLine, AnswerKubeOpenApiWholeLine, AnswerListTypeLine, AnswerNextWriteLine,
    AnswerProbesLine, AnswerPruneLine, AnswerObjectMetaLine, AnswerPruneDefaultsLine, AnswerPruneNullsLine,
    AnswerRoundtripLine, AnswerSkeletonLine, AnswerStripNullableLine, AnswerStructuralLine, AnswerStructuralV2Line,
    AnswerUnfoldLine, AnswerUnfoldSkeletonLine, AnswerUnionLine, AnswerValidateLine, AnswerValidateCrLine,
    AnswerValidateDefaultsLine, AnswerYamlLine;

}  // namespace structural::cli
