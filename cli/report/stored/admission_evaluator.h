// The WriteEvaluator of `structural validate --cluster`: finds the effects of a CRD on a stored
// object's next write.
#pragma once

#include <memory>
#include <string>

#include "cli/report/stored/counts.h"
#include "cli/report/stored/kind.h"
#include "schema/base/result.h"

namespace structural::cli {

struct AdmissionEvaluatorOptions {
  bool ignore_lost = false;  // do not report lost fields
  bool prunes = false;       // treat the CRD as if it had `preserveUnknownFields: false`
};

// Returns the evaluator for a CRD. `kind` has the version in which objects are read. Errors: those of admission::Serve;
// the CRD serves no version.
base::Result<std::unique_ptr<WriteEvaluator>> NewAdmissionEvaluator(const std::string& crd, const StoredKind& kind,
                                                                    AdmissionEvaluatorOptions options = {});

}  // namespace structural::cli
