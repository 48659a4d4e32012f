// The flags of every command that works on objects in files.
#pragma once

#include "cli/objects/run.h"
#include "cli/shared/cli11.h"

namespace structural::cli {

// Each adds one, which `options` must outlive. None is required yet.
CLI::Option* AddCrds(CLI::App& command, ObjectsOptions& options);
CLI::Option* AddPaths(CLI::App& command, ObjectsOptions& options);
CLI::Option* AddDiff(CLI::App& command, ObjectsOptions& options);
CLI::Option* AddForm(CLI::App& command, ObjectsOptions& options);

// --quiet and --allow-empty.
void AddManner(CLI::App& command, ObjectsOptions& options);

// What is true of all commands that print objects.
extern const char* const kObjectsOutput;

}  // namespace structural::cli
