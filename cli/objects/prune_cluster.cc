// structural prune --cluster: the view of a walk over stored objects that tells of lost fields.
#include "cli/objects/run.h"

#include <utility>

#include "cli/objects/crd_schemas.h"
#include "cli/objects/lost_report.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "cli/stored/walk.h"
#include "schema/objects/prune.h"

namespace structural::cli {
namespace {

// Prunes by the schema, whatever the CRD's preserveUnknownFields is.
class PruneJudge : public StoredJudge {
 public:
  // Errors: as CrdSchemas::Add; the schema is not structural.
  base::Status Read(const std::string& crd, const StoredKind& kind);

  StoredOutcome Judge(json::Value object, base::Arena&) override {
    StoredOutcome outcome;
    objects::Prune(object, schema_->structural, true, &outcome.lost);
    return outcome;
  }

  std::vector<std::string> Notes() const override;

 private:
  CrdSchemas schemas_;
  const ResourceSchema* schema_ = nullptr;
};

base::Status PruneJudge::Read(const std::string& crd, const StoredKind& kind) {
  const base::Status added = schemas_.Add(crd);
  if (!added.ok()) return added;
  schema_ = schemas_.Find(kind.api_version(), kind.kind);
  if (schema_ == nullptr && !schemas_.kinds().empty()) {
    const StoredKind& own = schemas_.kinds().front();
    schema_ = schemas_.Find(own.api_version(), own.kind);
  }
  if (schema_ == nullptr)
    return {base::ErrorCode::kInvalidInput, schemas_.WhyNotFound(kind.api_version(), kind.kind)};
  if (schema_->unusable.empty()) return base::Ok();
  return {base::ErrorCode::kInvalidInput,
          "the CRD has no structural schema: " + schema_->unusable};
}

std::vector<std::string> PruneJudge::Notes() const {
  std::vector<std::string> notes;
  if (schema_->structural == nullptr) {
    notes.emplace_back(
        "the version has no schema, so every field is unknown; the API server does not prune "
        "without a schema");
  }
  if (!schema_->violation.empty()) {
    notes.push_back(
        "the API server prunes only with structural schemas, and this schema is not structural: " +
        schema_->violation);
  }
  return notes;
}

base::Result<std::unique_ptr<StoredJudge>> NewPruneJudge(const std::string& crd,
                                                         const StoredKind& kind) {
  auto judge = std::make_unique<PruneJudge>();
  const base::Status read = judge->Read(crd, kind);
  if (!read.ok()) return read.error();
  return std::unique_ptr<StoredJudge>(std::move(judge));
}

}  // namespace

int RunPruneCluster(const PruneClusterOptions& options) {
  WalkOptions walk = options.stored.Walk("prune", options.config);
  walk.only_preserving = true;
  if (!options.crds.empty()) {
    walk.crds.emplace();
    const int read = VisitDocuments(options.crds, [&](const FileDocument& document, base::Arena&) {
      if (document.IsCrd()) walk.crds->emplace_back(document.json);
      return kExitOk;
    });
    if (read != kExitOk) return read;
  }
  const auto report = options.json ? NewLostJsonReport(options.stored.summary_only)
                                   : NewLostTextReport(options.stored.summary_only);
  return WalkStoredObjects(walk, NewPruneJudge, *report);
}

}  // namespace structural::cli
