// The subcommands of `structural`: one file each, which adds itself to the parser.
#pragma once

#include <string>

// CLI11's classes by name, for headers. Sources that call them include <CLI/CLI.hpp>, which takes
// ten seconds to compile.
namespace CLI {

class App;
class Option;

}  // namespace CLI

namespace structural::cli {

// Each adds a subcommand whose run sets *exit_code. `exit_code` must outlive the parsing.
void AddBatch(CLI::App& app, int* exit_code);
void AddCel(CLI::App& app, int* exit_code);
void AddCleanup(CLI::App& app, int* exit_code);
void AddCompletion(CLI::App& app, int* exit_code);
void AddController(CLI::App& app, int* exit_code);
void AddFix(CLI::App& app, int* exit_code);
void AddGenerate(CLI::App& app, int* exit_code);
void AddLint(CLI::App& app, int* exit_code);
void AddMan(CLI::App& app, int* exit_code);
void AddObjects(CLI::App& app, int* exit_code);
void AddPrune(CLI::App& app, int* exit_code);
void AddPublish(CLI::App& app, int* exit_code);
void AddRules(CLI::App& app, int* exit_code);  // and explain
void AddScan(CLI::App& app, int* exit_code);
void AddTest(CLI::App& app, int* exit_code);
void AddTree(CLI::App& app, int* exit_code);
void AddUnfold(CLI::App& app, int* exit_code);
void AddUnion(CLI::App& app, int* exit_code);
void AddUnions(CLI::App& app, int* exit_code);
void AddUpgrade(CLI::App& app, int* exit_code);
void AddValidate(CLI::App& app, int* exit_code);
void AddVersion(CLI::App& app, int* exit_code);
void AddWebhook(CLI::App& app, int* exit_code);

// The version of this build.
// "structural 0.1.0 (kubernetes 1.37)": ours, and the release whose verdicts it gives.
std::string Version();

// "0.1.0", or "0.1.0-dev.142+g4513550" between two releases: what hack/version said when it was
// built.
std::string VersionNumber();

// The first seven digits of the commit it was built from, or "unknown".
std::string Commit();

// "structural/0.1.0 (linux/amd64) structural/4513550": what the API server logs.
// The version stands there whole; client-go cuts its own at the first '-'.
// Upstream: rest/config.go buildUserAgent (client-go 0.37)
std::string UserAgent();

// Answers `structural __complete WORDS…`, which completion scripts run, and kubectl's
// `kubectl_complete-structural WORDS…`; false where it is something else that is asked for.
bool AnswerCompletion(const CLI::App& app, int argc, char** argv);

}  // namespace structural::cli
