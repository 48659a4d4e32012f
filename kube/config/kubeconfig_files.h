// KubeconfigFiles: the kubeconfig files that count together, merged as kubectl merges them.
//
// Cheap to move; not thread-safe.
//
// Upstream: clientcmd/loader.go ClientConfigLoadingRules.Load (client-go 0.37)
#pragma once

#include <string>
#include <vector>

#include "kube/config/kubeconfig_node.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

class KubeconfigFiles {
 public:
  // No file at all: everything is missing.
  KubeconfigFiles() = default;

  // Reads the files, the first one counting most; those that do not exist are passed over.
  // kNotFound: none exists. kInvalidInput: one cannot be read, or is no kubeconfig.
  static base::Result<KubeconfigFiles> Read(const std::vector<std::string>& paths,
                                            const FileWait& wait);

  // The entry of that name in the first file that has one, whole: what a later file says about the
  // same name does not count. An error that lists the names otherwise.
  base::Result<KubeconfigNode> Named(const std::string& list, const std::string& name,
                                     const std::string& member) const;

  // The names in that list, those of the first file first, each once.
  std::vector<std::string> Names(const std::string& list) const;

  // The first file's that has one; empty when none does.
  base::Result<std::string> CurrentContext() const;

  // That no context is chosen, as an error that says how to choose one.
  base::Error NoContext() const;

 private:
  std::string Paths() const;

  std::vector<KubeconfigNode> files_;
};

}  // namespace structural::kube
