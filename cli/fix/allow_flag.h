// --allow: the class of changes that a command makes.
#pragma once

#include "schema/fix/plan.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace structural::cli {

// Sets `most`, which must outlive the command.
CLI::Option* AddAllowFlag(CLI::App& command, fix::ChangeImpact& most);

}  // namespace structural::cli
