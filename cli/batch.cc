#include "cli/batch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <iterator>
#include <thread>

#include <unistd.h>

#include "cli/command.h"
#include "cli/line_blocks.h"
#include "cli/ordered_work.h"
#include "cli/progress.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr BatchOperation kOperations[] = {
    {"condition", "a CRD, v1 or v1beta1 -> its NonStructuralSchema condition", BatchCondition},
    {"conditioninternal", "a CRD -> its violations with the paths of Kubernetes 1.15 to 1.17",
     BatchConditionInternal},
    {"convert", "a CRD -> the defaulted object in v1 and in v1beta1", BatchConvert},
    {"default", "{\"schema\": S, \"object\": O} -> O with the defaults of S", BatchDefault},
    {"defaultserver", "the same, after pruning and dropping nulls: what the server does",
     BatchDefaultServer},
    {"listtype",
     "{\"schema\": S, \"object\": O} -> repetitions in O's lists that S calls sets and maps",
     BatchListType},
    {"objectmeta",
     "{\"schema\": S, \"object\": O} -> O with metadata as its Go type has it, and what is wrong",
     BatchObjectMeta},
    {"prune",
     "{\"schema\": S, \"object\": O, \"isResourceRoot\": true} -> O without what S does not "
     "specify",
     BatchPrune},
    {"prunedefaults", "{\"schema\": S} -> S with its defaults pruned", BatchPruneDefaults},
    {"prunenulls", "{\"schema\": S, \"object\": O} -> O without nulls that S does not allow",
     BatchPruneNulls},
    {"roundtrip", "{\"schema\": S} -> S through its structural form and back", BatchRoundtrip},
    {"skeleton", "{\"schema\": S} -> S without value validations", BatchSkeleton},
    {"stripnullable", "{\"schema\": S} -> S without nullable", BatchStripNullable},
    {"structural", "{\"schema\": S, \"path\": [\"spec\"]} -> the violations of S", BatchStructural},
    {"unfold", "{\"schema\": S} -> S with what x-kubernetes-int-or-string stands for", BatchUnfold},
    {"unfoldskeleton", "{\"schema\": S} -> the skeleton of what unfold gives", BatchUnfoldSkeleton},
    {"validatecr", "{\"schema\": S, \"object\": O} -> what the server finds wrong with O",
     BatchValidateCr},
    {"validatedefaults", "{\"schema\": S} -> what is wrong with the defaults of S",
     BatchValidateDefaults},
    {"yaml", "{\"yaml\": TEXT} -> its first document as JSON, as kubectl reads it", BatchYaml},
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

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string AnswerLines(const BatchOperation& operation, std::string_view block,
                        base::Arena& arena) {
  std::string answers;
  while (!block.empty()) {
    const std::string_view line = block.substr(0, block.find('\n'));
    block.remove_prefix(std::min(line.size() + 1, block.size()));
    if (IsBlank(line)) continue;
    answers += Answer(operation, line, arena) += '\n';
    arena.Reset();
  }
  return answers;
}

bool WriteAll(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fflush(stdout) == 0;
}

int Fail(const char* step, int error) {
  std::cerr << "structural batch: " << step << ": " << std::strerror(error) << "\n";
  return kExitFailure;
}

int Run(const BatchOperation& operation, int jobs) {
  LineBlocks lines(STDIN_FILENO);
  std::vector<base::Arena> arenas(jobs);
  Progress progress;
  int write_error = 0;
  RunOrdered({.read = [&](std::string& block) { return lines.Next(block); },
              .work = [&](const std::string& block,
                          int worker) { return AnswerLines(operation, block, arenas[worker]); },
              .write =
                  [&](const std::string& answers) {
                    progress.Add(std::count(answers.begin(), answers.end(), '\n'), answers.size());
                    if (!WriteAll(answers)) write_error = errno;
                    return write_error == 0;
                  }},
             jobs);
  if (write_error != 0) return Fail("write the answers", write_error);
  return lines.error() != 0 ? Fail("read standard input", lines.error()) : kExitOk;
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
  auto jobs = std::make_shared<int>(std::max(1u, std::thread::hardware_concurrency()));
  command->add_option("-j,--jobs", *jobs, "Lines that are answered at the same time")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->callback([name, jobs, exit_code] {
    const auto* operation = std::ranges::find(kOperations, *name, &BatchOperation::name);
    *exit_code = Run(*operation, *jobs);
  });
}

}  // namespace structural::cli
