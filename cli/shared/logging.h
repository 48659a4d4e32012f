// How the controller logs.
#pragma once

#include "cli/shared/log_record.h"

namespace structural::cli {

// To standard error, from now on and without secrets (kube/config/secrets.h): glog's lines for
// people, or one JSON object a line:
//   {"ts":"2026-11-21T04:08:43.000001Z","level":"info","caller":"run.cc:12","msg":"leading"}
// Behind the message are the fields of the thread (controller/log_fields.h), as key="value" or as
// members of the object. A record is one line without control characters, and bounded
// (log_record.h, log_budget.h).
// Call it once, before anything is logged.
void SetUpLogging(LogFormat format, int verbosity);

// For commands whose output is not a log: errors and warnings only, as text.
void SetUpQuietLogging();

}  // namespace structural::cli
