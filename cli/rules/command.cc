// structural rules and structural explain: the rules and their texts.
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"

#include <iostream>

#include "cli/rules/explain.h"
#include "cli/rules/rules.h"
#include "cli/shared/output.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr const char* kRulesFooter =
    "Examples:\n"
    "  structural rules\n"
    "  structural rules -o json | jq -r '.[] | select(.chapter == \"strict\") | .id'\n"
    "  structural rules -o markdown > rules.md\n";

constexpr const char* kExplainFooter =
    "Examples:\n"
    "  structural explain type-required\n"
    "  structural explain nested-type completeness\n"
    "  structural explain -o json pattern | jq -r '.[].right'\n\n"
    "An example that begins with openAPIV3Schema is the schema of a version.\n\n"
    "Exit code: 0, or 2 for an unknown rule.\n";

struct RuleOptions {
  std::vector<std::string> ids;
  std::string output = "text";
};

void AddOutput(Command& command, RuleOptions& options) {
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"text", "json", "markdown"})
      ->ShowDefault();
  AddColorFlag(command);
}

int List(const RuleOptions& options) {
  std::cout << (options.output == "json"       ? lint_rules::ExplainJson(lint_rules::AllRules())
                : options.output == "markdown" ? lint_rules::ListMarkdown()
                                               : lint_rules::ListText(WantsColors()));
  return kExitOk;
}

// Null for one that there is not, with a word about it.
const rules::Rule* Find(const std::string& id) {
  const rules::Rule* rule = lint_rules::FindRule(id);
  if (rule != nullptr) return rule;
  const std::string_view similar = lint_rules::SimilarRule(id);
  std::cerr << "structural explain: unknown rule " << base::Quote(id)
            << (similar.empty() ? "; structural rules lists them"
                                : "; did you mean " + base::Quote(similar) + "?")
            << "\n";
  return nullptr;
}

int Explain(const RuleOptions& options) {
  std::vector<const rules::Rule*> found;
  for (const std::string& id : options.ids) {
    found.push_back(Find(id));
    if (found.back() == nullptr) return kExitUsage;
  }
  if (options.output == "json") {
    std::cout << lint_rules::ExplainJson(found);
    return kExitOk;
  }
  for (std::string_view separator = ""; const rules::Rule* rule : found) {
    std::cout << std::exchange(separator, "\n")
              << (options.output == "markdown"
                      ? lint_rules::ExplainMarkdown(*rule)
                      : lint_rules::ExplainText(*rule, WantsColors()));
  }
  return kExitOk;
}

}  // namespace

void AddRules(Command& app, int* exit_code) {
  auto options = std::make_shared<RuleOptions>();
  auto* list = app.AddSubcommand("rules", "List the rules");
  AddOutput(*list, *options);
  list->Footer(kRulesFooter);
  list->OnRun([options, exit_code] { *exit_code = List(*options); });

  auto* explain = app.AddSubcommand(
      "explain", "Explain a rule: the requirement, the reason, the fix and examples");
  explain->AddOption("RULE", options->ids, "Id of a rule, such as type-required")->Required();
  AddOutput(*explain, *options);
  explain->Footer(kExplainFooter);
  explain->OnRun([options, exit_code] { *exit_code = Explain(*options); });
}

}  // namespace structural::cli
