// What `structural generate` does.
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
  std::string output_dir;      // a folder; empty: standard output
  std::string package;         // empty: as the version is called
  std::string numbers;         // a file with the numbers of Protobuf; empty: none
  bool fail_unmapped = false;  // fails where something is not mapped
};

// Writes the Go types of the CRDs in the files; tells what of them is not mapped. Returns the exit
// code: 0 all is written, 1 a version is not, or with `fail_unmapped` something is not mapped, 2 an input
// cannot be read, there is nothing to generate from, or too much for one output, 3 a file cannot be
// written.
int RunGenerateGo(const GenerateOptions& options);

// The same with a file of Protobuf for each group and version.
int RunGenerateProto(const GenerateOptions& options);

// The kinds that code is generated from: the versions of the CRDs in files.
// A kind, and where its CRD is.
struct FoundKind {
  std::string file;
  document::Position at;
  generate::Kind kind;
};

// Those of one group and version, in the order in which they came.
using KindsOfVersion = std::vector<const FoundKind*>;

// Not thread-safe while it is filled.
class GenerateKinds {
 public:
  explicit GenerateKinds(const GenerateOptions& options) : options_(options) {}

  // Reads the files; -> the exit code. Versions that are refused are told on standard error.
  int Read();

  // By group and version: "example.com/v1".
  const std::map<std::string, KindsOfVersion>& all() const { return by_version_; }

 private:
  int Add(const FileDocument& document);

  const GenerateOptions& options_;
  base::Arena arena_;
  CrdCopies copies_;
  std::deque<FoundKind> found_;
  std::map<std::string, KindsOfVersion> by_version_;
};

// Tells what of the kinds is not mapped, on standard error; -> whether there was anything.
// Diagnostics are those on each kind, in their order.
bool ReportDiagnostics(const KindsOfVersion& kinds,
                       const std::vector<generate::Diagnostics>& diagnostics);

std::vector<const generate::Kind*> KindsIn(const KindsOfVersion& found);

// Whether all of it fits where it is to go; tells if not. On standard output, and under one name,
// there is one package.
bool Fits(const GenerateKinds& kinds, const GenerateOptions& options);

// Tells if it fails; -> the exit code.
int WriteToOutput(std::string_view text);

}  // namespace structural::cli
