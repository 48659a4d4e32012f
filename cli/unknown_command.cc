#include "cli/unknown_command.h"

#include <string_view>
#include <vector>

#include "cli/lint/similar.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

const CLI::App* Find(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->check_name(name)) return command;
  }
  return nullptr;
}

std::string Message(const CLI::App& app, const std::string& word) {
  std::vector<std::string_view> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::string_view similar = lint::MostSimilar(word, names);
  return "there is no command " + base::Quote(word) +
         (similar.empty() ? "" : "; did you mean " + base::Quote(similar) + "?");
}

}  // namespace

std::string UnknownCommand(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* at = &app;
  for (int i = 1; i < argc && at->get_require_subcommand_min() != 0; ++i) {
    const std::string word = argv[i];
    if (word.empty() || word.front() == '-') return {};
    const CLI::App* command = Find(*at, word);
    if (command == nullptr) return Message(*at, word);
    at = command;
  }
  return {};
}

}  // namespace structural::cli
