#include "cli/report/stored/admission_evaluator.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "schema/admission/next_write.h"
#include "schema/admission/served.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::cli {
namespace {

using admission::ServedResource;
using admission::ServedVersion;

// Removes repeated errors, because the check of an update reports some errors twice.
void DropRepeated(std::vector<kubernetes::FieldError>& errors) {
  std::unordered_set<std::string> seen;
  std::erase_if(errors, [&](const kubernetes::FieldError& error) { return !seen.insert(error.Text()).second; });
}

// Returns the reason why a server would not serve the CRD if it had `preserveUnknownFields: false`. Empty if it would
// serve the CRD, or if the CRD cannot be decoded.
std::string WhyNotPruned(std::string_view text) {
  base::Arena arena;
  auto crd = crd::Decode(text, arena);
  if (!crd.ok()) return {};
  crd->preserve_unknown_fields = false;
  const crd::EvaluationResult verdict = crd::Evaluate(*crd, arena);
  if (!verdict.condition) return {};
  return "the API server prunes only by structural schemas: " +
         (verdict.violations.empty() ? verdict.condition->message : verdict.violations.front().Text());
}

class AdmissionEvaluator : public WriteEvaluator {
 public:
  AdmissionEvaluator(std::string crd, const StoredKind& kind, AdmissionEvaluatorOptions options)
      : crd_(std::move(crd)),
        served_(admission::Serve(crd_, arena_, options.prunes)),
        version_(served_.ok() ? VersionFor(kind) : nullptr),
        ignore_lost_(options.ignore_lost),
        not_pruned_(options.prunes ? WhyNotPruned(crd_) : "") {}

  // Returns the reason why objects cannot be checked; empty if they can be.
  std::string Unusable() const {
    if (!served_.ok()) return "the CRD has no structural schema: " + served_.error().message();
    return version_ == nullptr ? "the CRD serves no version" : not_pruned_;
  }

  StoredOutcome EvaluateWrite(json::Value object, base::Arena& arena) override {
    admission::NextWrite write = admission::NextWriteOf(*served_, *version_, object, arena);
    DropRepeated(write.errors);
    DropRepeated(write.tolerated);
    if (ignore_lost_) write.removed_fields.clear();
    return {.refused = std::move(write.errors),
            .tolerated = std::move(write.tolerated),
            .lost = std::move(write.removed_fields),
            .added = std::move(write.defaulted_fields)};
  }

 private:
  // Returns the version `kind.version`, in which the objects are read. If the CRD does not serve it, returns the CRD's
  // storage version or, if that is not served, any served version; null if no version is served.
  const ServedVersion* VersionFor(const StoredKind& kind) const {
    for (const ServedVersion* version : {served_->Find(kind.version), served_->Storage()}) {
      if (version != nullptr && version->served) return version;
    }
    const auto any = std::ranges::find_if(served_->versions, &ServedVersion::served);
    return any == served_->versions.end() ? nullptr : &*any;
  }

  const std::string crd_;  // JSON of the CRD; served_ points into it
  base::Arena arena_;
  const base::Result<ServedResource> served_;
  const ServedVersion* const version_;
  const bool ignore_lost_;
  const std::string not_pruned_;
};

}  // namespace

base::Result<std::unique_ptr<WriteEvaluator>> NewAdmissionEvaluator(const std::string& crd, const StoredKind& kind,
                                                                    AdmissionEvaluatorOptions options) {
  auto evaluator = std::make_unique<AdmissionEvaluator>(crd, kind, options);
  const std::string unusable = evaluator->Unusable();
  if (!unusable.empty()) return {base::ErrorCode::kInvalidInput, unusable};
  return std::unique_ptr<WriteEvaluator>(std::move(evaluator));
}

}  // namespace structural::cli
