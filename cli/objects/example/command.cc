// structural example: generates objects from the schemas of CRDs, and prints those that a server accepts.
#include "cli/shared/command.h"

#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/cel/field.h"
#include "cli/report/findings/server_errors.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "document/write_yaml.h"
#include "schema/admission/served.h"
#include "schema/crd/model/structural.h"
#include "schema/example/example.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/values/generator.h"

namespace structural::cli {
namespace {

using crd::Structural;
using json::Value;

constexpr int kMaxLevels = 200;  // maximum depth of commented values; deeper values get no comments

std::string JsonText(const Value& value) {
  std::string json;
  json::AppendJson(value, json);
  return json;
}

// Returns the first paragraph of the schema's description, without control characters.
std::string SummaryOf(const Structural& schema) {
  const std::string text = schema.generic.description.Value();
  const std::string paragraph = text.substr(0, text.find("\n\n"));
  return Printable(paragraph);
}

// Writes a value as a YAML document without `---`. Above each field, a comment has the first paragraph of the
// description in the field's schema. If the schema is null, no comments are written.
class CommentWriter {
 public:
  explicit CommentWriter(std::string& to) : to_(to) {}

  void Node(const Value& value, const Structural* schema, int indent) {
    if (value.is_object() && !value.members().empty() && level_ < kMaxLevels) {
      ++level_;
      Members(value, schema, indent);
      --level_;
    } else {
      std::string yaml;
      document::AppendYaml(JsonText(value), yaml);
      to_ += Shifted(yaml, indent);
    }
  }

 private:
  static std::string Shifted(std::string_view yaml, int indent) {
    return Indented(yaml, std::string(static_cast<std::size_t>(indent), ' '));
  }

  void Comment(const Structural* schema, int indent) {
    if (schema == nullptr || schema->generic.description.empty()) return;
    const std::string summary = SummaryOf(*schema);
    if (summary.empty()) return;
    to_ += Wrapped(summary, std::string(static_cast<std::size_t>(indent), ' ') + "# ");
  }

  void Members(const Value& object, const Structural* schema, int indent) {
    for (const json::Member& member : object.members()) {
      const Structural* field = FieldOf(schema, member.key);
      Comment(field, indent);
      Member(member, field, indent);
    }
  }

  static const Structural* FieldOf(const Structural* schema, std::string_view key) {
    if (schema == nullptr) return nullptr;
    const Structural* own = schema->properties.Find(key);
    return own != nullptr ? own : crd::AdditionalPropertiesOf(*schema);
  }

  // Returns the key as YAML, with a colon.
  static std::string Key(std::string_view key) {
    json::Writer writer;
    std::string yaml;
    document::AppendYaml(writer.BeginObject().AnyKey(key).Add(0).EndObject().Take(), yaml);
    return yaml.substr(0, yaml.rfind(" 0"));
  }

  void Member(const json::Member& member, const Structural* field, int indent) {
    const Value& value = member.value;
    const bool nested = value.is_container() && !IsEmpty(value) && level_ < kMaxLevels;
    if (!nested) {
      json::Writer writer;
      std::string yaml;
      document::AppendYaml(writer.BeginObject().AnyKey(member.key).Add(value).EndObject().Take(), yaml);
      to_ += Shifted(yaml, indent);
      return;
    }
    to_ += Shifted(Key(member.key) + "\n", indent);
    if (value.is_object()) return Node(value, field, indent + 2);
    for (const Value& item : value.elements()) Item(item, field == nullptr ? nullptr : field->items, indent);
  }

  static bool IsEmpty(const Value& value) {
    return value.is_array() ? value.elements().empty() : value.members().empty();
  }

  // Appends an element of a list. The comments at the start of the element are moved to the indentation of the list;
  // the "-" is in the first line after them.
  void Item(const Value& item, const Structural* schema, int indent) {
    const std::size_t begin = to_.size();
    Node(item, schema, indent + 2);
    std::size_t line = begin;
    const auto spaces = static_cast<std::size_t>(indent) + 2;
    while (to_.compare(line, spaces + 1, std::string(spaces, ' ') + "#") == 0) {
      to_.erase(line, 2);
      line = to_.find('\n', line) + 1;
    }
    to_[line + static_cast<std::size_t>(indent)] = '-';
  }

