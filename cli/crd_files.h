// The documents of files, one after the other, for commands that look at CRDs and schemas.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lint/files.h"
#include "document/position.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/ops/value.h"

namespace structural::cli {

// Lives as long as its visit.
struct FileDocument {
  const std::string& file;
  document::Position at;
  std::string_view json;
  ops::Value value;

  bool IsCrd() const;
};

// Says it on standard error, with the file and line.
void Tell(const FileDocument& document, std::string_view text);

// Calls visit for each document of a text, and for the items of Lists among them; `name` is the
// file's. -> the exit code.
int VisitText(const std::string& name, std::string_view text,
              const std::function<int(const FileDocument&, base::Arena&)>& visit);

// Does so for all files and folders, "-" for standard input, that is not null;
// -> the exit code, the worst of those that visit returns. What cannot be read is told on standard
// error, and the next document is tried. The arena is reset between documents.
int VisitDocuments(const std::vector<std::string>& paths,
                   const std::function<int(const FileDocument&, base::Arena&)>& visit,
                   const lint::FileFilter& filter = {});

// Prints JSON texts, each as a document.
class DocumentPrinter {
 public:
  explicit DocumentPrinter(bool json) : json_(json) {}

  void Print(std::string_view json) const;

  // Tells if not all could be written; -> the worse of the two exit codes.
  int Finish(int exit_code) const;

 private:
  const bool json_;
};

}  // namespace structural::cli
