// The subcommands of `structural`: one file each, which adds the command to the parser.
#pragma once

#include <string>

#include "cli/shared/arguments.h"

namespace structural::cli {

// Each adds a subcommand whose run sets *exit_code. `exit_code` must outlive the parsing.
void AddApply(Command& app, int* exit_code);
void AddBatch(Command& app, int* exit_code);
void AddCel(Command& app, int* exit_code);
void AddCleanup(Command& app, int* exit_code);
void AddCompletion(Command& app, int* exit_code);
void AddConfig(Command& app, int* exit_code);
void AddController(Command& app, int* exit_code);
void AddDiff(Command& app, int* exit_code);
void AddExample(Command& app, int* exit_code);
void AddExplain(Command& app, int* exit_code);
void AddFix(Command& app, int* exit_code);
void AddGenerate(Command& app, int* exit_code);
void AddLint(Command& app, int* exit_code);
void AddMan(Command& app, int* exit_code);
void AddObjects(Command& app, int* exit_code);
void AddOwners(Command& app, int* exit_code);
void AddPrune(Command& app, int* exit_code);
void AddPublish(Command& app, int* exit_code);
void AddRules(Command& app, int* exit_code);
void AddScan(Command& app, int* exit_code);
void AddTest(Command& app, int* exit_code);
void AddTree(Command& app, int* exit_code);
void AddUnfold(Command& app, int* exit_code);
void AddUnionFromGo(Command& unions, int* exit_code);  // both are commands of union
void AddUnionNormalize(Command& unions, int* exit_code);
void AddUpgrade(Command& app, int* exit_code);
void AddValidate(Command& app, int* exit_code);
void AddVersion(Command& app, int* exit_code);
void AddWebhook(Command& app, int* exit_code);
void AddWebhookCerts(Command& webhook, int* exit_code);  // a command of webhook

// The version of this build.
// Returns "structural 0.1.0 (kubernetes 1.37)": this program's version, and the release of
// Kubernetes whose results it gives.
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
