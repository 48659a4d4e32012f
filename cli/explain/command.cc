// structural explain: prints the text about a rule, or about a field of a CRD. structural rules: lists the rules.
#include "cli/shared/command.h"

#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/report/rules/explain.h"
#include "cli/report/rules/rules.h"
#include "cli/report/tree/fields.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

constexpr const char* kExplainFooter =
    "Examples:\n"
    "  structural explain type-required\n"
    "  structural explain nested-type completeness\n"
    "  structural explain -o json pattern | jq -r '.[].right'\n"
    "  structural explain disks.spec.size --crd crds/\n"
    "  structural explain disks.example.com --crd crds/ --recursive\n"
    "  kubectl get crd disks.example.com -o yaml | structural explain disks.spec --crd -\n\n"
    "A rule is named by its id; an example that begins with openAPIV3Schema is the schema of a\n"
    "version. A field begins with the plural, singular, kind or short name of a resource, as in\n"
    "kubectl explain, and --crd has its CRD. The output also has defaults, limits, rules in CEL\n"
    "and violations.\n\n"
    "Exit code: 0, or 2 for an unknown rule or field, or a CRD that cannot be read.\n";

struct Options {
  std::vector<std::string> names;
  std::vector<std::string> crds;
  std::string output = "text";
  ExplainOptions of_fields;
};

int FailExplain(const std::string& why) {
  PrintError("structural explain: " + why);
  return kExitUsage;
}

// Reports a name that is neither a rule nor a resource in the CRDs of --crd, with a suggestion if a name is similar.
// Returns the exit code.
int FailUnknown(const std::string& name, const ExplainedCrds& crds) {
  std::vector<std::string_view> known = crds.Names();
  for (const crd::Rule* rule : rules::AllRules()) known.push_back(rule->id);
  const std::string_view similar = MostSimilar(name.substr(0, name.find('.')), known);
  const std::string meant =
      similar.empty() ? "structural rules lists them" : "did you mean " + base::Quote(similar) + "?";
  if (!crds.empty()) return FailExplain("no rule and no resource " + base::Quote(name) + "; " + meant);
  return FailExplain("unknown rule " + base::Quote(name) + "; " + meant +
                     (similar.empty() ? ". The CRD of a field is named by --crd" : ""));
}

int PrintRules(const Options& options, const std::vector<const crd::Rule*>& found) {
  if (options.output == "json") {
    std::cout << rules::ExplainJson(found);
    return kExitOk;
  }
  for (std::string_view separator = ""; const crd::Rule* rule : found) {
    std::cout << std::exchange(separator, "\n")
              << (options.output == "markdown" ? rules::ExplainMarkdown(*rule)
                                               : rules::ExplainText(*rule, WantsColors()));
  }
  return kExitOk;
}

int RunExplain(const Options& options) {
  ExplainedCrds crds;
  const int read = crds.Read(options.crds);
  if (read != kExitOk) return read;
  if (!options.crds.empty() && crds.empty()) return FailExplain("no CRD found in the files");
  ExplainOptions of_fields = options.of_fields;
  of_fields.colors = WantsColors();
  std::vector<const crd::Rule*> rules;
  std::string text;
  for (const std::string& name : options.names) {
    if (!crds.HasResource(name)) {
      rules.push_back(rules::FindRule(name));
      if (rules.back() == nullptr) return FailUnknown(name, crds);
      continue;
    }
    if (options.output != "text") return FailExplain("-o " + options.output + " needs rules, not fields");
    const auto explained = crds.Explain(name, of_fields);
    if (!explained.ok()) return FailExplain(explained.error().message());
    base::AppendItem(text, "\n", *explained);
  }
  std::cout << text << (text.empty() || rules.empty() ? "" : "\n");
  return rules.empty() ? kExitOk : PrintRules(options, rules);
}

}  // namespace

void AddExplain(Command& app, int* exit_code) {
  auto options = std::make_shared<Options>();
  auto* command = app.AddSubcommand("explain", "Explain a rule, or a field of a CRD as kubectl explain does");
  command
      ->AddOption("RULE|FIELD", options->names,
                  "Id of a rule, such as type-required, or a resource and a field of it, such\n"
                  "as disks.spec.size")
      ->Required();
  command->AddOption("--crd", options->crds, "Files and folders with the CRDs of fields; repeatable")->TypeName("PATH");
  command
      ->AddOption("--api-version", options->of_fields.api_version,
                  "Explain fields of this version (default: the preferred served version)")
      ->TypeName("VERSION");
  command->AddFlag("--recursive", options->of_fields.recursive, "Print all fields below a field");
  command->AddOption("-o,--output", options->output, "Output format; json and markdown for rules only")
      ->OneOf({"text", "json", "markdown"})
      ->ShowDefault();
  AddColorFlag(*command);
  command->SetHelpTexts(kExplainFooter);
  command->OnRun([options, exit_code] { *exit_code = RunGuarded("explain", [&] { return RunExplain(*options); }); });
}

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
  list->SetHelpTexts(kRulesFooter);
  list->OnRun([options, exit_code] { *exit_code = List(*options); });
}

}  // namespace structural::cli
