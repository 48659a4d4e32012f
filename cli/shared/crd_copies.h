// CrdCopies: finds CRDs that define a version of a kind differently, for commands that write each
// version once.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/shared/crd_files.h"

namespace structural::cli {

// Stores the text of each CRD. Not thread-safe.
class CrdCopies {
 public:
  // kCopy: an equal CRD already defined this version. kDifferent: a different CRD did; an error is
  // printed on standard error.
  enum class CopyKind { kFirst, kCopy, kDifferent };
  CopyKind Add(const FileDocument& crd, std::string_view group, std::string_view version, std::string_view kind);

 private:
  using Crds = std::map<std::string, std::string>;  // JSON by place
  // The last comparison: a CRD may have thousands of versions.
  struct Comparison {
    std::string place;
    Crds::const_iterator with;
    bool equal = false;
  };

  Crds crds_;
  std::map<std::string, Crds::const_iterator> by_version_;
  Comparison compared_;
};

}  // namespace structural::cli
