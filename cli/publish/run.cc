#include "cli/publish/run.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/shared/crd_copies.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "schema/base/output_budget.h"
#include "schema/crd/evaluate.h"
#include "schema/publish/documents.h"
#include "schema/publish/kep/unfold.h"

namespace structural::cli {
namespace {

using publish::Definition;
using publish::OpenApi;
using publish::Resource;
using publish::Scope;

class PublishRun {
 public:
  explicit PublishRun(const PublishOptions& options)
      : options_(options),
        format_(options.format == "v2" ? OpenApi::kV2 : OpenApi::kV3),
        documents_(format_, options.whole ? Scope::kWhole : Scope::kOwn) {}

  int Visit(const FileDocument& document, base::Arena& arena);
  int Print(int exit_code) const;

 private:
  struct Crd {
    const FileDocument& document;
    const crd::CustomResourceDefinition& crd;
  };

  base::Status AddWithin(const Crd& of, const crd::Version& version, std::size_t before, base::Arena& arena);
  base::Status Add(const Crd& of, const crd::Version& version, base::Arena& arena);
  base::Result<Definition> KindOf(const Crd& of, const Resource& resource, base::Arena& arena);
  bool kep() const { return options_.profile == "kep"; }

  const PublishOptions& options_;
  const OpenApi format_;
  publish::Documents documents_;
  CrdCopies copies_;
  bool any_crd_ = false, any_version_ = false;
};

std::string Named(const crd::CustomResourceDefinition& crd, const crd::Version& version) {
  return std::string(crd.metadata.name).append(" ").append(version.name).append(": ");
}

// Returns the message of the condition for the rules that the KEP has; empty without a condition.
std::string WhyNotStructural(crd::CustomResourceDefinition crd) {
  base::Arena arena;
  crd.preserve_unknown_fields = false;
  const auto condition = crd::Evaluate(crd, arena).condition;
  return condition ? condition->message : "";
}

base::Result<Definition> PublishRun::KindOf(const Crd& of, const Resource& resource, base::Arena& arena) {
  if (!kep()) return publish::KindDefinition(resource, format_, arena);
  const auto schema = KepSchemaOf(of.document, of.crd, resource.version, arena);
  if (!schema.ok()) return schema.error();
  return publish::kep::KindDefinition(resource, *schema, format_, arena);
}

base::Status PublishRun::Add(const Crd& of, const crd::Version& version, base::Arena& arena) {
  const Resource resource = publish::ResourceOf(of.crd, version.name, arena);
  const base::Status named = publish::CheckNames(resource);
  if (!named.ok()) return named;
  auto kind = KindOf(of, resource, arena);
  if (!kind.ok()) return kind.error();
  if (version.schema != nullptr && resource.schema == nullptr) {
    ReportError(of.document, Named(of.crd, version) +
                                 "published without fields, because it is not structural; run "
                                 "structural lint for the reason");
  }
  documents_.Add(resource, *std::move(kind), arena);
  return base::Ok();
}

// `before`: number of bytes of the documents before this CRD.
base::Status PublishRun::AddWithin(const Crd& of, const crd::Version& version, std::size_t before, base::Arena& arena) {
  const std::size_t input = of.document.json.size();
  const base::Status fits = base::CheckDocumentSize("what is published of the CRD", documents_.bytes() - before, input);
  if (!fits.ok()) return fits;
  const base::Arena::Mark mark = arena.Here();
  const base::Status added = Add(of, version, arena);
  arena.Rewind(mark);
  return added;
}

int PublishRun::Visit(const FileDocument& document, base::Arena& arena) {
  if (!document.IsCrd()) return kExitOk;
  any_crd_ = true;
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error());
    return kExitUsage;
  }
  const std::string reason = kep() ? WhyNotStructural(*crd) : "";
  const std::size_t before = documents_.bytes();
  int exit_code = kExitOk;
  for (const crd::Version& version : crd->versions) {
    if (!version.served || (!options_.version.empty() && options_.version != version.name)) continue;
    any_version_ = true;
    const auto copy = copies_.Add(document, crd->group, version.name, crd->names.kind);
    if (copy == CrdCopies::CopyKind::kDifferent) exit_code = kExitUsage;
    if (copy != CrdCopies::CopyKind::kFirst) continue;
    const base::Status added =
        reason.empty() ? AddWithin({document, *crd}, version, before, arena)
                       : base::Status(base::ErrorCode::kInvalidInput, "the CRD is not structural: " + reason);
    if (added.ok()) continue;
    ReportError(document, Named(*crd, version) + "not published: " + added.error().message());
    exit_code = std::max<int>(exit_code, kExitFailure);
  }
  return exit_code;
}

int PublishRun::Print(int exit_code) const {
  if (exit_code == kExitOk && !any_version_) {
    std::cerr << "structural publish: "
              << (!any_crd_                  ? "no CRD found in the files"
                  : options_.version.empty() ? "no version of the CRDs is served"
                                             : "no CRD serves version " + options_.version)
              << "\n";
    return kExitUsage;
  }
  const DocumentPrinter printer(options_.output == "json");
  for (const std::string& text : documents_.Texts()) printer.Print(text);
  return printer.Finish(exit_code);
}

}  // namespace

int RunPublish(const PublishOptions& options) {
  PublishRun run(options);
  return run.Print(VisitDocuments(
      options.paths, [&](const FileDocument& document, base::Arena& arena) { return run.Visit(document, arena); },
      options.filter));
}

}  // namespace structural::cli
