// The subcommands of `structural`. Each is defined in a file of its own, with a function that adds it to the parser.
#pragma once

#include <string>

#include "cli/shared/arguments.h"

namespace structural::cli {

// A function that adds a subcommand to `parent`. When the subcommand runs, it sets *exit_code. `exit_code` must outlive
// the parsing.
using AddCommand = void(Command& parent, int* exit_code);

AddCommand AddApply, AddBatch, AddCel, AddCleanup, AddCompletion, AddConfig, AddController, AddDiff, AddExample,
    AddExplain, AddFix, AddGenerate, AddLint, AddMan, AddObjects, AddOwners, AddPrune, AddPublish, AddRules, AddScan,
    AddTest, AddTree, AddUnfold, AddUpgrade, AddValidate, AddVersion, AddWebhook;
// Subcommands of the commands `union` and `webhook`.
AddCommand AddUnionFromGo, AddUnionNormalize, AddWebhookCerts;

// Returns the version of this build, and the release of Kubernetes whose behavior it emulates: "structural 0.1.0
// (kubernetes 1.37)".
std::string Version();

// Returns the version of this build: "0.1.0", or "0.1.0-dev.142+g4513550" for a build between two releases. It is the
// output of hack/ship/version at build time.
std::string VersionNumber();

// Returns the first seven digits of the commit of this build, or "unknown".
std::string Commit();

// Returns the value of the header User-Agent: "structural/0.1.0 (linux/amd64) structural/4513550". The version is
// complete, while client-go cuts its version at the first '-'.
// Upstream: rest/config.go buildUserAgent (client-go 0.37)
std::string UserAgent();

// If the arguments are those of a request for completion, prints the candidates and returns true; otherwise returns
// false. Completion scripts run `structural __complete WORDS…`, and kubectl runs `kubectl_complete-structural WORDS…`.
bool AnswerCompletion(const CLI::App& app, int argc, char** argv);

}  // namespace structural::cli
