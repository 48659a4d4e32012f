// structural prune, default and union normalize: print objects without the fields that a server drops, with the
// defaults that it sets, or with normalized unions.
#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/objects/crd_schemas.h"
#include "cli/objects/diagnostic_report.h"
#include "cli/objects/old_objects.h"
#include "cli/objects/task.h"
#include "cli/report/findings/reporter.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/files.h"
#include "cli/shared/head.h"
#include "cli/shared/input_reader.h"
#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "cli/shared/unified_diff.h"
#include "cli/shared/wrap.h"
#include "document/write_yaml.h"
#include "schema/json/members.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace {

struct ObjectsOptions {
  ObjectsTask task;
  std::vector<std::string> crds;   // files with CRDs
  std::vector<std::string> paths;  // files and folders with objects; "-" is standard input
  FileFilter filter;
  bool kep = false;              // for kPrune: prune as the KEP on pruning defines it
  bool nested_no_prune = false;  // with `kep`: allow nested x-kubernetes-no-prune, which the KEP forbids
  bool diff = false;             // true: print the changes instead of the objects
  std::string output;            // "yaml" or "json"; empty: the format of the input file
  std::vector<std::string> old;  // for kUnion: files with the objects before an update
  bool quiet = false;            // print no messages about objects
  bool allow_empty = false;      // true: a run that finds no object succeeds
};

using document::Document;
using json::Value;

// An object in a file.
struct Source {
  const std::string& file;
  const Document& document;
  std::string_view object;  // a part of the document's JSON
  bool json;                // true: print the object as JSON; false: as YAML
  bool in_folder;           // true: the user named the file's folder; false: the file itself
};

using Form = DiagnosticReport::Form;

// Words for each ObjectsTask, in the order of the enumerators: the participle for summaries, and the name of the
// command.
constexpr std::string_view kDone[] = {"pruned", "defaulted", "normalised"};
constexpr std::string_view kCommands[] = {"prune", "default", "union normalize"};

// The CRDs, messages and results of a run.
struct RunState {
  explicit RunState(const ObjectsOptions& options) : report(options.quiet ? Form::kNone : Form::kOnStandardError) {}

  CrdSchemas schemas;
  OldObjects old;
  DiagnosticReport report;
  std::size_t object_count = 0;  // number of objects that were processed
  findings::Summary summary;     // `crds`: objects without an error; `other_documents`: skipped objects and documents
};

// Processes one object of a file.
class ObjectRun {
 public:
  ObjectRun(const Source& source, const ObjectsOptions& options, RunState& known, base::Arena& arena)
      : source_(source), options_(options), known_(known), tree_(source.object), arena_(arena) {}

  // Processes and prints the object. Returns false after an error and, with --diff, if the object was changed.
  bool Run();

 private:
  bool IsForeign(const Value& object) const;
  const ResourceSchema* SchemaOf(const Value& object);
  Value Sent() { return *json::Parser(arena_).Parse(source_.object); }
  void ReportRepeatedKeys();
  Diagnostics Do(Value& object, const ResourceSchema& schema);
  void Report(std::string_view path, std::string text, bool error);
  bool Fail(std::string_view path, std::string text) {
    Report(path, std::move(text), true);
    return false;
  }
  std::string Text(std::string_view json) const;
  bool Print(const Value& object, std::string_view name);

  const Source& source_;
  const ObjectsOptions& options_;
  RunState& known_;
  document::Tree tree_;
  base::Arena& arena_;
};

// Reports a message at the position of the path. If the path does not exist, uses the position of the last part of it
// that exists.
void ObjectRun::Report(std::string_view path, std::string text, bool error) {
  const auto place = Locate(tree_, document::Tree::kRoot, path == "<nil>" ? "" : path);
  const auto begin = static_cast<std::size_t>(source_.object.data() - source_.document.json.data());
  const Document& document = source_.document;
  const document::Position at = document.At(begin + tree_.Offset(place.node));
  std::string note = place.found ? ImplicitScalarNote(document, at) : "";
  if (place.found && note.empty()) {
    note = ImplicitScalarNote(document, document.At(begin + tree_.ValueOffset(place.node)));
  }
  known_.summary.violations += error ? 1 : 0;
  known_.report.Add({source_.file, at, Printable(text.append(note))});
}

std::string ObjectRun::Text(std::string_view json) const {
  std::string text;
  if (source_.json) return text.append(json).append("\n");
  document::AppendYaml(json, text);
  return text;
}

