// The reports of `structural validate`.
#pragma once

#include <memory>
#include <string_view>

#include "cli/objects/validate/totals.h"
#include "cli/report/findings/reporter.h"

namespace structural::cli {

// `form` is "text" (a line for each finding), "json", or the form of another report of lint.
// `totals` are the totals of the run, and must outlive the reporter.
std::unique_ptr<findings::Reporter> NewObjectReporter(std::string_view form, const Totals& totals);

}  // namespace structural::cli
