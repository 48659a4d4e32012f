// The documents of files, one after the other, for commands that look at CRDs and schemas.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/files.h"
#include "cli/shared/git_files.h"
#include "cli/shared/input_reader.h"
#include "document/document.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"

namespace structural::cli {

inline constexpr const char* kPartUnreadable = "a part of it cannot be read";

// Lives as long as its visit.
struct FileDocument {
  const std::string& file;
  const document::Document& text;  // that it stands in
  std::string_view json;           // a part of the text's
  json::Value value;
  document::Position at = At(0);

  // Where a byte of its JSON comes from.
  document::Position At(std::size_t offset) const {
    return text.At(static_cast<std::size_t>(json.data() - text.json.data()) + offset);
  }

  // A patch for a CRD is none.
  bool IsCrd() const;
};

// Whether two CRDs mean the same for objects: their apiVersion and spec are equal.
bool MeanTheSame(const json::Value& crd, const json::Value& other);

// Says it on standard error, with the file and line, and the column where a decoder names one.
void ReportError(const FileDocument& document, const base::Error& error);
void ReportError(const FileDocument& document, std::string_view text);

// Calls visit for each document of a text that was read from the file, and for the items of Lists
// among them -> the exit code. What InputReader skips is counted.
int VisitText(const Input& file, std::string_view text,
              const std::function<int(const FileDocument&, base::Arena&)>& visit,
              SkippedFiles& skipped, LookedFor what = LookedFor::kCrds);

// Does so for all files and folders, "-" for standard input, that is not null;
// -> the exit code, the worst of those that visit returns. What cannot be read is told on standard
// error, and the next document is tried; a line there counts the files that InputReader skips. The
// arena is reset between documents.
int VisitDocuments(const std::vector<std::string>& paths,
                   const std::function<int(const FileDocument&, base::Arena&)>& visit,
                   const FileFilter& filter = {}, LookedFor what = LookedFor::kCrds);

// The same of the files below `paths` in a git revision, as VisitFilesIn finds them. Errors: also where a
// part cannot be read.
base::Status VisitRevision(const GitQuery& query, const std::vector<std::string>& paths,
                           const std::function<int(const FileDocument&, base::Arena&)>& visit,
                           LookedFor what = LookedFor::kCrds);

// Prints JSON texts, each as a document.
class DocumentPrinter {
 public:
  explicit DocumentPrinter(bool json) : json_(json) {}

  void Print(std::string_view json) const;

  // Tells if not all could be written; -> the exit code.
  int Finish(int exit_code) const;

 private:
  const bool json_;
};

// The schema of a version as it is written in a CRD.
// The version's own, or that of all versions; null where there is neither. `spec` is that of the
// CRD, of either apiVersion, or nullptr.
json::Value WrittenSchema(const json::Value* spec, std::string_view version);

// The schema of a version as the KEPs read it: with unions.
// Null where there is none. Unions are those of the schema, or of the CRD's annotation. An error
// where they cannot be used.
base::Result<json::Value> KepSchemaOf(const FileDocument& document,
                                      const crd::CustomResourceDefinition& crd,
                                      std::string_view version, base::Arena& arena);

// An error where the unions of a schema that stands alone cannot be used.
base::Status CheckUnionsOf(const json::Value& schema);

}  // namespace structural::cli