  std::string& to_;
  int level_ = 0;
};

struct PrintExampleOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string version;  // name of the version; empty: the storage version or, if it is not served, the first served one
  std::string field;    // path of the field to print; empty: the whole object
  values::Size size = values::Size::kUsual;
  bool json = false;
};

using admission::ServedResource;
using admission::ServedVersion;
using values::Step;

constexpr std::size_t kMaxReported = 20;  // maximum number of printed errors, and of printed omitted fields
constexpr const char* kWithinLimits = " within the limits of 3 MiB, 200,000 values and 20,000 checks";

void PrintFirst(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size() && i < kMaxReported; ++i) PrintError("  " + Printable(lines[i]));
  if (lines.size() > kMaxReported) PrintError("  and " + std::to_string(lines.size() - kMaxReported) + " more");
}

// Returns the version `wanted`. If `wanted` is empty, returns the storage version or, if it is not served, the first
// served version. Returns nullptr if no such version is served.
const ServedVersion* VersionOf(const ServedResource& resource, const std::string& wanted) {
  const ServedVersion* found = wanted.empty() ? resource.Storage() : resource.Find(wanted);
  if (found != nullptr && found->served) return found;
  if (!wanted.empty()) return nullptr;
  for (const ServedVersion& version : resource.versions) {
    if (version.served) return &version;
  }
  return nullptr;
}

// A field of a version: its path and its schema.
struct ExampleField {
  std::vector<Step> place = {};
  const crd::Structural* schema = nullptr;
};

std::vector<Step> PlaceOf(const CelField& field) {
  std::vector<Step> place;
  for (std::size_t i = 0; i < field.steps().size(); ++i) {
    const FieldStep& step = field.steps()[i];
    if (!step.is_element) {
      place.push_back({Step::Kind::kProperty, step.name});
    } else if (field.schemas()[i]->items != nullptr) {
      place.push_back({Step::Kind::kItem});
    } else {
      place.push_back({Step::Kind::kEntry, "key"});
    }
  }
  return place;
}

class ExampleRun {
 public:
  explicit ExampleRun(const PrintExampleOptions& options) : options_(options) {}

  int Visit(const FileDocument& document, base::Arena& arena);
  int Finish(int exit_code) const;

 private:
  base::Result<ExampleField> FieldOf(const FileDocument& document, const ServedVersion& version,
                                     base::Arena& arena) const;
  int Print(const FileDocument& document, const ServedResource& resource, const ServedVersion& version,
            const ExampleField& field, base::Arena& arena);
  void Write(const json::Value& value, const crd::Structural* schema);

  const PrintExampleOptions& options_;
  bool any_crd_ = false;
  bool any_printed_ = false;
};

base::Result<ExampleField> ExampleRun::FieldOf(const FileDocument& document, const ServedVersion& version,
                                               base::Arena& arena) const {
  if (options_.field.empty()) return ExampleField{{}, version.schema};
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) return crd.error();
  for (const crd::Version& each : crd->versions) {
    if (each.name != version.name || each.schema == nullptr || version.schema == nullptr) continue;
    const auto found = CelField::Find(options_.field, *each.schema, *version.schema, arena);
    if (!found.ok()) return found.error();
    return ExampleField{PlaceOf(*found), &found->schema()};
  }
  return {base::ErrorCode::kInvalidInput, "the version has no schema"};
}

void ExampleRun::Write(const json::Value& value, const crd::Structural* schema) {
  std::string text = any_printed_ && !options_.json ? "---\n" : "";
  any_printed_ = true;
  if (options_.json) {
    json::AppendJson(value, text);
    text += "\n";
  } else {
    const bool comments = options_.size != values::Size::kSmallest;
    CommentWriter(text).Node(value, comments ? schema : nullptr, 0);
  }
  std::cout << text;
}

int ExampleRun::Print(const FileDocument& document, const ServedResource& resource, const ServedVersion& version,
                      const ExampleField& field, base::Arena& arena) {
  const std::string name = resource.QualifiedName() + " " + std::string(version.name) + ": ";
  const auto made = example::MakeExample(resource, version, {.size = options_.size, .place = field.place}, arena);
  const json::Value* const part = ValueAt(made.object, field.place);
  if (!made.errors.empty() || part == nullptr) {
    ReportError(document, name + "no object was found that a server creates" + (made.is_reduced ? kWithinLimits : ""));
    PrintFirst(made.errors);
    return kExitFailure;
  }
  Write(*part, field.schema);
  if (made.is_reduced) {
    ReportError(document, name + "this object has fewer fields than asked for: none was found" + kWithinLimits);
    return kExitFailure;
  }
  if (made.omitted_fields.empty() || !field.place.empty()) return kExitOk;
  ReportError(document, name + "fields that do not go together with the others are left out:");
  PrintFirst(made.omitted_fields);
  return kExitOk;
}

