// JsonFrame: what the JSON reports of stored objects share.
#pragma once

#include <string>

#include "cli/stored/report.h"
#include "schema/json/write.h"

namespace structural::cli {

// {"kinds": [{"crd": …, "objects": […], …}], "summary": {…}}. A report adds what it says of an object,
// of a kind, and in all.
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
