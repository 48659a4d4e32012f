// The CRDs of suites, from files.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/objects/suites/suite_file.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/suite/feature_gates.h"
#include "schema/suite/served_crd.h"

namespace structural::cli {

using ServedResult = base::Result<std::shared_ptr<const suite::ServedCrd>>;

// A CRD in a file, and its variants that suites install. Not thread-safe.
class Manifest {
 public:
  Manifest(std::string file, std::string json);

  const std::string& file() const { return file_; }
  const json::Value& crd() const { return crd_; }
  std::string_view name() const;
  std::string_view group() const;
  std::string_view kind() const;
  std::vector<std::string> versions() const;

  // Return the CRD with only one version, or after a JSON Patch. Cached for the next call.
  const ServedResult& Serve(std::string_view version);
  const ServedResult& ServePatched(std::string_view patch);

 private:
  const std::string file_;
  const std::string json_;
  base::Arena arena_;
  json::Value crd_;
  std::map<std::string, ServedResult, std::less<>> by_version_;
  std::map<std::string, ServedResult, std::less<>> patched_;
};

using Manifests = std::vector<std::shared_ptr<Manifest>>;

// Finds the CRDs of suites. Not thread-safe.
class ManifestSource {
 public:
  // Sets the CRDs. `crds` are files and folders with the CRDs of all suites. If `crds` is empty,
  // each suite names or implies its CRD. Returns an error if a file or folder cannot be read.
  base::Status Open(const std::vector<std::string>& crds);

  // Returns the CRDs of a suite in `file`, in the order of their files. Returns an error if the
  // suite has no CRD.
  base::Result<Manifests> Find(const Suite& suite, const std::string& file);

  // Folders in which files were read so far.
  const std::set<std::string>& folders() const { return folders_; }

 private:
  struct Folder {
    std::string path;
    std::vector<std::pair<std::string, std::string>> files;  // name and text
  };

  base::Status ReadCrds(const std::string& path, bool named_in_suite);
  base::Result<Manifests> FindBeside(const Suite& suite, const std::string& file);
  base::Result<Manifests> FindNamed(const Suite& suite, const std::string& file);
  base::Status OpenFolder(const std::string& path);
  base::Status OpenGates(const std::string& suite_file);

  std::set<std::string> folders_;
  bool explicit_ = false;
  Manifests named_;  // CRDs that --crd or the last suite names
  std::string named_by_;
  Folder folder_;                // the folder that was read last
  std::string cached_crd_name_;  // name of the CRD in `cached_manifests_`
  Manifests cached_manifests_;
  std::string gates_folder_;
  base::Arena gates_arena_;
  std::vector<std::string> gates_json_;
  std::vector<json::Value> gates_;  // objects of kind FeatureGate
};

}  // namespace structural::cli
