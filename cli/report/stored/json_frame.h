// JsonFrame: the common parts of the JSON reports about stored objects.
#pragma once

#include <string>

#include "cli/report/stored/report.h"
#include "schema/json/write.h"

namespace structural::cli {

// {"kinds": [{"crd": …, "objects": […], …}], "summary": {…}}. A report adds its members for an
// object, a kind, and the summary.
class JsonFrame : public StoredReport {
 public:
  explicit JsonFrame(bool summary_only) : summary_only_(summary_only) {}

  std::string Begin() final { return "{\"kinds\": ["; }
  std::string Kind(const StoredKind& kind) final;
  std::string Object(const StoredName& name, const StoredOutcome& outcome) final;
  std::string EndKind(const KindEnd& end) final;
  std::string End(const StoredSummary& summary) final;
  std::string Sentence(const StoredSummary&) const final { return {}; }

 private:
  virtual bool IsListed(const StoredOutcome& outcome) const = 0;
  virtual void AddOutcome(const StoredOutcome& outcome, json::Writer& to) const = 0;
  virtual void AddCounts(const KindCounts& counts, json::Writer& to) const = 0;
  virtual void AddTotals(const StoredSummary& summary, json::Writer& to) const = 0;

  const bool summary_only_;
  std::string kind_separator_ = "\n";
  std::string object_separator_ = "\n";
};

}  // namespace structural::cli
