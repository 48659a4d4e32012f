#include <algorithm>
#include <filesystem>
#include <iterator>

#include <CLI/CLI.hpp>

#include "cli/command_line.h"
#include "cli/shell/flag.h"

namespace structural::cli {
namespace {

class ExamplesFirst : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const std::string examples = shell::SplitFooter(app->get_footer()).examples;
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return examples.empty() ? usage : usage + "\nExamples:\n" + examples + "\n";
  }

  // CLI11 calls a flag with an optional value "--cluster{}"; help prints "--cluster[=TYPE]".
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    const auto braces = name.find("{}");
    if (braces != name.npos) name.replace(braces, 2, "[=" + option->get_type_name() + "]");
    return name;
  }

  std::string make_footer(const CLI::App* app) const override {
    const std::string notes = shell::SplitFooter(app->get_footer()).notes;
    return notes.empty() ? "" : notes + "\n";
  }
};

constexpr Topic kTopics[] = {
    {"environment", "Environment variables",
     "  KUBECONFIG            kubeconfig files, separated by colons; default: ~/.kube/config\n"
     "  HTTPS_PROXY, NO_PROXY proxy for API servers, and hosts that are reached without it\n"
     "  KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT\n"
     "                        in a Pod without a kubeconfig: the address of the API server\n"
     "  POD_NAMESPACE         in a Pod: the namespace of the Lease\n"
     "  NO_COLOR              if it is not empty, output has no colors\n"
     "  TERM                  if it is dumb, output has no colors\n\n"
     "Flags override the variables. The proxy variables are also read in lower case.\n"},
    {"exit-codes", "Exit codes",
     "  0  success: no violation was found, or the work is complete\n"
     "  1  the answer is no: violations, invalid objects, changes that --check or --diff reports\n"
     "  2  wrong arguments, or an input, kubeconfig or cluster that cannot be read\n"
     "  3  the run itself failed: output cannot be written, or the program has a bug\n\n"
     "The help of a command lists its exit codes. lint, diff and scan return 0 instead of 1\n"
     "with --no-fail.\n"},
    {"rules", "Rules",
     "Each finding of lint, scan and the webhook names the rule that a CRD breaks.\n\n"
     "  structural rules                  lists all rules\n"
     "  structural explain type-required  explains a rule, with examples and the source\n"
     "  structural lint --strict          also checks rules that the API server does not check\n"
     "  structural lint --only structural checks only whether schemas are structural\n\n"
     "To accept findings, record them in a baseline file with lint --write-baseline, or add the\n"
     "annotation structural.lint/ignore to a CRD, with lines of the form \"RULE: REASON\".\n"},
};

// Replaces "structural scan" by "kubectl structural scan", but not in "structural schemas".
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

void FormatHelp(CLI::App& app) { app.formatter(std::make_shared<ExamplesFirst>()); }

std::span<const Topic> Topics() { return kTopics; }

const Topic* FindTopic(std::string_view name) {
  const auto* found = std::ranges::find(kTopics, name, &Topic::name);
  return found == std::end(kTopics) ? nullptr : found;
}

bool IsPlugin(const std::string& program) { return std::filesystem::path(program).filename() == "kubectl-structural"; }

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
