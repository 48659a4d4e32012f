// ClusterObjects: reads from an API server the objects that it stores before an apply.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/shared/api_server.h"
#include "cli/shared/process.h"
#include "kube/config/config_flags.h"
#include "schema/admission/served.h"
#include "schema/base/result.h"

namespace structural::cli {

// Sends only read requests. Not thread-safe.
class ClusterObjects {
 public:
  // Precondition: BlockStopSignals() and kube::PrepareProcess() were called.
  ClusterObjects() = default;

  // Errors: those of ApiServer::Open.
  base::Status Open(const kube::ConfigFlags& flags);

  // Returns the JSON of an object, read in the version `version`; nullopt if the object does not exist. Errors: those
  // of kube::Client::Get. Precondition: Open succeeded.
  base::Result<std::optional<std::string>> Get(const admission::ServedResource& resource, std::string_view version,
                                               std::string_view namespace_name, std::string_view name);

 private:
  StopOnSignal signals_;
  std::optional<ApiServer> server_;
};

}  // namespace structural::cli
