// Runs `structural publish` and `structural unfold`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"

namespace structural::cli {

// Finds CRDs that define the same version of a kind differently. For commands that write each version once. Keeps the
// text of each CRD. Not thread-safe.
class CrdCopies {
 public:
  // kFirst: no CRD defined this version before. kCopy: an equal CRD already defined this version. kDifferent: a
  // different CRD defined it; an error is printed on standard error.
  enum class CopyKind { kFirst, kCopy, kDifferent };
  CopyKind Add(const FileDocument& crd, std::string_view group, std::string_view version, std::string_view kind);

 private:
  using Crds = std::map<std::string, std::string>;  // JSON by place
  // The last comparison of two CRDs. It is cached because a CRD may have thousands of versions.
  struct Comparison {
    std::string place;
    Crds::const_iterator with;
    bool equal = false;
  };

  Crds crds_;
  std::map<std::string, Crds::const_iterator> by_version_;
  Comparison compared_;
};

struct PublishOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string version;  // empty: all
  std::string format = "v3";
  std::string output = "yaml";
  std::string profile = "kubernetes";
  bool whole = false;
  bool json_schema = false;
  bool kustomize = false;
  std::string draft = "draft-07";
  bool open = false;   // allow unknown fields
  std::string folder;  // folder for JSON Schemas; empty: standard output
};

// Prints the published schemas of the CRDs in the files. Returns the exit code. 0: all schemas were printed. 1: a
// schema is not published. 2: an input cannot be read, or has no CRD.
int RunPublish(const PublishOptions& options);

// Prints or writes a JSON Schema for each served version. Returns the same exit codes as
// RunPublish.
int RunJsonSchema(const PublishOptions& options);

// Prints one OpenAPI document for kustomize. Returns the same exit codes as RunPublish.
int RunKustomize(const PublishOptions& options);

// Prints the unfolded form of the schemas in the files. A file contains CRDs, or a schema alone. Returns the exit code.
// 0: all schemas were printed. 1: a schema cannot be unfolded. 2: an input cannot be read, or has no schema.
int RunUnfold(const PublishOptions& options);

}  // namespace structural::cli
