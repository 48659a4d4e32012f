// What `structural publish` and `structural unfold` do.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/files.h"

namespace structural::cli {

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
  bool open = false;   // unknown fields are allowed
  std::string folder;  // for JSON Schemas; empty: standard output
};

// Prints what is published of the CRDs in the files; -> the exit code: 0 all, 1 something is not
// published, 2 an input cannot be read, or there is nothing to publish in it.
int RunPublish(const PublishOptions& options);

// Prints or writes a JSON Schema for each version that is served; -> the exit code, as above.
int RunJsonSchema(const PublishOptions& options);

// Prints one OpenAPI document for kustomize; -> the exit code, as above.
int RunKustomize(const PublishOptions& options);

// Prints the schemas of the CRDs in the files, or those that stand alone there, unfolded; -> the
// exit code: 0 all, 1 some cannot be, 2 an input cannot be read, or has no schema.
int RunUnfold(const PublishOptions& options);

}  // namespace structural::cli
