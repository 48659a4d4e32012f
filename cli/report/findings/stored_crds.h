// The old CRDs that `lint --against` compares files with.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "cli/report/findings/against.h"
#include "cli/report/findings/source_crds.h"

namespace structural::findings {

// Thread-safe after Read.
class StoredCrds {
 public:
  explicit StoredCrds(std::optional<compatibility::Policy> policy) { all_.policy = policy; }

  // Reads the old side. If the old side has several CRDs of one name, also reads the new side,
  // `source.paths`, and pairs both sides like `structural diff`. Errors: as ReadCrds; an old CRD
  // cannot be decoded; the old CRD of a new one is ambiguous.
  base::Status Read(const cli::CrdSource& source);

  // Records a CRD of the new side by its name. Not thread-safe.
  void AddChecked(const std::string& name) { checked_.insert(name); }

  // Returns "2 compared with 3 of main; 1 of them is not in the files: a.example.com". `against` is
  // the name of the old side.
  std::string Sentence(const std::string& against) const;

  // Returns the old CRDs for the CRDs of this file.
  const Against& Of(const std::string& file) const;

 private:
  cli::SourceCrds crds_;
  Against all_;
  std::map<std::string, Against> by_file_;      // replaces `all_` for these files
  std::set<std::string, std::less<>> checked_;  // names of checked CRDs
};

}  // namespace structural::findings
