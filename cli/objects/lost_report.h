// LostReport: what `structural prune --cluster` prints.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/lost_fields.h"
#include "cli/objects/stored_kind.h"

namespace structural::cli {

struct LostSummary {
  std::size_t kinds = 0;    // that were looked at
  std::size_t unread = 0;   // of them, or a part of them, could not be read
  std::size_t objects = 0;  // that were read
  std::size_t losing = 0;   // would lose something
};

// "2 kinds, 40 objects: 3 would lose something".
std::string Sentence(const LostSummary& summary);

// Called in the order of its functions, kind after kind; each returns the next piece of the output,
// so that no more than one object is in memory.
class LostReport {
 public:
  virtual ~LostReport() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Kind(const StoredKind& kind) = 0;
  // `namespace_` is empty for what has no namespace.
  virtual std::string Object(std::string_view namespace_, std::string_view name,
                             const std::vector<std::string>& fields) = 0;
  // `notes` say what stands against switching preserveUnknownFields off; `failure` why not all
  // objects were read, empty where they were.
  virtual std::string EndKind(const LostFields& lost, const std::vector<std::string>& notes,
                              const std::string& failure) = 0;
  virtual std::string End(const LostSummary&) { return {}; }
};

// A line an object, unless `summary_only`, and then the counts, without the summary.
std::unique_ptr<LostReport> NewLostTextReport(bool summary_only);
// {"kinds": [{"crd": …, "objects": […], "fields": […]}], "summary": {…}}
std::unique_ptr<LostReport> NewLostJsonReport(bool summary_only);

}  // namespace structural::cli
