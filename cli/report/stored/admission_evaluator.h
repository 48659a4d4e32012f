// The WriteEvaluator of `structural validate --cluster`. It finds the effects that the next write of a stored object
// would have under a CRD.
#pragma once

#include <memory>
#include <string>

#include "cli/report/stored/counts.h"
#include "cli/report/stored/kind.h"
#include "schema/base/result.h"

namespace structural::cli {

struct AdmissionEvaluatorOptions {
  bool ignore_lost = false;  // true: do not report fields that the write would drop
  bool prunes = false;       // true: treat the CRD as if it had `preserveUnknownFields: false`
};

// Returns the evaluator for the CRD in the JSON `crd`. Objects must be in the version `kind.version`. Errors: those of
// admission::Serve; the CRD serves no version.
base::Result<std::unique_ptr<WriteEvaluator>> NewAdmissionEvaluator(const std::string& crd, const StoredKind& kind,
                                                                    AdmissionEvaluatorOptions options = {});

}  // namespace structural::cli