// Prints the object or, with --diff, its changes. Returns false if a change was printed. The diff compares two texts
// that this program has formatted, so it only shows changes of values.
bool ObjectRun::Print(const Value& object, std::string_view name) {
  const std::string after = Text(JsonInOriginalOrder(object, tree_));
  if (!options_.diff) {
    std::cout << (source_.json ? "" : "---\n") << after;
    return true;
  }
  const std::string label = (source_.file + " ").append(name);
  const std::string diff = UnifiedDiff(label, Text(JsonInOriginalOrder(Sent(), tree_)), label, after, WantsColors());
  std::cout << diff;
  return diff.empty();
}

const ResourceSchema* ObjectRun::SchemaOf(const Value& object) {
  const Value* version = object.Find("apiVersion");
  const Value* kind = object.Find("kind");
  if (version == nullptr || kind == nullptr || !version->is_string() || !kind->is_string()) {
    Fail("", "not an object: apiVersion or kind is missing");
    return nullptr;
  }
  const ResourceSchema* schema = known_.schemas.Find(version->text(), kind->text());
  if (schema == nullptr) {
    Fail("apiVersion", known_.schemas.WhyNotFound(version->text(), kind->text()));
  } else if (!schema->why_unusable.empty() && !options_.kep) {
    Fail("", "the CRD has no structural schema: " + schema->why_unusable);
    return nullptr;
  } else if (options_.task != ObjectsTask::kUnion && !options_.kep && !schema->why_refused.empty()) {
    Fail("", "the API server refuses the CRD: " + schema->why_refused);
    return nullptr;
  } else if (options_.task == ObjectsTask::kUnion && !schema->why_unions_unusable.empty()) {
    Fail("", "the CRD's unions are invalid: " + schema->why_unions_unusable);
    return nullptr;
  }
  return schema;
}

std::string NameOf(const Value& object) {
  std::string name(object.Find("kind")->text());
  const std::string_view own = TextOf(Below(object.Find("metadata"), "name"));
  return own.empty() ? name : name.append(" ").append(own);
}

// Reports repeated keys as messages, not as errors: the last value of a key is used, as by a server with
// fieldValidation=Ignore or Warn.
void ObjectRun::ReportRepeatedKeys() {
  if (source_.document.duplicates.empty()) return;
  const auto begin = static_cast<std::size_t>(source_.object.data() - source_.document.json.data());
  for (const std::string& path : RepeatedKeys(source_.document, tree_, begin))
    Report(path, path + ": occurs several times, the last value counts", false);
}

Diagnostics ObjectRun::Do(Value& object, const ResourceSchema& schema) {
  if (options_.kep) return PruneAsKep(object, schema.kep, options_.nested_no_prune, arena_);
  if (options_.task != ObjectsTask::kUnion) return ApplyTask(options_.task, object, schema, arena_);
  const Value* before = known_.old.Find(object);
  if (before == nullptr && !options_.old.empty()) {
    Report("", "notice: not found in the old objects, treated as new", false);
  }
  return NormalizeUnions({before, Sent(), object}, schema, arena_);
}

// Returns whether to skip the object instead of reporting an error: it is in a folder, and no CRD has its API group.
// Examples are a kustomization, and objects of Kubernetes' own kinds.
bool ObjectRun::IsForeign(const Value& object) const {
  const Value* version = object.is_object() ? object.Find("apiVersion") : nullptr;
  const bool text = version != nullptr && version->is_string();
  return source_.in_folder && (!text || !known_.schemas.KnowsGroupOf(version->text()));
}

bool ObjectRun::Run() {
  const auto parsed = json::Parser(arena_).Parse(source_.object);
  if (!parsed.ok()) return Fail("", parsed.error().message());
  Value object = *parsed;
  if (object.is_null()) return true;
  if (IsForeign(object)) {
    ++known_.summary.other_documents;
    return true;
  }
  ++known_.object_count;
  const ResourceSchema* schema = SchemaOf(object);
  if (schema == nullptr) return false;
  const std::string name = NameOf(object);
  ReportRepeatedKeys();
  const Diagnostics diagnostics = Do(object, *schema);
  for (const auto& [path, text, error] : diagnostics.all) Report(path, text, error);
  known_.summary.crds += diagnostics.succeeded ? 1 : 0;
  return Print(object, name) && diagnostics.succeeded;
}

