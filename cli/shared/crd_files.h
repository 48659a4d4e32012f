// Visits the documents of files, for commands that read CRDs and schemas.
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

// An object in a document of a file. Valid only during the visit.
struct FileDocument {
  const std::string& file;
  const document::Document& text;  // the document that contains `json`
  std::string_view json;           // a part of the document's JSON
  json::Value value;
  document::Position at = At(0);

  // Returns the position in the file of the byte at `offset` in `json`.
  document::Position At(std::size_t offset) const {
    return text.At(static_cast<std::size_t>(json.data() - text.json.data()) + offset);
  }

  // Returns whether the object is a CRD. Returns false for a patch of a CRD.
  bool IsCrd() const;
};

// Returns whether two CRDs are equal for objects: their apiVersion and spec are equal.
bool EqualForObjects(const json::Value& crd, const json::Value& other);

// Prints the error on standard error, with the file and line. Also prints the column if the error has an offset in the
// JSON.
void ReportError(const FileDocument& document, const base::Error& error);
void ReportError(const FileDocument& document, std::string_view text);

// Calls `visit` for each document of the file's text, and for each item of a List. Returns the exit code. Counts the
// documents that InputReader skips.
int VisitText(const Input& file, std::string_view text,
              const std::function<int(const FileDocument&, base::Arena&)>& visit, SkippedFiles& skipped,
              SearchedKind what = SearchedKind::kCrds);

// Calls `visit` like VisitText for the documents of all files and folders, except null documents; "-" is standard
// input. Returns the worst exit code of `visit`. Prints errors on standard error, and continues with the next document.
// At the end, prints the number of files that InputReader skips. The arena is reset between documents.
int VisitDocuments(const std::vector<std::string>& paths,
                   const std::function<int(const FileDocument&, base::Arena&)>& visit, const FileFilter& filter = {},
                   SearchedKind what = SearchedKind::kCrds);

// Calls `visit` like VisitDocuments for the files below `paths` in a git revision (see VisitFilesIn). Also returns an
// error if a part cannot be read.
base::Status VisitRevision(const GitQuery& query, const std::vector<std::string>& paths,
                           const std::function<int(const FileDocument&, base::Arena&)>& visit,
                           SearchedKind what = SearchedKind::kCrds);

// Prints JSON texts as YAML or JSON documents.
class DocumentPrinter {
 public:
  explicit DocumentPrinter(bool json) : json_(json) {}

  void Print(std::string_view json) const;

  // Prints an error if the output could not be written. Returns the exit code.
  int Finish(int exit_code) const;

 private:
  const bool json_;
};

// The schema of a version, as written in a CRD. Returns the version's own schema, or the schema for all versions; null
// if the CRD has neither. `spec` is the spec of a CRD in v1 or v1beta1, or nullptr.
json::Value WrittenSchema(const json::Value* spec, std::string_view version);

// The schema of a version as the KEPs define it: with unions. Returns null if the version has no schema. The unions are
// those of the schema, or of the CRD's annotation. Returns an error if the unions cannot be used.
base::Result<json::Value> KepSchemaOf(const FileDocument& document, const crd::CustomResourceDefinition& crd,
                                      std::string_view version, base::Arena& arena);

// Returns an error if the unions of a schema without a CRD cannot be used.
base::Status CheckUnionsOf(const json::Value& schema);

}  // namespace structural::cli
