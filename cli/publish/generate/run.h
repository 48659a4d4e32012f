// Runs `structural generate`.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/crd_copies.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "document/document.h"
#include "schema/base/arena.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"

namespace structural::cli {

struct GenerateOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  FileFilter filter;
  std::string version;         // empty: all
  std::string output_dir;      // empty: standard output
  std::string package;         // empty: the version's name
  std::string numbers;         // file with Protobuf field numbers; may be empty
  bool fail_unmapped = false;  // fail if a keyword is not mapped
};

// Writes the Go types of the CRDs in the files, and reports keywords that are not mapped. Returns
// the exit code. 0: all types were written. 1: no types were written for a version; with
// `fail_unmapped`, also if a keyword is not mapped. 2: an input cannot be read, has no kind, or has
// too many kinds for one output. 3: a file cannot be written.
int RunGenerateGo(const GenerateOptions& options);

// Writes a Protobuf file for each group and version.
int RunGenerateProto(const GenerateOptions& options);

// A kind, and the place of its CRD.
struct FoundKind {
  std::string file;
  document::Position at;
  generate::Kind kind;
};

// Kinds of one group and version, in the order of the inputs.
using KindsOfVersion = std::vector<const FoundKind*>;

// The kinds to generate code for: the versions of the CRDs in files. Not thread-safe while it is
// filled.
class GenerateKinds {
 public:
  explicit GenerateKinds(const GenerateOptions& options) : options_(options) {}

  // Reads the files, and prints refused versions on standard error. Returns the exit code.
  int Read();

  // The kinds by group and version: "example.com/v1".
  const std::map<std::string, KindsOfVersion>& all() const { return by_version_; }

 private:
  int Add(const FileDocument& document);

  const GenerateOptions& options_;
  base::Arena arena_;
  CrdCopies copies_;
  std::deque<FoundKind> found_;
  std::map<std::string, KindsOfVersion> by_version_;
};

// Prints keywords of the kinds that are not mapped on standard error; returns whether there were
// any. `diagnostics` has one element per kind, in the same order.
bool ReportDiagnostics(const KindsOfVersion& kinds, const std::vector<generate::Diagnostics>& diagnostics);

std::vector<const generate::Kind*> KindsIn(const KindsOfVersion& found);

// Returns whether all kinds fit into the output; prints an error if not. Standard output, and an
// output with one name, can have one package only.
bool Fits(const GenerateKinds& kinds, const GenerateOptions& options);

// Prints an error if the write fails. Returns the exit code.
int WriteToOutput(std::string_view text);

}  // namespace structural::cli