int ExampleRun::Visit(const FileDocument& document, base::Arena& arena) {
  if (!document.IsCrd()) return kExitOk;
  any_crd_ = true;
  const auto served = admission::Serve(document.json, arena);
  if (!served.ok()) {
    ReportError(document, served.error());
    return kExitUsage;
  }
  const std::string refused = findings::WhyRefused(document.json, served->preserve_unknown_fields, arena);
  if (!refused.empty()) {
    ReportError(document, served->QualifiedName() +
                              ": the API server refuses the CRD, and so creates no object of it: " + refused);
    return kExitFailure;
  }
  const ServedVersion* const version = VersionOf(*served, options_.version);
  if (version == nullptr) {
    const std::string wanted = options_.version.empty() ? "no version" : "no version " + options_.version;
    ReportError(document, served->QualifiedName() + " serves " + wanted);
    return kExitUsage;
  }
  const auto field = FieldOf(document, *version, arena);
  if (!field.ok()) {
    ReportError(document, field.error());
    return kExitUsage;
  }
  return Print(document, *served, *version, *field, arena);
}

int ExampleRun::Finish(int exit_code) const {
  if (!any_crd_ && exit_code == kExitOk) {
    PrintError("structural example: no CRD found in the files");
    return kExitUsage;
  }
  return exit_code;
}

// Prints an example of each CRD in the files. Returns the exit code. 0: all examples were printed. 1: for at least one
// CRD, no object that a server accepts was found. 2: an input cannot be read, or does not have the CRD, version or
// field.
int RunExample(const PrintExampleOptions& options) {
  ExampleRun run(options);
  return run.Finish(VisitDocuments(
      options.paths, [&](const FileDocument& document, base::Arena& arena) { return run.Visit(document, arena); },
      options.filter));
}

constexpr const char* kExampleFooter =
    "Examples:\n"
    "  structural example crd.yaml > object.yaml\n"
    "  structural example --minimal -o json crd.yaml\n"
    "  structural example --full --version v1 crd.yaml\n"
    "  structural example --field '.spec.ports[]' crd.yaml\n"
    "  kubectl get crd machines.example.com -o yaml | structural example --minimal - | kubectl create -f -\n\n"
    "By default the object has the required fields, and the optional ones of spec. --minimal leaves\n"
    "out each field that can be left out, --full sets all optional fields that go together. Values\n"
    "follow from the schema and its rules in CEL. An object is printed only if a server creates it.\n"
    "YAML has the descriptions as comments, except with --minimal.\n\n"
    "Exit codes:\n"
    "  0  each CRD has an example\n"
    "  1  a server refuses the CRD, or no object was found that it creates, with the reasons on standard error\n"
    "  2  wrong arguments, unreadable input, no such version or field\n"
    "  3  the run itself failed\n";

}  // namespace

void AddExample(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("example", "Print an object that a server accepts, from the schema of a CRD");
  auto options = std::make_shared<PrintExampleOptions>();
  AddCrdFlags(*command, options->paths, options->filter, options->version);
  command->Find("--version")->Description("Version of the CRD (default: the stored one)");
  auto* minimal = command->OnFlag(
      "--minimal", [=] { options->size = values::Size::kSmallest; }, "Only what no server creates the object without");
  command
      ->OnFlag(
          "--full", [=] { options->size = values::Size::kFull; }, "All optional fields that go together")
      ->Excludes(minimal);
  command->AddOption("--field", options->field, "Only the value of this field, such as .spec or .spec.ports[]")
      ->TypeName("FIELD");
  auto* output = command->AddOption("-o,--output", "Output format")->OneOf({"yaml", "json"})->DefaultText("yaml");
  command->SetHelpTexts(kExampleFooter);
  command->OnRun([=] {
    options->json = output->given() && output->value() == "json";
    *exit_code = RunGuarded("example", [&] { return RunExample(*options); });
  });
}

}  // namespace structural::cli
