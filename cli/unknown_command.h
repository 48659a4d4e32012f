// A command that there is not.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace structural::cli {

// What to say of the first argument that should name a command, and names none; empty where all is
// well, or where the parser has more to say.
std::string UnknownCommand(const CLI::App& app, int argc, const char* const* argv);

}  // namespace structural::cli
