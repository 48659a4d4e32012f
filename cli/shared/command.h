// The subcommands of `structural`: one file each, which adds itself to the parser.
#pragma once

#include "cli/shared/cli11.h"

namespace structural::cli {

// Each adds a subcommand whose run sets *exit_code. `exit_code` must outlive the parsing.
void AddBatch(CLI::App& app, int* exit_code);
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
void AddTree(CLI::App& app, int* exit_code);
void AddUnfold(CLI::App& app, int* exit_code);
void AddUnion(CLI::App& app, int* exit_code);
void AddUnions(CLI::App& app, int* exit_code);
void AddUpgrade(CLI::App& app, int* exit_code);
void AddVersion(CLI::App& app, int* exit_code);
void AddWebhook(CLI::App& app, int* exit_code);

}  // namespace structural::cli
