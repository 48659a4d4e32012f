#include "cli/batch/batch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <iterator>
#include <thread>
#include <utility>

#include <unistd.h>

#include "cli/batch/line_blocks.h"
#include "cli/shared/command.h"
#include "cli/shared/ordered_work.h"
#include "cli/shared/output.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

// Suffixes of an operation's name for its flags.
constexpr std::string_view kWhole = " --whole", kStored = " --stored";

// Catches exceptions, so that a bug does not end the run.
base::Result<std::string> AnswerLine(const BatchOperation& operation, std::string_view line, base::Arena& arena) {
  try {
    return operation.run(line, arena);
  } catch (const std::exception& e) {
    return {base::ErrorCode::kInternal, std::string("internal error: ") + e.what()};
  }
}

std::string Answer(const BatchOperation& operation, std::string_view line, base::Arena& arena) {
  auto answer = AnswerLine(operation, line, arena);
  if (answer.ok()) return *std::move(answer);
  return json::Writer().BeginObject().Add("error", answer.error().message()).EndObject().Take();
}

bool IsBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

std::string AnswerLines(const BatchOperation& operation, std::string_view block, base::Arena& arena) {
  std::string answers;
  while (!block.empty()) {
    const std::string_view line = block.substr(0, block.find('\n'));
    block.remove_prefix(std::min(line.size() + 1, block.size()));
    if (IsBlank(line)) continue;
    std::string answer = Answer(operation, line, arena);
    if (answers.empty()) {
      answers = std::move(answer);
    } else {
      answers += answer;
    }
    answers += '\n';
    arena.Reset();
  }
  return answers;
}

// Uses memchr, because std::count checks single characters.
std::size_t CountLines(std::string_view text) {
  std::size_t lines = 0;
  for (auto at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) ++lines;
  return lines;
}

bool WriteAll(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return Flush();
  EndIfPipeClosed();
  return false;
}

int Fail(const char* step, int error, int exit_code) {
  std::cerr << "structural batch: " << step << ": " << std::strerror(error) << "\n";
  return exit_code;
}

int Run(const BatchOperation& operation, int jobs) {
  LineBlocks lines(STDIN_FILENO);
  std::vector<base::Arena> arenas(jobs);
  Progress progress;
  int write_error = 0;
  RunOrdered<std::string, std::string>(
      {.read = [&](std::string& block) { return lines.Next(block); },
       .work = [&](const std::string& block, int worker) { return AnswerLines(operation, block, arenas[worker]); },
       .write =
           [&](const std::string& answers) {
             progress.Add(CountLines(answers), answers.size());
             if (!WriteAll(answers)) write_error = errno;
             return write_error == 0;
           }},
      jobs);
  if (write_error != 0) return Fail("cannot write the answers", write_error, kExitInternal);
  return lines.error() == 0 ? kExitOk : Fail("cannot read standard input", lines.error(), kExitUsage);
}

void AppendHelp(Profile profile, std::string& to) {
  for (const BatchOperation& operation : BatchOperations(profile)) {
    to.append("  ").append(operation.name).append("\t").append(operation.help).append("\n");
  }
}

std::string OperationsHelp() {
  std::string help = "Operations:\n";
  AppendHelp(Profile::kKubernetes, help);
  help +=
      "\n"
      "Operations with --profile kep:\n";
  AppendHelp(Profile::kKep, help);
  return help +
         "\n"
         "Exit codes:\n"
         "  0  every line has an answer\n"
         "  2  wrong arguments or an input that cannot be read\n"
         "  3  the answers cannot be written\n\n"
         "Examples:\n"
         "  kubectl get crd NAME -o json | jq -c . | structural batch condition\n";
}

const BatchOperation* Find(std::string_view name, Profile profile) {
  for (const BatchOperation& operation : BatchOperations(profile)) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

int RunNamed(const std::string& name, Profile profile, int jobs) {
  const BatchOperation* operation = Find(name, profile);
  if (operation != nullptr) return Run(*operation, jobs);
  std::cerr << "structural batch: unknown operation " << name << (profile == Profile::kKep ? " of --profile kep" : "")
            << ", see --help\n";
  return kExitUsage;
}

}  // namespace

void AddBatch(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("batch", "Read one JSON object per line and print one result per line");
  command->Footer(OperationsHelp());
  auto name = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const auto& operation : BatchOperations()) {
    if (operation.name.find(' ') == std::string_view::npos) names.emplace_back(operation.name);
  }
  command->AddOption("OPERATION", *name, "Operation on each line")->Required()->OneOf(names);
  auto jobs = std::make_shared<int>(std::max(1u, std::thread::hardware_concurrency()));
  command->AddOption("-j,--jobs", *jobs, "Number of lines that are processed in parallel")
      ->Between(1, 256)
      ->ShowDefault();
  auto whole = std::make_shared<bool>(false);
  command->AddFlag("--whole", *whole, "kubeopenapi: include the paths and Kubernetes' own definitions");
  auto stored = std::make_shared<bool>(false);
  command->AddFlag("--stored", *stored, "crdcel: compile rules as those of a stored CRD");
  auto profile = std::make_shared<std::string>("kubernetes");
  command->AddOption("--profile", *profile, "Behaviour of Kubernetes, or of the KEPs where they differ")
      ->OneOf({"kubernetes", "kep"})
      ->ShowDefault();
  command->OnRun([name, jobs, profile, whole, stored, exit_code] {
    const auto chosen = *profile == "kep" ? Profile::kKep : Profile::kKubernetes;
    std::string named = *name;
    if (*whole) named += kWhole;
    if (*stored) named += kStored;
    *exit_code = RunNamed(named, chosen, *jobs);
  });
}

}  // namespace structural::cli
