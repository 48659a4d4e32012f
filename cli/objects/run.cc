#include "cli/objects/run.h"

#include <algorithm>
#include <iostream>
#include <utility>
#include <variant>

#include <unistd.h>

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/input_flags.h"
#include "cli/lint/files.h"
#include "cli/lint/locate.h"
#include "cli/lint/read_input.h"
#include "cli/lint/reread_note.h"
#include "cli/lint/wrap.h"
#include "cli/list_items.h"
#include "cli/objects/crd_schemas.h"
#include "cli/objects/in_order.h"
#include "cli/objects/kep_prune.h"
#include "cli/objects/old_objects.h"
#include "cli/objects/union_task.h"
#include "cli/terminal.h"
#include "cli/unified_diff.h"
#include "document/reader.h"
#include "document/write_yaml.h"
#include "schema/ops/lookup.h"
#include "schema/ops/parse.h"

namespace structural::cli {
namespace {

using document::Document;
using ops::Value;

// Where an object comes from.
struct Source {
  const std::string& file;
  const Document& document;
  std::string_view object;  // a part of the document's JSON
  bool json;                // and not YAML, is how it is printed
  bool in_folder;           // which was named, and not the file
};

// What objects are judged by.
struct Known {
  CrdSchemas schemas;
  OldObjects old;
  std::size_t foreign = 0;  // documents in folders that are none of the CRDs' business
};

// One object in a file.
class ObjectRun {
 public:
  ObjectRun(const Source& source, const ObjectsOptions& options, base::Arena& arena)
      : source_(source), options_(options), tree_(source.object), arena_(arena) {}

  // False where something is wrong, or changes and that counts.
  bool Run(Known& known);

 private:
  bool IsForeign(const Value& object, const CrdSchemas& schemas) const;
  const ResourceSchema* SchemaOf(const Value& object, const CrdSchemas& schemas);
  Value Sent() { return *ops::Parser(arena_).Parse(source_.object); }
  Remarks Do(Value& object, const ResourceSchema& schema, const OldObjects& old);
  bool Say(std::string_view path, std::string text);
  std::string Text(std::string_view json) const;
  bool Print(const Value& object, std::string_view name);