bool PrintsJson(std::string_view text, const std::string& output) {
  if (!output.empty()) return output == "json";
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

int RunFile(const Input& input, const ObjectsOptions& options, RunState& known) {
  const std::string& file = input.path;
  const auto text = ReadInput(input);
  const std::size_t errors = known.summary.violations;
  ++known.summary.files;
  if (!text.ok()) {
    PrintError(file + ": " + text.error().message());
    ++known.summary.unread_documents;
    return kExitUsage;
  }
  int exit_code = kExitOk;
  base::Arena arena;
  InputReader reader(*text, input.in_folder, SearchedKind::kObjects);
  const bool json = PrintsJson(reader.text(), options.output);
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      PrintError(document::PlaceText(file, problem->at) + ": " + problem->message);
      ++known.summary.unread_documents;
      exit_code = kExitUsage;
      continue;
    }
    const auto& document = std::get<Document>(*next);
    for (const std::string_view object : ItemsOf(document.json)) {
      const Source source{file, document, object, json, input.in_folder};
      if (!ObjectRun(source, options, known, arena).Run()) exit_code = std::max<int>(exit_code, kExitFailure);
      arena.Reset();
    }
  }
  known.summary.skipped.Add(file, reader.skipped(), input.chart);
  if (exit_code == kExitUsage || known.summary.violations != errors) ++known.summary.files_with_findings;
  return exit_code;
}

base::Status ReadKnown(const ObjectsOptions& options, RunState& known) {
  std::vector<std::string> inputs = options.paths;
  inputs.insert(inputs.end(), options.crds.begin(), options.crds.end());
  inputs.insert(inputs.end(), options.old.begin(), options.old.end());
  if (!ReadsStandardInputOnce(inputs)) return {base::ErrorCode::kInvalidInput, kStandardInputTwice};
  for (const std::string& path : options.crds) {
    const std::size_t before = known.schemas.crd_count();
    base::Status read = known.schemas.Read(path);
    if (!read.ok()) return read;
    if (known.schemas.crd_count() == before && !options.allow_empty)
      return {base::ErrorCode::kInvalidInput, "--crd " + path + ": no CRD found"};
  }
  return known.old.Read(options.old);
}

// Processes all objects, and prints them on standard output. Prints messages on standard error. Returns the exit code.
// 0: no error. 1: an error, or with `diff` a change. 2: an input cannot be read, or no object is found. 3: the output
// cannot be written.
int RunObjects(const ObjectsOptions& options) {
  RunState known(options);
  const base::Status read = ReadKnown(options, known);
  if (!read.ok()) {
    PrintError(read.error().message());
    return kExitUsage;
  }
  int exit_code = kExitOk;
  Files files(options.paths, options.filter);
  while (const auto file = files.Next()) {
    exit_code = std::max(exit_code, RunFile(*file, options, known));
  }
  for (const std::string& error : files.errors()) PrintError(error);
  known.summary.errors = files.errors();
  const auto task = static_cast<std::size_t>(options.task);
  known.report.End(known.summary, {"error", "object", kDone[task]});
  if (!std::cout.flush()) {
    std::cerr << "structural: cannot write the objects\n";
    return kExitInternal;
  }
  if (!files.errors().empty()) return kExitUsage;
  const bool nothing = known.object_count == 0 && exit_code == kExitOk;
  return nothing && !options.allow_empty ? ReportNothingFound(std::string(kCommands[task]), "object of the CRDs")
                                         : exit_code;
}

// Part of the help of all commands that print objects.
constexpr const char* kObjectsOutput =
    "YAML is printed as YAML, and JSON as JSON. The output keeps the order of keys. It does not "
    "keep\n"
    "comments, quotes and line breaks within values, and writes out aliases.\n";

// Each of the next functions adds a flag or argument to a command, and returns it. `options` must outlive the command.

Argument* AddCrds(Command& command, ObjectsOptions& options) {
  return command.AddOption("--crd", options.crds, "Files and folders with CRDs, YAML or JSON; repeatable")
      ->TypeName("PATH");
}

Argument* AddObjectPaths(Command& command, ObjectsOptions& options) {
  AddFilterFlags(command, options.filter);
  return AddPathArguments(command, options.paths, "Files and folders with objects, YAML or JSON; - is standard input");
}

Argument* AddDiff(Command& command, ObjectsOptions& options) {
  AddColorFlag(command);
  return command.AddFlag("--diff", options.diff,
                         "Print the changes as a unified diff, and exit with 1 if anything would\n"
                         "change");
}

Argument* AddForm(Command& command, ObjectsOptions& options) {
  return command.AddOption("-o,--output", options.output, "Output format (default: as the file)")
      ->OneOf({"yaml", "json"});
}

// Adds --quiet and --allow-empty.
void AddManner(Command& command, ObjectsOptions& options) {
  command.AddFlag("-q,--quiet", options.quiet, "Do not print findings; print only the objects");
  AddAllowEmptyFlag(command, options.allow_empty);
}

