// RunUnfold: prints the schemas in files with their extensions written out as plain keywords.
#include <algorithm>
#include <iostream>

#include "cli/publish/run.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "cli/shared/schema_line.h"
#include "schema/base/quote.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/objects/transform.h"
#include "schema/publish/kep/unfold.h"
#include "schema/publish/schema_writer.h"

namespace structural::cli {
namespace {

using json::Value;

base::Result<std::string> UnfoldAsKep(const Value& schema, base::Arena& arena) {
  const base::Status usable = CheckUnionsOf(schema);
  if (!usable.ok()) return usable.error();
  std::string text;
  json::AppendJson(publish::kep::Unfold(schema, arena), text);
  return text;
}

base::Result<std::string> UnfoldAsKubernetes(const Value& schema, base::Arena& arena) {
  std::string text = "{\"schema\":";
  json::AppendJson(schema, text);
  const std::string_view line = arena.Copy(std::string_view(text += '}'));
  const auto read = ReadSchemaLine(line, arena);
  if (!read.ok()) return read.error();
  std::string unfolded;
  publish::SchemaWriter(arena, unfolded).Write(*objects::Unfold(*read->structural, arena).schema);
  return unfolded;
}

class UnfoldRun {
 public:
  explicit UnfoldRun(const PublishOptions& options) : options_(options), printer_(options.output == "json") {}

  int Visit(const FileDocument& document, base::Arena& arena);
  int Finish(int exit_code) const;

 private:
  int Crd(const FileDocument& document, base::Arena& arena);
  int Schema(const FileDocument& document, const std::string& name, const base::Result<Value>& schema,
             base::Arena& arena);
  bool kep() const { return options_.profile == "kep"; }

  const PublishOptions& options_;
  const DocumentPrinter printer_;
  bool any_ = false;
};

int UnfoldRun::Schema(const FileDocument& document, const std::string& name, const base::Result<Value>& schema,
                      base::Arena& arena) {
  any_ = true;
  const auto text = !schema.ok() ? base::Result<std::string>(schema.error())
                    : kep()      ? UnfoldAsKep(*schema, arena)
                                 : UnfoldAsKubernetes(*schema, arena);
  if (!text.ok()) {
    name.empty() ? ReportError(document, text.error()) : ReportError(document, text.error().In(name));
    return kExitFailure;
  }
  if (options_.output != "json" && !name.empty()) {
    std::cout << "# " << base::EscapeUnprintable(name) << "\n";
  }
  printer_.Print(*text);
  return kExitOk;
}

int UnfoldRun::Crd(const FileDocument& document, base::Arena& arena) {
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error());
    return kExitUsage;
  }
  int exit_code = kExitOk;
  for (const crd::Version& version : crd->versions) {
    if (version.schema == nullptr) continue;
    if (!options_.version.empty() && options_.version != version.name) continue;
    const auto schema = kep() ? KepSchemaOf(document, *crd, version.name, arena)
                              : WrittenSchema(document.value.Find("spec"), version.name);
    const std::string name = std::string(crd->metadata.name).append(" ").append(version.name);
    exit_code = std::max(exit_code, Schema(document, name, schema, arena));
  }
  return exit_code;
}

// Returns whether the value has neither apiVersion nor kind, and is empty or has a keyword.
bool IsSchema(const Value& value) {
  if (!value.is_object() || value.Find("kind") != nullptr || value.Find("apiVersion") != nullptr) return false;
  return value.members().empty() || std::ranges::any_of(value.members(), [](const json::Member& member) {
           return member.key.starts_with("x-kubernetes-") || kubernetes::kJSONSchemaProps.Find(member.key) != nullptr;
         });
}

int UnfoldRun::Visit(const FileDocument& document, base::Arena& arena) {
  if (document.IsCrd()) return Crd(document, arena);
  return IsSchema(document.value) ? Schema(document, "", document.value, arena) : kExitOk;
}

int UnfoldRun::Finish(int exit_code) const {
  if (exit_code == kExitOk && !any_) {
    std::cerr << "structural unfold: no schema found in the files"
              << (options_.version.empty() ? "" : " for version " + options_.version) << "\n";
    return kExitUsage;
  }
  return printer_.Finish(exit_code);
}

}  // namespace

int RunUnfold(const PublishOptions& options) {
  UnfoldRun run(options);
  return run.Finish(VisitDocuments(
      options.paths, [&](const FileDocument& document, base::Arena& arena) { return run.Visit(document, arena); },
      options.filter));
}

}  // namespace structural::cli
