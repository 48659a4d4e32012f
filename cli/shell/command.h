// What shells ask the program for, apart from its commands.
#pragma once

#include "cli/shared/cli11.h"

namespace structural::cli {

// Answers `structural __complete WORDS…`, which completion scripts run, and kubectl's
// `kubectl_complete-structural WORDS…`; false where it is something else that is asked for.
bool AnswerCompletion(const CLI::App& app, int argc, char** argv);

}  // namespace structural::cli
