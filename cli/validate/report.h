// The reports of `structural validate`.
#pragma once

#include <memory>
#include <string_view>

#include "cli/findings/reporter.h"
#include "cli/validate/totals.h"

namespace structural::cli {

// `form` is "text" (a line for each finding), "json", or the form of another report of lint.
// `totals` are the totals of the run, and must outlive the reporter.
std::unique_ptr<findings::Reporter> NewObjectReporter(std::string_view form, const Totals& totals);

}  // namespace structural::cli
