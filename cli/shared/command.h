// The subcommands of `structural`: one file each, which adds the command to the parser.
#pragma once

#include <string>

#include "cli/shared/arguments.h"

namespace structural::cli {

// Adds a subcommand whose run sets *exit_code. `exit_code` must outlive the parsing.
using AddCommand = void(Command& parent, int* exit_code);

AddCommand AddApply, AddBatch, AddCel, AddCleanup, AddCompletion, AddConfig, AddController, AddDiff, AddExample,
    AddExplain, AddFix, AddGenerate, AddLint, AddMan, AddObjects, AddOwners, AddPrune, AddPublish, AddRules, AddScan,
    AddTest, AddTree, AddUnfold, AddUpgrade, AddValidate, AddVersion, AddWebhook;
// Subcommands of the commands `union` and `webhook`.
AddCommand AddUnionFromGo, AddUnionNormalize, AddWebhookCerts;

// The version of this build. Returns "structural 0.1.0 (kubernetes 1.37)": this program's version, and the release of
// Kubernetes whose behavior the program emulates.
std::string Version();

// Returns "0.1.0", or "0.1.0-dev.142+g4513550" between two releases: the output of hack/ship/version at
// build time.
std::string VersionNumber();

// Returns the first seven digits of the commit of this build, or "unknown".
std::string Commit();

// Returns "structural/0.1.0 (linux/amd64) structural/4513550", which the API server logs. The
// version is complete, while client-go cuts its version at the first '-'.
// Upstream: rest/config.go buildUserAgent (client-go 0.37)
std::string UserAgent();

// Answers `structural __complete WORDS…`, which completion scripts run, and kubectl's
// `kubectl_complete-structural WORDS…`. Returns false for other arguments.
bool AnswerCompletion(const CLI::App& app, int argc, char** argv);

}  // namespace structural::cli
