// RunJsonSchema, RunKustomize: schemas for editors, validators and kustomize.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

#include "cli/publish/run.h"
#include "cli/shared/crd_copies.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "cli/shared/write_file.h"
#include "schema/base/output_budget.h"
#include "schema/base/text.h"
#include "schema/publish/editor/json_schema.h"
#include "schema/publish/editor/kustomize.h"

namespace structural::cli {
namespace {

using publish::Resource;

// Returns whether the name is safe as a part of a path.
bool IsPathPart(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
  };
  return !name.empty() && name[0] != '.' && std::ranges::all_of(name, plain);
}

// Visits the versions of CRDs.
class VersionVisitor {
 public:
  using Visit = std::function<int(const FileDocument&, const Resource&, const std::string& name)>;

  VersionVisitor(const PublishOptions& options, Visit visit) : options_(options), visit_(std::move(visit)) {}

  int Run() {
    const int exit_code = VisitDocuments(
        options_.paths,
        [&](const FileDocument& document, base::Arena& arena) {
          return document.IsCrd() ? Crd(document, arena) : kExitOk;
        },
        options_.filter);
    if (exit_code != kExitOk || any_) return exit_code;
    PrintError("structural publish: no CRD in the files serves " +
               (options_.version.empty() ? "a version" : "version " + options_.version));
    return kExitUsage;
  }

 private:
  int Crd(const FileDocument& document, base::Arena& arena) {
    const auto crd = crd::Decode(document.json, arena);
    if (!crd.ok()) {
      ReportError(document, crd.error());
      return kExitUsage;
    }
    int exit_code = kExitOk;
    for (const crd::Version& version : crd->versions) {
      if (!version.served || (!options_.version.empty() && options_.version != version.name)) continue;
      any_ = true;
      const auto copy = copies_.Add(document, crd->group, version.name, crd->names.kind);
      if (copy == CrdCopies::CopyKind::kDifferent) exit_code = kExitUsage;
      if (copy != CrdCopies::CopyKind::kFirst) continue;
      exit_code = std::max(exit_code, Version(document, *crd, version, arena));
    }
    return exit_code;
  }

  int Version(const FileDocument& document, const crd::CustomResourceDefinition& crd, const crd::Version& version,
              base::Arena& arena) {
    const Resource resource = publish::ResourceOf(crd, version.name, arena);
    const std::string name = std::string(crd.metadata.name) + " " + std::string(version.name);
    if (!IsPathPart(crd.group) || !IsPathPart(version.name) || !IsPathPart(crd.names.kind)) {
      ReportError(document, name + ": not published: its names cannot be those of a file");
      return kExitFailure;
    }
    if (version.schema != nullptr && resource.schema == nullptr) {
      ReportError(document, name +
                                ": published without fields, because it is not structural; run "
                                "structural lint for the reason");
    }
    return visit_(document, resource, name);
  }

  const PublishOptions& options_;
  const Visit visit_;
  CrdCopies copies_;
  bool any_ = false;
};

void ReportInexpressible(const FileDocument& document, const std::string& name,
                         const std::set<std::string_view>& inexpressible) {
  const std::string list = base::Join(inexpressible, ", ");
  if (!list.empty()) ReportError(document, name + ": JSON Schema does not express: " + list);
}

}  // namespace

int RunJsonSchema(const PublishOptions& options) {
  const DocumentPrinter printer(options.output == "json");
  const publish::JsonSchemaOptions wanted{options.draft == "2020-12" ? publish::Draft::k2020 : publish::Draft::k07,
                                          options.open ? publish::Unknown::kAllowed : publish::Unknown::kRefused};
  const auto visit = [&](const FileDocument& document, const Resource& resource, const std::string& name) -> int {
    const publish::JsonSchema schema = publish::JsonSchemaOf(resource, wanted);
    const auto fits = base::CheckDocumentSize("its JSON Schema", schema.text.size(), document.json.size());
    if (!fits.ok()) {
      ReportError(document, name + ": not published: " + fits.error().message());
      return kExitFailure;
    }
    ReportInexpressible(document, name, schema.inexpressible);
    if (options.folder.empty()) {
      printer.Print(schema.text);
      return kExitOk;
    }
    return WriteInFolder("publish", options.folder, publish::CatalogPath(resource), schema.text + "\n");
  };
  return printer.Finish(VersionVisitor(options, visit).Run());
}

int RunKustomize(const PublishOptions& options) {
  publish::KustomizeDocument kinds;
  const auto visit = [&](const FileDocument&, const Resource& resource, const std::string&) -> int {
    kinds.Add(resource);
    return kExitOk;
  };
  const int exit_code = VersionVisitor(options, visit).Run();
  const DocumentPrinter printer(options.output == "json");
  if (exit_code != kExitUsage) printer.Print(kinds.Text());
  return printer.Finish(exit_code);
}

}  // namespace structural::cli
