#include "cli/objects/example/run.h"

#include <iostream>
#include <optional>

#include "cli/objects/cel/field.h"
#include "cli/objects/example/commented_yaml.h"
#include "cli/report/findings/server_errors.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "schema/admission/served.h"
#include "schema/example/example.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using admission::ServedResource;
using admission::ServedVersion;
using values::Step;

constexpr std::size_t kMaxReported = 20;  // printed errors, or omitted fields
constexpr const char* kWithinLimits = " within the limits of 3 MiB, 200,000 values and 20,000 checks";

void PrintFirst(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size() && i < kMaxReported; ++i) PrintError("  " + Printable(lines[i]));
  if (lines.size() > kMaxReported) PrintError("  and " + std::to_string(lines.size() - kMaxReported) + " more");
}

// Returns the wanted version, or the storage version, or else the first one that is served.
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
    if (!step.element) {
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
    AppendCommentedYaml(value, comments ? schema : nullptr, text);
  }
  std::cout << text;
}

int ExampleRun::Print(const FileDocument& document, const ServedResource& resource, const ServedVersion& version,
                      const ExampleField& field, base::Arena& arena) {
  const std::string name = resource.QualifiedName() + " " + std::string(version.name) + ": ";
  const auto made = example::MakeExample(resource, version, {.size = options_.size, .place = field.place}, arena);
  const json::Value* const part = ValueAt(made.object, field.place);
  if (!made.errors.empty() || part == nullptr) {
    ReportError(document, name + "no object was found that a server creates" + (made.cut_short ? kWithinLimits : ""));
    PrintFirst(made.errors);
    return kExitFailure;
  }
  Write(*part, field.schema);
  if (made.cut_short) {
    ReportError(document, name + "this object has fewer fields than asked for: none was found" + kWithinLimits);
    return kExitFailure;
  }
  if (made.left_out.empty() || !field.place.empty()) return kExitOk;
  ReportError(document, name + "fields that do not go together with the others are left out:");
  PrintFirst(made.left_out);
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

}  // namespace

int RunExample(const PrintExampleOptions& options) {
  ExampleRun run(options);
  return run.Finish(VisitDocuments(
      options.paths, [&](const FileDocument& document, base::Arena& arena) { return run.Visit(document, arena); },
      options.filter));
}

}  // namespace structural::cli
