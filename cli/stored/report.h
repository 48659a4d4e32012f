// StoredReport: what is printed of stored objects.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/stored/counts.h"
#include "cli/stored/kind.h"
#include "cli/stored/outcome.h"

namespace structural::cli {

struct StoredName {
  std::string space;  // the namespace; empty: it has none
  std::string name;

  // Objects are listed in the order of these.
  std::string Key() const { return space.empty() ? name : space + "/" + name; }
};

// What a kind came to. Borrows.
struct KindEnd {
  const KindCounts& counts;
  const std::vector<std::string>& notes;  // what is to be known of the kind
  const std::string& failure;             // why not all objects were read; empty where they were
};

// Called in the order of its functions, kind after kind; each returns the next piece of the output,
// so that no more than one object is in memory.
class StoredReport {
 public:
  virtual ~StoredReport() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Kind(const StoredKind& kind) = 0;
  virtual std::string Object(const StoredName& name, const StoredOutcome& outcome) = 0;
  virtual std::string EndKind(const KindEnd& end) = 0;
  virtual std::string End(const StoredSummary&) { return {}; }
  // The last line for people; empty: there is none.
  virtual std::string Sentence(const StoredSummary& summary) const = 0;
};

// Text is a line for each thing that is said of an object, and then the counts, but for kinds that
// have no objects, which the sentence counts; JSON is {"kinds":
// [{"crd": …, "objects": […], …}], "summary": {…}}. With `summary_only` without objects.
std::unique_ptr<StoredReport> NewStoredTextReport(bool summary_only);
std::unique_ptr<StoredReport> NewStoredJsonReport(bool summary_only);

// One of lint's reports: "sarif", "rdjson", "github" or "junit". A file is where an object is on the
// server. What is lost is an error where `losing_fails`, else a warning; what is tolerated is
// a warning. Defaults are not told of.
std::unique_ptr<StoredReport> NewStoredFindingsReport(std::string_view form, bool losing_fails);

// For texts of servers, which a terminal must not obey.
std::string ShownText(std::string_view text);
// "namespace/name", or "name".
std::string ShownName(const StoredName& name);
// A line for each note on a kind, and for why it was not read completely.
std::string NotesOf(const KindEnd& end);
// "1 object", "2 objects".
std::string CountOf(std::size_t n, std::string_view one);
// "; 1 kind not read completely", or nothing.
std::string UnreadKinds(const StoredSummary& summary);

}  // namespace structural::cli
