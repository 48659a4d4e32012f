#include "cli/batch/batch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
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

// Suffixes that the flags --whole and --stored append to the name of an operation.
constexpr std::string_view kWhole = " --whole", kStored = " --stored";

// Returns the answer to one line. An exception becomes an error, because one bug must not end the run for the other
// lines.
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

// Returns the number of newlines. Uses find(), which calls memchr, because std::count compares single characters and is
// slower.
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
  command->SetHelpTexts(OperationsHelp());
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

namespace {

constexpr BatchOperation kOperations[] = {
    {"cel",
     "{\"expr\": E, \"schema\": S, \"self\": V} -> the type and cost of E as a rule of S, and its "
     "result for V",
     AnswerCelLine},
    {"admit",
     "{\"crd\": C, \"object\": O, \"old\": O, \"subresource\": \"status\"} -> the server's answer to "
     "the create or update of O",
     AnswerAdmitLine},
    {"applies",
     "{\"crd\": C, \"name\": N, \"live\": O, \"requests\": [R, ...]} -> the server's answers to applies and other "
     "requests of several managers to one object",
     AnswerAppliesLine},
    {"compatibility",
     "a CRD, or {\"old\": CRD, \"new\": CRD} -> whether the server accepts its schemas, with "
     "reasons",
     AnswerCompatibilityLine},
    {"condition", "a CRD, v1 or v1beta1 -> its NonStructuralSchema condition", AnswerConditionLine},
    {"conditioninternal", "a CRD -> its violations with the paths of Kubernetes 1.15 to 1.17",
     AnswerConditionInternalLine},
    {"convert", "a CRD -> the defaulted object in v1 and in v1beta1", AnswerConvertLine},
    {"crdjson", "a CRD in v1 in protobuf, as Base64 -> the CRD in JSON", AnswerCrdJsonLine},
    {"crdcel", "a CRD -> its rules in CEL, with errors and estimated costs", AnswerCrdCelLine},
    {"crdcel --stored", "the same as when the rules were stored before", AnswerCrdCelStoredLine},
    {"default", "{\"schema\": S, \"object\": O} -> O with the defaults of S", AnswerDefaultLine},
    {"defaultserver", "the same, after pruning and dropping nulls, as the server does", AnswerDefaultServerLine},
    {"diff",
     "{\"old\": CRD, \"new\": CRD} -> what the update means for objects and clients, with objects that "
     "show it",
     AnswerDiffLine},
    {"documents", "{\"yaml\": TEXT} -> the documents of a JSON or YAML file, as kubectl reads them",
     AnswerDocumentsLine},
    {"example", "{\"crd\": C, \"version\": V, \"size\": \"smallest\"} -> an object of C that a server creates",
     AnswerExampleLine},
    {"jsonschema",
     "{\"crd\": C, \"version\": V, \"draft\": \"2020-12\", \"open\": true} -> the JSON Schema of a version",
     AnswerJsonSchemaLine},
    {"kubeopenapi", "a CRD -> the definitions that the server publishes of its versions", AnswerKubeOpenApiLine},
    {"kubeopenapi --whole", "the same, with the paths and the definitions of Kubernetes' own types",
     AnswerKubeOpenApiWholeLine},
    {"fix", "{\"crd\": C, \"allow\": \"wider\"} -> the changes that make C structural", AnswerFixLine},
    {"listtype", "{\"schema\": S, \"object\": O} -> duplicates in O's lists that are sets or maps in S",
     AnswerListTypeLine},
    {"nextwrite", "{\"crd\": C, \"object\": O} -> what C does to the stored O with its next write",
     AnswerNextWriteLine},
    {"objectmeta", "{\"schema\": S, \"object\": O} -> O with its metadata read as ObjectMeta, and the errors",
     AnswerObjectMetaLine},
    {"probes",
     "{\"crd\": C, \"version\": V, \"count\": N, \"seed\": S, \"onlyAccepted\": true, "
     "\"withStatus\": true} -> objects near the limits of C's schema",
     AnswerProbesLine},
    {"prune",
     "{\"schema\": S, \"object\": O, \"isResourceRoot\": true} -> O without the fields that S does "
     "not specify",
     AnswerPruneLine},
    {"prunedefaults", "{\"schema\": S} -> S with its defaults pruned", AnswerPruneDefaultsLine},
    {"prunenulls", "{\"schema\": S, \"object\": O} -> O without nulls that S does not allow", AnswerPruneNullsLine},
    {"roundtrip", "{\"schema\": S} -> S through its structural form and back", AnswerRoundtripLine},
    {"skeleton", "{\"schema\": S} -> S without value validations", AnswerSkeletonLine},
    {"stripnullable", "{\"schema\": S} -> S without nullable", AnswerStripNullableLine},
    {"structural", "{\"schema\": S, \"path\": [\"spec\"]} -> the violations of S", AnswerStructuralLine},
    {"structuralv2", "{\"schema\": S} -> S as far as OpenAPI v2 can express it", AnswerStructuralV2Line},
    {"unfold", "{\"schema\": S} -> S with x-kubernetes-int-or-string written out", AnswerUnfoldLine},
    {"union",
     "{\"schema\": S, \"old\": O, \"new\": N, \"mode\": \"normalize\"} -> N with the unions of S "
     "normalised",
     AnswerUnionLine},
    {"unfoldskeleton", "{\"schema\": S} -> the skeleton of the result of unfold", AnswerUnfoldSkeletonLine},
    {"upgrade",
     "{\"crd\": C, \"allow\": \"wider\"} -> the changes from C in v1beta1 to a structural CRD in "
     "v1",
     AnswerUpgradeLine},
    {"validate",
     "a CRD, or {\"old\": CRD, \"new\": CRD, \"kubernetesVersion\": \"1.30\"} -> the server's "
     "errors about it",
     AnswerValidateLine},
    {"validatecr", "{\"schema\": S, \"object\": O} -> the server's errors about O", AnswerValidateCrLine},
    {"validatedefaults", "{\"schema\": S} -> the errors in the defaults of S", AnswerValidateDefaultsLine},
    {"yaml", "{\"yaml\": TEXT} -> its first document as JSON, as kubectl reads it", AnswerYamlLine},
};

constexpr BatchOperation kKepOperations[] = {
    {"compatibility", "a CRD, or {\"old\": CRD, \"new\": CRD} -> whether the KEP's compatibility plan allows it",
     AnswerKepCompatibilityLine},
    {"prune",
     "{\"schema\": S, \"object\": O, \"nesting\": false} -> O without the fields that no branch of "
     "S specifies",
     AnswerKepPruneLine},
    {"skeleton", "{\"schema\": S} -> its skeleton, and the reasons that forbid pruning", AnswerKepSkeletonLine},
    {"structuralv2", "{\"schema\": S} -> S as the KEP publishes it in OpenAPI v2", AnswerKepStructuralV2Line},
    {"unfold", "{\"schema\": S} -> S with its extensions written out", AnswerKepUnfoldLine},
    {"unfoldskeleton", "{\"schema\": S} -> the same without value validations", AnswerKepUnfoldSkeletonLine},
    {"union",
     "{\"schema\": S, \"old\": O, \"new\": N} -> N with the unions of S normalised as in the KEP "
     "on union types",
     AnswerKepUnionLine},
};

}  // namespace

std::span<const BatchOperation> BatchOperations(Profile profile) {
  if (profile == Profile::kKep) return kKepOperations;
  return kOperations;
}

}  // namespace structural::cli
