#include "cli/batch.h"

#include <algorithm>
#include <iostream>
#include <iterator>

#include "cli/command.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr BatchOperation kOperations[] = {
    {"condition", "a CRD, v1 or v1beta1 -> its NonStructuralSchema condition", BatchCondition},
    {"conditioninternal", "a CRD -> its violations with the paths of Kubernetes 1.15 to 1.17",
     BatchConditionInternal},
    {"convert", "a CRD -> the defaulted object in v1 and in v1beta1", BatchConvert},
    {"roundtrip", "{\"schema\": S} -> S through its structural form and back", BatchRoundtrip},
    {"structural", "{\"schema\": S, \"path\": [\"spec\"]} -> the violations of S", BatchStructural},
};

// A mistake of ours must not end the run either.
base::Result<std::string> Judge(const BatchOperation& operation, std::string_view line,
                                base::Arena& arena) {
  try {
    return operation.run(line, arena);
  } catch (const std::exception& e) {
    return {base::ErrorCode::kInternal, std::string("internal error: ") + e.what()};
  }
}

std::string Answer(const BatchOperation& operation, std::string_view line, base::Arena& arena) {
  auto answer = Judge(operation, line, arena);
  if (answer.ok()) return *std::move(answer);
  std::string error = "{\"error\":";
  base::AppendJsonString(answer.error().message(), error);
  return error + "}";
}

// Answers are flushed when no further line is waiting, so that a caller can ask line by line.
int Run(const BatchOperation& operation, std::istream& in, std::ostream& out) {
  base::Arena arena;
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    out << Answer(operation, line, arena) << '\n';
    arena.Reset();
    if (in.rdbuf()->in_avail() <= 0) out.flush();
  }
  out.flush();
  if (in.bad() || !out) {
    std::cerr << "structural batch: "
              << (out ? "reading standard input" : "writing standard output") << " failed\n";
    return kExitFailure;
  }
  return kExitOk;
}

std::string OperationsHelp() {
  std::string help = "Operations:\n";
  for (const BatchOperation& operation : kOperations) {
    help.append("  ").append(operation.name).append("\t").append(operation.help).append("\n");
  }
  return help +
         "\nExample:\n  kubectl get crd NAME -o json | jq -c . | structural batch condition\n";
}

}  // namespace

std::span<const BatchOperation> BatchOperations() { return kOperations; }

void AddBatch(CLI::App& app, int* exit_code) {
  auto* command =
      app.add_subcommand("batch", "Read one JSON object a line, write one answer a line");
  command->footer(OperationsHelp());
  auto name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const BatchOperation& operation : kOperations) names.emplace_back(operation.name);
  command->add_option("OPERATION", *name, "What to answer")
      ->required()
      ->check(CLI::IsMember(names));
  command->callback([name, exit_code] {
    std::ios::sync_with_stdio(false);
    const auto* operation = std::ranges::find(kOperations, *name, &BatchOperation::name);
    *exit_code = Run(*operation, std::cin, std::cout);
  });
}

}  // namespace structural::cli
