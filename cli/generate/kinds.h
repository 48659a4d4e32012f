// The kinds that code is generated from: the versions of the CRDs in files.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/generate/run.h"
#include "cli/shared/crd_files.h"
#include "document/position.h"
#include "schema/base/arena.h"
#include "schema/generate/kind.h"
#include "schema/generate/place.h"

namespace structural::cli {

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
  std::deque<FoundKind> found_;
  std::map<std::string, KindsOfVersion> by_version_;
};

// Tells what of the kinds is not mapped, on standard error; -> whether there was anything.
// Diagnostics are those on each kind, in their order.
bool ReportDiagnostics(const KindsOfVersion& kinds,
                       const std::vector<generate::Diagnostics>& diagnostics);

std::vector<const generate::Kind*> KindsIn(const KindsOfVersion& found);

}  // namespace structural::cli
