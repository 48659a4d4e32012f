#include "cli/plugin.h"

#include <filesystem>

#include <CLI/CLI.hpp>

namespace structural::cli {
namespace {

// "structural scan" is "kubectl structural scan", but "structural schemas" stay what they are.
std::string Renamed(std::string text, const std::string& command) {
  const std::string name = "structural " + command;
  const std::string prefix = "kubectl ";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const char next = at + name.size() < text.size() ? text[at + name.size()] : ' ';
    if (next != ' ' && next != '\n') continue;
    text.insert(at, prefix);
    at += prefix.size();
  }
  return text;
}

}  // namespace

bool IsPlugin(const std::string& program) {
  return std::filesystem::path(program).filename() == "kubectl-structural";
}

void SpeakAsPlugin(CLI::App& app) {
  app.name("kubectl structural");
  const auto commands = app.get_subcommands([](CLI::App*) { return true; });
  const auto rename = [&](CLI::App& command) {
    std::string footer = Renamed(command.get_footer(), "COMMAND");
    for (const CLI::App* other : commands) footer = Renamed(footer, other->get_name());
    command.footer(footer);
  };
  rename(app);
  for (CLI::App* command : commands) rename(*command);
}

}  // namespace structural::cli