  const Source& source_;
  const ObjectsOptions& options_;
  document::Tree tree_;
  base::Arena& arena_;
};

// At the place that the path names, or the last one on the way that is there. What is there may not
// be what is written.
bool ObjectRun::Say(std::string_view path, std::string text) {
  const auto place = lint::Locate(tree_, document::Tree::kRoot, path == "<nil>" ? "" : path);
  const auto begin = static_cast<std::size_t>(source_.object.data() - source_.document.json.data());
  const Document& document = source_.document;
  const document::Position at = document.At(begin + tree_.Offset(place.node));
  std::string note = place.found ? lint::RereadNote(document, at) : "";
  if (place.found && note.empty()) {
    note = lint::RereadNote(document, document.At(begin + tree_.ValueOffset(place.node)));
  }
  Complain(source_.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
           lint::Printable(text.append(note)));
  return false;
}

std::string ObjectRun::Text(std::string_view json) const {
  std::string text;
  if (source_.json) return text.append(json).append("\n");
  document::AppendYaml(json, text);
  return text;
}

// Both sides of a diff are written in the same way: nothing differs but what was changed.
bool ObjectRun::Print(const Value& object, std::string_view name) {
  const std::string after = Text(JsonInOrder(object, tree_));
  if (!options_.diff) {
    std::cout << (source_.json ? "" : "---\n") << after;
    return true;
  }
  const std::string label = (source_.file + " ").append(name);
  const std::string diff = UnifiedDiff(label, Text(JsonInOrder(Sent(), tree_)), label, after,
                                       WantsColours(STDOUT_FILENO));
  std::cout << diff;
  return diff.empty();
}

const ResourceSchema* ObjectRun::SchemaOf(const Value& object, const CrdSchemas& schemas) {
  const Value* version = object.Find("apiVersion");
  const Value* kind = object.Find("kind");
  if (version == nullptr || kind == nullptr || !version->is_string() || !kind->is_string()) {
    return Say("", "no object: apiVersion or kind is missing"), nullptr;
  }
  const ResourceSchema* schema = schemas.Find(version->text(), kind->text());
  if (schema == nullptr) {
    Say("apiVersion",
        "no CRD has " + std::string(kind->text()) + " in " + std::string(version->text()));
  } else if (!schema->unusable.empty() && !options_.kep) {
    Say("", "the CRD has no structural schema: " + schema->unusable);
    return nullptr;
  } else if (options_.task == ObjectsTask::kUnion && !schema->unions_unusable.empty()) {
    Say("", "the CRD's unions cannot be used: " + schema->unions_unusable);
    return nullptr;
  }
  return schema;
}

std::string NameOf(const Value& object) {
  std::string name(object.Find("kind")->text());
  const std::string_view own = TextOf(Below(object.Find("metadata"), "name"));
  return own.empty() ? name : name.append(" ").append(own);
}

Remarks ObjectRun::Do(Value& object, const ResourceSchema& schema, const OldObjects& old) {
  if (options_.kep) return PruneAsKep(object, schema.kep, options_.nested_no_prune, arena_);
  if (options_.task != ObjectsTask::kUnion) return DoTask(options_.task, object, schema, arena_);
  const Value* before = old.Find(object);
  if (before == nullptr && !options_.old.empty()) {
    Say("", "notice: it is not among the old objects, and so taken as new");
  }
  return NormalizeUnions({before, Sent(), object}, schema, arena_);
}

// Beside custom resources a folder has what kustomize reads, and objects of Kubernetes' own.
bool ObjectRun::IsForeign(const Value& object, const CrdSchemas& schemas) const {
  const Value* version = object.is_object() ? object.Find("apiVersion") : nullptr;
  const bool text = version != nullptr && version->is_string();
  return source_.in_folder && (!text || !schemas.KnowsGroupOf(version->text()));
}

bool ObjectRun::Run(Known& known) {
  const auto parsed = ops::Parser(arena_).Parse(source_.object);
  if (!parsed.ok()) return Say("", parsed.error().message());
  Value object = *parsed;
  if (object.is_null()) return true;
  if (IsForeign(object, known.schemas)) return ++known.foreign, true;
  const ResourceSchema* schema = SchemaOf(object, known.schemas);
  if (schema == nullptr) return false;
  const std::string name = NameOf(object);
  const Remarks remarks = Do(object, *schema, known.old);
  for (const auto& [path, text] : remarks.all) Say(path, text);
  if (options_.task == ObjectsTask::kValidate) return remarks.fine;
  return Print(object, name) && remarks.fine;
}

bool PrintsJson(std::string_view text, const std::string& output) {
  if (!output.empty()) return output == "json";
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

int RunFile(const lint::Input& input, const ObjectsOptions& options, Known& known) {
  const std::string& file = input.path;
  const auto text = lint::ReadInput(input);
  if (!text.ok()) {
    Complain(file + ": " + text.error().message());
    return kExitUsage;
  }
  int exit_code = kExitOk;
  base::Arena arena;
  document::Reader reader(*text);
  const bool json = PrintsJson(reader.text(), options.output);
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      Complain(file + ":" + std::to_string(problem->at.line) + ":" +
               std::to_string(problem->at.column) + ": " + problem->message);
      exit_code = kExitUsage;
      continue;
    }
    const auto& document = std::get<Document>(*next);
    for (const std::string_view object : ItemsOf(document.json)) {
      const Source source{file, document, object, json, input.in_folder};
      if (!ObjectRun(source, options, arena).Run(known))
        exit_code = std::max<int>(exit_code, kExitFailure);
      arena.Reset();
    }
  }
  return exit_code;
}

base::Status ReadKnown(const ObjectsOptions& options, Known& known) {
  std::vector<std::string> inputs = options.paths;
  inputs.insert(inputs.end(), options.crds.begin(), options.crds.end());
  inputs.insert(inputs.end(), options.old.begin(), options.old.end());
  if (!OneStandardInput(inputs)) return {base::ErrorCode::kInvalidInput, kOneStandardInput};
  for (const std::string& path : options.crds) {
    base::Status read = known.schemas.Read(path);
    if (!read.ok()) return read;
  }
  return known.old.Read(options.old);
}

void TellForeign(const Known& known) {
  if (known.foreign == 0) return;
  std::cerr << "notice: " << known.foreign << (known.foreign == 1 ? " document" : " documents")
            << " in folders passed over: no CRD has their API group\n";
}

}  // namespace

int RunObjects(const ObjectsOptions& options) {
  Known known;
  const base::Status read = ReadKnown(options, known);
  if (!read.ok()) {
    Complain(read.error().message());
    return kExitUsage;
  }
  int exit_code = kExitOk;
  lint::Files files(options.paths, {});
  while (const auto file = files.Next()) {
    exit_code = std::max(exit_code, RunFile(*file, options, known));
  }
  for (const std::string& error : files.errors()) Complain(error);
  TellForeign(known);
  if (!std::cout.flush()) {
    std::cerr << "structural: cannot write the objects\n";
    return kExitInternal;
  }
  return files.errors().empty() ? exit_code : kExitUsage;
}

}  // namespace structural::cli
