// structural diff: reports the effects of an update of CRDs on objects and clients.
#include "cli/shared/command.h"

#include <map>
#include <memory>

#include "cli/diff/diff.h"
#include "cli/report/config/settings.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kDiffFooter =
    "The command compares CRDs by meaning: whether the API server accepts the same, more or fewer\n"
    "objects, what it drops or adds, and what clients see. It proves what it says: \"larger\" or\n"
    "nothing where every object is still accepted, and otherwise an object that shows the change.\n"
    "Without such an object the change is possible.\n\n"
    "A side that is not there or has no CRD is an error, except with --allow-empty, as for a first\n"
    "release. CRDs with the same path below OLD and NEW are compared with each other, the others\n"
    "by name. The only CRDs of both sides are compared whatever their names; another name fails,\n"
    "because the old CRD and its objects go away.\n\n"
    "structural lint --against uses the same code for --policy server and kep, but reports only why\n"
    "the update of each file is refused, in the formats of lint, with its baselines. Use it to lint\n"
    "files; use diff to see what an update does, and which objects and clients it meets.\n\n"
    "With --cluster the old CRDs are those of the API server. The command reads the objects that it\n"
    "stores, and says how many of them each change meets, and the first one. It skips CRDs that\n"
    "are only in the cluster, and writes nothing to the server.\n\n"
    "Examples:\n"
    "  structural diff old.yaml new.yaml\n"
    "  structural diff main:config/crd config/crd\n"
    "  structural diff --against v1.2.0 config/crd\n"
    "  kubectl get crd widgets.example.com -o yaml | structural diff - new.yaml\n"
    "  structural diff --policy server -o markdown old/ new/\n"
    "  structural diff --cluster --context staging config/crd\n\n"
    "Exit codes:\n"
    "  0  no change fails the policy, or --no-fail\n"
    "  1  a change fails\n"
    "  2  wrong arguments, a side that is not there, cannot be read or has no CRD; a cluster that\n"
    "     cannot be read\n"
    "  3  the run itself failed\n";

const std::map<std::string, DiffPolicy> kPolicies = {
    {"objects", DiffPolicy::kObjects}, {"server", DiffPolicy::kServer}, {"kep", DiffPolicy::kKep}};

void AddDiffOutput(Command& command, DiffOptions& options) {
  AddChoiceFlag<DiffPolicy>(command, "--policy", options.policy, kPolicies,
                            "Changes that fail: objects are refused, served no more or lose data; the\n"
                            "API server refuses the update or serves less; the KEP's compatibility plan\n"
                            "forbids it");
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"text", "json", "markdown", "github", "sarif"})
      ->ShowDefault();
  command.OnFlag(
      "--no-witness", [&] { options.find_witnesses = false; }, "Do not look for objects that show changes");
  command.OnFlag(
      "--allow-possible", [&] { options.possible_fail = false; },
      "A change without an object that shows it does not fail");
  command.AddFlag("--all", options.list_each_change,
                  "List each change by itself, with its places and an object that shows it.\n"
                  "Otherwise, changes with one cause are one line, and text has fewer than 100\n"
                  "lines, markdown fewer than 200: what fails comes first");
  command.AddFlag("--texts", options.list_descriptions, "Also list changes of descriptions");
  AddColorFlag(command);
  command.AddFlag("--no-fail", options.no_fail, "Exit with 0 despite changes that fail");
  AddAllowEmptyFlag(command, options.allow_empty);
}

Argument* AddOnlyStored(Command& command, DiffOptions& options) {
  return command
      .AddFlag("--only-stored", options.only_stored_fail, "A change that no stored object meets does not fail")
      ->Group("With --cluster");
}

void CheckSides(const std::vector<std::string>& paths, DiffOptions& options) {
  if (options.cluster && paths.empty()) FailRequired("NEW");
  std::vector<std::string> inputs = paths;
  inputs.push_back(options.against);
  if (!ReadsStandardInputOnce(inputs)) FailValidation(kStandardInputTwice);
  if (options.cluster || !options.against.empty()) {
    options.paths = paths.empty() ? std::vector<std::string>{"."} : paths;
    return;
  }
  if (paths.size() != 2) FailValidation("OLD and NEW are required, or --against or --cluster");
  options.before = paths[0];
  options.paths = {paths[1]};
}

int RunSides(const Command& command, DiffOptions& options, const SettingsFlags& flags) {
  auto settings = ReadSettings("diff", options.paths, flags);
  if (!settings) return kExitUsage;
  settings->Filter(command, options.filter);
  if (!command.Given("--policy")) {
    for (const auto& [name, policy] : kPolicies) {
      if (settings->policy.value == name) options.policy = policy;
    }
  }
  return RunGuarded("diff", [&] { return RunDiff(options); });
}

}  // namespace

void AddDiff(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("diff", "Compare CRDs by their effect on objects and clients");
  auto options = std::make_shared<DiffOptions>();
  auto paths = std::make_shared<std::vector<std::string>>();
  AddPathArguments(*command, *paths,
                   "Old and new CRDs: a file, a folder, - for standard input, or REVISION:PATH\n"
                   "of a git repository, as git show understands it")
      ->TypeName("OLD NEW");
  auto* against = command->AddOption("--against", options->against,
                                     "The old CRDs, as of lint: a file, a folder, - for standard input, a git\n"
                                     "revision of PATH, or REVISION:PATH (git:NAME if a file NAME also exists);\n"
                                     "each PATH has new ones");
  against->TypeName("PATH|REVISION");
  AddFilterFlags(*command, options->filter);
  AddDiffOutput(*command, *options);
  auto config = std::make_shared<kube::ConfigFlags>();
  auto* cluster = AddClusterFlag(*command, config.get(),
                                 "The API server has the old CRDs, and its objects are counted; each PATH has\n"
                                 "new CRDs. NAME is a cluster of the kubeconfig");
  cluster->Excludes(against);
  auto of_cluster = AddWalkFlags(*command, options->stored);
  of_cluster.push_back(AddOnlyStored(*command, *options));
  auto settings = std::make_shared<SettingsFlags>();
  AddSettingsFlags(*command, *settings);
  command->SetHelpTexts(kDiffFooter);
  command->OnRun([=] {
    RequireCluster(*command);
    if (cluster->given()) options->cluster = *config;
    for (const Argument* flag : of_cluster) {
      if (flag->given() && !options->cluster) FailRequires(flag->name(), "--cluster");
    }
    CheckSides(*paths, *options);
    *exit_code = RunSides(*command, *options, *settings);
  });
}

}  // namespace structural::cli
