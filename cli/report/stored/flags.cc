#include "cli/report/stored/flags.h"

namespace structural::cli {
namespace {

constexpr const char* kOfCluster = "With --cluster";

Argument* AddPatterns(Command& command, const char* name, std::vector<std::string>& patterns, const std::string& help) {
  return command.AddOption(name, patterns, help + "; * and ? are wildcards; repeatable");
}

}  // namespace

WalkOptions StoredFlags::Walk(std::string command, const kube::ConfigFlags& config) const {
  return {.command = std::move(command),
          .config = config,
          .crds = {},
          .selector = selector,
          .namespace_ = namespace_,
          .page = page};
}

std::vector<Argument*> AddWalkFlags(Command& command, StoredFlags& flags) {
  auto* const space =
      command.AddOption("-n,--namespace", flags.namespace_, "Only objects in this namespace")->TypeName("NAME");
  std::vector<Argument*> all = {
      space,
      command.AddFlag("-A,--all-namespaces", flags.all_namespaces, "Objects in all namespaces (default)")
          ->Excludes(space),
      AddPatterns(command, "--name", flags.selector.names, "Only CRDs with this name"),
      AddPatterns(command, "--group", flags.selector.groups, "Only CRDs of this API group"),
      command.AddOption("--chunk-size", flags.page, "Maximum number of objects per request")
          ->Between(1, 1'000'000)
          ->ShowDefault()};
  for (Argument* option : all) option->Group(kOfCluster);
  return all;
}

std::vector<Argument*> AddStoredFlags(Command& command, StoredFlags& flags) {
  auto all = AddWalkFlags(command, flags);
  all.push_back(
      command.AddFlag("--summary", flags.summary_only, "Print only the counts, not each object")->Group(kOfCluster));
  all.push_back(command
                    .AddFlag("--assume-pruning", flags.assume_pruning,
                             "Only the CRDs with preserveUnknownFields: true, as if it were false")
                    ->Group(kOfCluster));
  return all;
}

}  // namespace structural::cli
