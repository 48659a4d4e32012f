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

// Message for an input of which a part, whose error was already printed, cannot be read.
inline constexpr const char* kPartUnreadable = "a part of it cannot be read";

// An object in a document of a file. Valid only during the visit.
struct FileDocument {
  const std::string& file;
  const document::Document& whole_document;  // the document that contains `json`
  std::string_view json;                     // a part of the document's JSON
  json::Value value;
  document::Position at = At(0);

  // Returns the position in the file of the byte at `offset` in `json`.
  document::Position At(std::size_t offset) const {
    return whole_document.At(static_cast<std::size_t>(json.data() - whole_document.json.data()) + offset);
  }

  // Returns whether the object is a CRD. Returns false for a patch of a CRD.
  bool IsCrd() const;
};

// Returns whether two CRDs have the same effect on objects: whether their apiVersion and spec are equal.
bool EqualForObjects(const json::Value& crd, const json::Value& other);

// Prints an error about the object on standard error, with its file and line. Also prints the column if the error has
// an offset in the JSON.
void ReportError(const FileDocument& document, const base::Error& error);
void ReportError(const FileDocument& document, std::string_view text);

// Calls `visit` for each document of `text`, the text of the file; for a List, calls it for each item instead. Null
// documents are not visited. Prints an error for each unreadable document. Returns the highest exit code of `visit`; at
// least kExitUsage if a document is unreadable. Adds the file to `skipped` if InputReader skips a document of it.
int VisitText(const Input& file, std::string_view text,
              const std::function<int(const FileDocument&, base::Arena&)>& visit, SkippedFiles& skipped,
              SearchedKind what = SearchedKind::kCrds);

// Calls VisitText for all files and folders; "-" is standard input. Returns the highest exit code of `visit`; at least
// kExitUsage if a file or document cannot be read. Prints errors on standard error, and continues with the next
// document. At the end, prints the number of files with skipped documents. The arena is reset between objects.
int VisitDocuments(const std::vector<std::string>& paths,
                   const std::function<int(const FileDocument&, base::Arena&)>& visit, const FileFilter& filter = {},
                   SearchedKind what = SearchedKind::kCrds);

// Calls `visit` like VisitDocuments for the files below `paths` in a git revision. Errors: those of VisitFilesIn;
// kInvalidInput with kPartUnreadable if a document cannot be read, or `visit` fails.
base::Status VisitRevision(const GitQuery& query, const std::vector<std::string>& paths,
                           const std::function<int(const FileDocument&, base::Arena&)>& visit,
                           SearchedKind what = SearchedKind::kCrds);

// Prints JSON values on standard output, as YAML documents or as JSON.
class DocumentPrinter {
 public:
  explicit DocumentPrinter(bool json) : json_(json) {}

  void Print(std::string_view json) const;

  // Returns `exit_code`. If the output could not be written, prints an error and returns kExitInternal.
  int Finish(int exit_code) const;

 private:
  const bool json_;
};

// Returns the schema of a version as the author wrote it: the schema of the version itself or, without one, the schema
// of all versions; null if the CRD has neither. `spec` is the spec of a CRD in v1 or v1beta1; it may be nullptr.
json::Value WrittenSchema(const json::Value* spec, std::string_view version);

// Returns the schema of a version with its unions, as the KEPs on structural schemas and on union types define it; null
// if the version has no schema. The unions are declared in the schema, or in an annotation of the CRD. Returns an error
// if the unions are invalid.
base::Result<json::Value> KepSchemaOf(const FileDocument& document, const crd::CustomResourceDefinition& crd,
                                      std::string_view version, base::Arena& arena);

// Returns an error if the unions that a schema declares are invalid.
base::Status CheckUnionsOf(const json::Value& schema);

}  // namespace structural::cli