constexpr const char* kPruneFooter =
    "\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  errors, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "structural validate --cluster --assume-pruning tells what the objects of a cluster would lose.\n\n"
    "Examples:\n"
    "  structural prune --crd crd.yaml examples/\n"
    "  structural prune --crd crd.yaml --diff examples/\n"
    "  structural prune --crd crd.yaml --profile kep examples/\n";

struct PruneFlags {
  ObjectsOptions files;
  std::string profile = "kubernetes";
};

void AddProfile(Command& command, PruneFlags& flags) {
  auto* profile = command
                      .AddOption("--profile", flags.profile,
                                 "Pruning as in Kubernetes, or as in the pruning KEP, which accepts\n"
                                 "any schema and keeps fields that any branch names")
                      ->OneOf({"kubernetes", "kep"})
                      ->ShowDefault();
  command
      .AddFlag("--nested-no-prune", flags.files.nested_no_prune,
               "With --profile kep: allow nested x-kubernetes-no-prune, which the KEP\n"
               "describes but does not allow")
      ->Needs(profile);
}

constexpr const char* kObjectsFooter =
    "Objects are matched to CRDs by apiVersion and kind.\n\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  errors, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n";

// structural union normalize: normalizes objects whose schemas declare unions.
constexpr const char* kUnionFooter =
    "A union is a set of fields; at most one of them is set. A CRD declares unions with\n"
    "x-kubernetes-unions in its schema or with the annotation structural.lint/unions, as in the\n"
    "KEP on union types. The command reports each field that it clears or sets. It does not\n"
    "prune, default or validate; run structural validate on its output for that.\n\n"
    "Objects are matched to CRDs by apiVersion and kind, and to old objects by namespace and\n"
    "name.\n\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  the intended member is unknown, other errors, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural union normalize --crd crd.yaml --old before.yaml after.yaml\n"
    "  kubectl get machines -A -o yaml | structural union normalize --crd crd.yaml --old - after/\n"
    "  structural union normalize --crd crd.yaml --diff new/\n";

}  // namespace

void AddPrune(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("prune", "Drop the fields of custom resources that the schema does not specify");
  auto flags = std::make_shared<PruneFlags>();
  flags->files.task = ObjectsTask::kPrune;
  AddCrds(*command, flags->files)->Required();
  AddObjectPaths(*command, flags->files)->Required();
  AddDiff(*command, flags->files);
  AddProfile(*command, *flags);
  AddForm(*command, flags->files);
  AddManner(*command, flags->files);
  command->SetHelpTexts(std::string("Objects are matched to CRDs by apiVersion and kind, and printed without the "
                                    "dropped\n"
                                    "fields.\n") +
                        kObjectsOutput + kPruneFooter);
  command->OnRun([=] {
    flags->files.kep = flags->profile == "kep";
    *exit_code = RunGuarded("prune", [&] { return RunObjects(flags->files); });
  });
}

void AddObjects(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("default", "Set the defaults of custom resources, as the API server does");
  auto options = std::make_shared<ObjectsOptions>();
  options->task = ObjectsTask::kDefault;
  AddCrds(*command, *options)->Required();
  AddObjectPaths(*command, *options)->Required();
  AddDiff(*command, *options);
  AddForm(*command, *options);
  AddManner(*command, *options);
  command->SetHelpTexts(std::string(kObjectsFooter) + kObjectsOutput +
                        "\nExamples:\n  structural default --crd crd.yaml machine.yaml\n"
                        "  structural default --crd crd.yaml --diff examples/\n");
  command->OnRun([options, exit_code] { *exit_code = RunGuarded("default", [&] { return RunObjects(*options); }); });
}

void AddUnionNormalize(Command& unions, int* exit_code) {
  auto* command = unions.AddSubcommand("normalize", "Clear the union fields that an update replaces");
  auto options = std::make_shared<ObjectsOptions>();
  options->task = ObjectsTask::kUnion;
  AddCrds(*command, *options)->Required();
  AddObjectPaths(*command, *options)->Required();
  command
      ->AddOption("--old", options->old,
                  "Files and folders with the objects before the update; repeatable. Other objects\n"
                  "are new")
      ->TypeName("PATH");
  AddDiff(*command, *options);
  AddForm(*command, *options);
  AddManner(*command, *options);
  command->SetHelpTexts(std::string(kObjectsOutput) + "\n" + kUnionFooter);
  command->OnRun(
      [options, exit_code] { *exit_code = RunGuarded("union normalize", [&] { return RunObjects(*options); }); });
}

}  // namespace structural::cli
