// Sources: the files with objects, and the CRDs for these objects: those in the files, in other files and in a cluster.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/objects/validate/resources.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::cli {

// Not thread-safe while it is filled. Prints errors on standard error.
class Sources {
 public:
  // `command` is the name of the command in messages, such as "validate".
  explicit Sources(std::string command) : command_(std::move(command)) {}

  // Adds the CRDs of files and folders; other documents are skipped. Returns false if a file cannot be read.
  bool AddCrds(const std::vector<std::string>& paths);

  // Adds the CRDs of a folder or an archive (files/archive.h) that also has other files. Skips documents that cannot be
  // read. Returns false if a file cannot be read.
  bool AddCrdsFrom(const std::string& path);

  // Returns whether every path that AddCrds and AddCrdsFrom have read has a CRD. Prints an error for each path without
  // one.
  bool AllHadCrds() const;

  // Adds the CRDs of the cluster that `flags` select. Returns false if they cannot be read. Must be called before the
  // first thread starts.
  bool AddClusterCrds(const kube::ConfigFlags& flags);

  // Adds the files of `paths`, of which repeated ones are used once, and the CRDs in the files. Returns false if a CRD
  // cannot be read.
  bool AddObjects(const std::vector<std::string>& paths, const FileFilter& filter);

  const Resources& resources() const { return resources_; }

  const std::vector<Input>& files() const { return files_; }
  // Returns the text of one of the files. Errors: those of ReadInput.
  base::Result<std::string> Text(const Input& file) const;
  // Returns the errors about folders and archives in `paths` of AddObjects that could not be read.
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  bool ReportFailure(const std::string& what, const base::Error& error) const;
  int AddCrd(const FileDocument& document, CrdOrigin origin);
  // Adds the CRDs in a text. Returns the number of CRDs; nullopt if a CRD cannot be read.
  std::optional<std::size_t> AddCrdsAmong(const std::string& name, std::string_view text, CrdOrigin origin);
  bool AddFile(const Input& file);

  const std::string command_;
  Resources resources_;
  std::vector<Input> files_;
  std::vector<std::string> without_crds_;  // flags whose path has no CRD: "--crd a.yaml"
  // texts of pipes and standard input, which can be read only once, by path
  std::map<std::string, std::string> kept_texts_;
  std::vector<std::string> errors_;
};

}  // namespace structural::cli
