// The judge of `structural validate --cluster`: what a CRD does to a stored object's next write.
#pragma once

#include <memory>
#include <string>

#include "cli/stored/kind.h"
#include "cli/stored/outcome.h"
#include "schema/base/result.h"

namespace structural::cli {

struct AdmissionJudgeOptions {
  bool ignore_lost = false;  // lost fields are not told of
  bool prunes = false;       // as with `preserveUnknownFields: false` in the CRD
};

// `kind` says in which version objects are read. Errors: as admission::Serve; the CRD serves no version.
base::Result<std::unique_ptr<StoredJudge>> NewAdmissionJudge(const std::string& crd,
                                                             const StoredKind& kind,
                                                             AdmissionJudgeOptions options = {});

}  // namespace structural::cli
