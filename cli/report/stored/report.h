// StoredReport: a report about the objects that a server stores.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/stored/counts.h"
#include "cli/report/stored/kind.h"

namespace structural::cli {

struct StoredName {
  std::string namespace_name;  // namespace; may be empty
  std::string name;

  // Returns the key by which a server sorts lists of objects.
  std::string Key() const { return namespace_name.empty() ? name : namespace_name + "/" + name; }
};

// The results of a kind. Refers to data that must outlive it.
struct KindEnd {
  const KindCounts& counts;
  const std::vector<std::string>& notes;  // notes about the kind
  const std::string& failure;             // reason for an incomplete read; may be empty
};

// The functions must be called in the order of their declarations, for one kind after the previous one has ended. Each
// call returns the next part of the output, so that at most one object is in memory.
class StoredReport {
 public:
  virtual ~StoredReport() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Kind(const StoredKind& kind) = 0;
  virtual std::string Object(const StoredName& name, const StoredOutcome& outcome) = 0;
  virtual std::string EndKind(const KindEnd& end) = 0;
  virtual std::string End(const StoredSummary&) { return {}; }
  // Returns the summary line for people; may be empty.
  virtual std::string Sentence(const StoredSummary& summary) const = 0;
};

// NewStoredTextReport writes one line for each effect on an object, and then the counts of each kind. It omits kinds
// without objects; Sentence returns their number. The JSON report is {"kinds": [{"crd": …, "objects": […], …}],
// "summary": {…}}. With `summary_only`, both omit the objects.
std::unique_ptr<StoredReport> NewStoredTextReport(bool summary_only);
std::unique_ptr<StoredReport> NewStoredJsonReport(bool summary_only);

// Returns a report in a format of lint: "sarif", "rdjson", "github" or "junit". The file of a finding is the object's
// path on the server. Lost fields are errors if `losing_fails`, otherwise warnings; tolerated causes are warnings.
// Added defaults are not reported.
std::unique_ptr<StoredReport> NewStoredFindingsReport(std::string_view form, bool losing_fails);

// Escapes a text of a server, because a terminal would execute control characters.
std::string ShownText(std::string_view text);
// Returns "namespace/name", or "name".
std::string ShownName(const StoredName& name);
// Returns a line for each note on a kind, and for an incomplete read.
std::string NotesOf(const KindEnd& end);
// Returns "; 1 kind not read completely", or an empty text.
std::string UnreadKinds(const StoredSummary& summary);

}  // namespace structural::cli
