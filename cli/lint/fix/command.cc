// structural fix: prints or writes repaired files, with the impact of each repair.

#include "cli/shared/command.h"

#include "cli/lint/fix/run.h"
#include "cli/report/fix/file_plan.h"
#include "cli/shared/common_flags.h"

namespace structural::cli {
namespace {

// Reads the choice for the keys of list maps.
void ChooseListMapKeys(const std::string& text, fix::Choices& choices) {
  const std::size_t equals = text.find('=');
  if (text == "required") {
    choices.require_keys = true;
  } else if (equals == 0 || equals == text.npos) {
    FailValidation("--list-map-keys", text + " is neither required nor KEY=VALUE");
  } else {
    choices.key_defaults[text.substr(0, equals)] = text.substr(equals + 1);
  }
}

void AddChoiceFlags(Command& command, fix::Choices& choices) {
  const auto choose = [&choices](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) ChooseListMapKeys(text, choices);
  };
  command
      .OnValues("--list-map-keys", choose,
                "Optional keys in x-kubernetes-list-map-keys: required makes them\n"
                "required, KEY=VALUE gives KEY a default; repeatable")
      ->TypeName("required|KEY=VALUE");
  command.AddOption("--api-approved", choices.approval,
                    "Annotation api-approved.kubernetes.io for CRDs in protected groups: the\nURL of "
                    "the approval, or a text that begins with unapproved");
}

// Adds the flags of `structural fix` and `structural upgrade`.
// `options` must outlive the command.
void AddFixFlags(Command& command, FixOptions& options) {
  AddInputFlags(command, options.paths, options.filter);
  AddAllowFlag(command, options.most);
  AddChoiceFlags(command, options.choices);
  command
      .AddOption("-o,--output", options.output,
                 "Output format. plan: each change with its effect; json: the plan and a\n"
                 "JSON Patch for each document")
      ->OneOf({"diff", "plan", "json"})
      ->ShowDefault();
  auto* write = command.AddFlag("--write", options.write, "Write the changes to the files");
  command.AddFlag("--check", options.check, "Exit with 1 if anything would change")->Excludes(write);
  AddAllowEmpty(command, options.allow_empty);
  AddColorFlag(command);
  command.AddFlag("-q,--quiet", options.quiet, "Do not print findings: the changes that are not made");
}

constexpr const char* kFixFooter =
    "Examples:\n"
    "  structural fix config/crd\n"
    "  structural fix --allow wider --write config/crd\n"
    "  structural fix -o plan crd.yaml\n"
    "  structural fix --allow typed --check .\n"
    "  structural fix --list-map-keys protocol=TCP --list-map-keys required crd.yaml\n"
    "  structural fix --api-approved 'unapproved, experimental' config/crd\n"
    "  structural fix -o json crd.yaml | jq '.[0].edits'\n"
    "  kubectl get crd a.example.com -o yaml | structural fix --allow wider --write - > a.yaml\n\n"
    "Classes of changes:\n"
    "  same       keeps the set of accepted objects and how they are stored\n"
    "  typed      adds the type that other keywords imply; values of other types are no longer\n"
    "             accepted, and null is dropped\n"
    "  wider      drops a check, or keeps fields that were dropped; more objects are accepted\n"
    "  needs-you  needs your decision; only reported\n"
    "  stricter   refuses objects that were accepted; only with --list-map-keys required\n"
    "  defaulted  adds a default; only with --list-map-keys KEY=VALUE\n"
    "structural diff of the file before and after says the same.\n\n"
    "The command also reports what the API server would still refuse in the resulting CRD of\n"
    "v1.\n\n"
    "Comments, order, quotes and indentation stay as they are, except in the edited lines. The\n"
    "command finds CRDs as YAML and JSON documents, and in Lists.\n\n"
    "Exit codes:\n"
    "  0  all CRDs are structural afterwards, and the API server accepts those of v1\n"
    "  1  a CRD is not structural or refused, or with --check something would change\n"
    "  2  wrong arguments, an input that cannot be read or edited, or with --check no CRD\n"
    "  3  the run itself failed\n";

// structural upgrade: converts CRDs in files from apiextensions.k8s.io/v1beta1 to v1.
constexpr const char* kUpgradeFooter =
    "Examples:\n"
    "  structural upgrade config/crd\n"
    "  structural upgrade --allow wider --write config/crd\n"
    "  structural upgrade -o plan crd.yaml\n"
    "  structural upgrade --check .\n\n"
    "The command also makes the CRDs structural, because a server requires that in v1; it uses\n"
    "the classes of changes of structural fix. A CRD does not change if that needs a class that\n"
    "--allow does not include, or if the upgrade would lose something; the output gives the\n"
    "reason. CRDs in v1 do not change.\n\n"
    "Comments, order and quotes stay, and comments move with their text.\n\n"
    "Exit codes:\n"
    "  0  all CRDs are in v1 afterwards, and the API server accepts them\n"
    "  1  a CRD is not in v1 or refused, or with --check something would change\n"
    "  2  wrong arguments, an input that cannot be read or edited, or with --check no CRD\n"
    "  3  the run itself failed\n";

}  // namespace

void AddFix(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("fix", "Make the CRDs in files structural");
  auto options = std::make_shared<FixOptions>();
  AddFixFlags(*command, *options);
  command->Footer(kFixFooter);
  command->OnRun([options, exit_code] { *exit_code = RunFix(*options); });
}

void AddUpgrade(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("upgrade", "Convert the CRDs in files from v1beta1 to v1");
  auto options = std::make_shared<FixOptions>();
  options->command = "upgrade";
  options->aim = Aim::kV1;
  AddFixFlags(*command, *options);
  command->Footer(kUpgradeFooter);
  command->OnRun([options, exit_code] { *exit_code = RunFix(*options); });
}

}  // namespace structural::cli
