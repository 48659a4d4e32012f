// Sources: the files of objects, and the CRDs in and beside them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "cli/validate/resources.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::cli {

// Not thread-safe while it is filled. What cannot be read is told on standard error.
class Sources {
 public:
  // Adds the CRDs of files and folders; other documents are passed over. False: one of them cannot
  // be read.
  bool AddCrds(const std::vector<std::string>& paths);

  // The same of a folder or an archive (files/archive.h) of other things, too: what cannot be read
  // there as a document is passed over.
  bool AddCrdsFrom(const std::string& path);

  // Whether each path of --crd and --crds-from had a CRD; tells of those that had none.
  bool AllHadCrds() const;

  // Those of the cluster that the flags lead to. Call it before the first thread starts.
  bool AddClusterCrds(const kube::ConfigFlags& flags);

  // Adds files and folders of objects, each once, and the CRDs in them. False: one of the CRDs
  // cannot be read.
  bool AddObjects(const std::vector<std::string>& paths, const FileFilter& filter);

  const Resources& resources() const { return resources_; }

  const std::vector<Input>& files() const { return files_; }
  // Of one of the files. Errors: as ReadInput.
  base::Result<std::string> Text(const Input& file) const;
  // Folders of objects that could not be read.
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  int AddCrd(const FileDocument& document, CrdOrigin origin);
  // How many there are; nullopt: one cannot be read.
  std::optional<std::size_t> AddCrdsAmong(const std::string& name, std::string_view text, CrdOrigin origin);
  bool AddFile(const Input& file);

  Resources resources_;
  std::vector<Input> files_;
  std::vector<std::string> without_crds_;    // "--crd a.yaml"
  std::map<std::string, std::string> kept_;  // texts that can be read only once, by path
  std::vector<std::string> errors_;
};

}  // namespace structural::cli
