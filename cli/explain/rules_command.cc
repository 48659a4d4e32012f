// structural rules: lists the rules.
#include <iostream>

#include "cli/report/rules/explain.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kRulesFooter =
    "Examples:\n"
    "  structural rules\n"
    "  structural rules -o json | jq -r '.[] | select(.chapter == \"strict\") | .id'\n"
    "  structural rules -o markdown > rules.md\n";

struct RuleOptions {
  std::string output = "text";
};

void AddOutput(Command& command, RuleOptions& options) {
  command.AddOption("-o,--output", options.output, "Output format")->OneOf({"text", "json", "markdown"})->ShowDefault();
  AddColorFlag(command);
}

int List(const RuleOptions& options) {
  std::cout << (options.output == "json"       ? rules::ExplainJson(rules::AllRules())
                : options.output == "markdown" ? rules::ListMarkdown()
                                               : rules::ListText(WantsColors()));
  return kExitOk;
}

}  // namespace

void AddRules(Command& app, int* exit_code) {
  auto options = std::make_shared<RuleOptions>();
  auto* list = app.AddSubcommand("rules", "List the rules");
  AddOutput(*list, *options);
  list->Footer(kRulesFooter);
  list->OnRun([options, exit_code] { *exit_code = List(*options); });
}

}  // namespace structural::cli
