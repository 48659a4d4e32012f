// Runs `structural publish` and `structural unfold`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"

namespace structural::cli {

// CrdCopies: finds CRDs that define the same version of a kind, for commands that write each version once. Keeps the
// texts of the CRDs. Not thread-safe.
class CrdCopies {
 public:
  // kFirst: no earlier CRD defines this version. kCopy: an equal CRD defines it. kDifferent: a different CRD defines
  // it.
  enum class CopyKind { kFirst, kCopy, kDifferent };
  // Adds a version of a CRD, and compares the CRD with an earlier one that defines the version. If they are different,
  // prints an error on standard error.
  CopyKind Add(const FileDocument& crd, std::string_view group, std::string_view version, std::string_view kind);

 private:
  using Crds = std::map<std::string, std::string>;  // JSON of each CRD by its place, FILE:LINE:COLUMN
  // The last comparison of two CRDs. It is cached, because a CRD can have thousands of versions, and the CRDs would be
  // compared for each of them.
  struct Comparison {
    std::string place;
    Crds::const_iterator other;
    bool equal = false;
  };

  Crds crds_;
  std::map<std::string, Crds::const_iterator> by_version_;
  Comparison last_comparison_;
};

struct PublishOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string version;  // name of a version; empty: all versions
  std::string format = "v3";
  std::string output = "yaml";
  std::string profile = "kubernetes";
  bool whole_documents = false;
  bool json_schema = false;
  bool kustomize = false;
  std::string draft = "draft-07";
  bool allow_unknown_fields = false;
  std::string output_folder;  // folder for the files with JSON Schemas; empty: standard output
};

// Prints the OpenAPI documents that a server publishes for the CRDs in the files. Returns the exit code. 0: all schemas
// were printed. 1: a schema cannot be published. 2: an input cannot be read, or no served version of a CRD is found. 3:
// the output cannot be written.
int RunPublish(const PublishOptions& options);

// Prints a JSON Schema for each served version, or writes it to a file in `output_folder`. Returns the same exit codes
// as RunPublish.
int RunJsonSchema(const PublishOptions& options);

// Prints one OpenAPI document for kustomize. Returns the same exit codes as RunPublish.
int RunKustomize(const PublishOptions& options);

// Prints the unfolded schemas in the files: those of CRDs, and documents that are a schema alone. Returns the exit
// code. 0: all schemas were printed. 1: a schema cannot be unfolded. 2: an input cannot be read, or no schema is found.
// 3: the output cannot be written.
int RunUnfold(const PublishOptions& options);

}  // namespace structural::cli
