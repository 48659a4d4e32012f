// StoredReport: writes a report about the objects that a server stores.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/stored/counts.h"
#include "cli/report/stored/kind.h"

namespace structural::cli {

// The name of a stored object.
struct StoredName {
  std::string namespace_name;  // empty: the object has no namespace
  std::string name;

  // Returns the key by which a server sorts objects in a list.
  std::string Key() const { return namespace_name.empty() ? name : namespace_name + "/" + name; }
};

// The results for all objects of a kind. The referenced data must outlive it.
struct KindResults {
  const KindCounts& counts;
  const std::vector<std::string>& notes;  // notes about the kind, for people
  const std::string& failure;             // reason why not all objects could be read; empty: all were read
};

// Call the functions in the order of their declarations: Begin, then Kind, Object for each object and EndKind for each
// kind, then End. Each call returns the next part of the output, so that at most one object is in memory.
class StoredReport {
 public:
  virtual ~StoredReport() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Kind(const StoredKind& kind) = 0;
  virtual std::string Object(const StoredName& name, const StoredOutcome& outcome) = 0;
  virtual std::string EndKind(const KindResults& results) = 0;
  virtual std::string End(const StoredSummary&) { return {}; }
  // Returns a summary in one line for people; empty if the report needs none.
  virtual std::string Sentence(const StoredSummary& summary) const = 0;
};

// NewStoredTextReport writes one line for each effect on an object, and then the counts of each kind. It omits kinds
// without objects; the text of Sentence contains their number. NewStoredJsonReport writes {"kinds": [{"crd": …,
// "objects": […], …}], "summary": {…}}. With `summary_only`, both omit the effects on single objects.
std::unique_ptr<StoredReport> NewStoredTextReport(bool summary_only);
std::unique_ptr<StoredReport> NewStoredJsonReport(bool summary_only);

// Returns a report in a format of lint: "sarif", "rdjson", "github" or "junit". The file of a finding is the path of
// the object on the server. Lost fields are errors if `losing_fails` is true, otherwise warnings. Tolerated causes are
// warnings. Added defaults are not reported.
std::unique_ptr<StoredReport> NewStoredFindingsReport(std::string_view form, bool losing_fails);

// Escapes a text that comes from a server, because a terminal would execute control characters in it.
std::string ShownText(std::string_view text);
// Returns "NAMESPACE/NAME" or "NAME", escaped like ShownText.
std::string ShownName(const StoredName& name);
// Returns a line for each note of a kind, and a line with the reason for an incomplete read.
std::string NotesOf(const KindResults& results);
// Returns "; 1 kind not read completely"; empty if all kinds were read completely.
std::string UnreadKinds(const StoredSummary& summary);

}  // namespace structural::cli
