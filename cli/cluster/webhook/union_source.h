// UnionSource: the source of the CRDs for `structural webhook --unions`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kube/config/config_flags.h"
#include "schema/base/result.h"
#include "webhook/union_crds.h"

namespace structural::cli {

class UnionSource {
 public:
  // The CRDs must outlive the object.
  explicit UnionSource(webhook::UnionCrds& crds);
  // Ends the watch.
  ~UnionSource();

  // Reads the CRDs in files and folders, once. Prints errors on standard error, and returns
  // kInvalidInput then.
  base::Status Read(const std::vector<std::string>& paths);

  // Watches the CRDs of the cluster on its own thread until the destructor; failures are logged and
  // retried without a limit. Errors: the API server's address is unknown, or a stop was requested
  // before. Precondition: kube::PrepareProcess() was called.
  base::Status Watch(const kube::ConfigFlags& cluster, std::stop_token stop);

  // Returns the reason why some CRDs are not known yet; nullopt if all are.
  std::optional<std::string> Missing() const;

 private:
  class Watching;

  webhook::UnionCrds& crds_;
  std::unique_ptr<Watching> watching_;
};

}  // namespace structural::cli
