// UnionSource: where `structural webhook --unions` knows CRDs from.
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
  // The CRDs must outlive it.
  explicit UnionSource(webhook::UnionCrds& crds);
  // Ends the watch.
  ~UnionSource();

  // Reads the CRDs in files and folders, once and for all. What is wrong with them is told on
  // standard error; kInvalidInput: something is.
  base::Status Read(const std::vector<std::string>& paths);

  // Watches those of the cluster on a thread of its own, until the end; failures are logged and
  // tried again for ever. Errors: it is not known where the API server is, or `stop` fired before.
  // Precondition: kube::PrepareProcess() was called.
  base::Status Watch(const kube::ConfigFlags& cluster, std::stop_token stop);

  // Why the CRDs are not all known yet; nullopt: they are.
  std::optional<std::string> Missing() const;

 private:
  class Watching;

  webhook::UnionCrds& crds_;
  std::unique_ptr<Watching> watching_;
};

}  // namespace structural::cli
