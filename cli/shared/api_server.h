// ApiServer: a client of the API server that the connection flags of a command select.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "kube/client.h"
#include "kube/config/config_flags.h"
#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::cli {

// Thread-safe, like the client that it owns. Must be destroyed before main returns.
class ApiServer {
 public:
  // Finds the API server that the flags select, and creates a client for it. Errors: kInvalidInput if
  // kube::ResolveConfig or kube::NewCppRestTransport fails; kCancelled if a stop is requested before the address is
  // known. Precondition: kube::PrepareProcess() was called.
  static base::Result<ApiServer> Open(kube::ConfigFlags flags, std::stop_token stop);

  kube::Client& client() const { return *client_; }
  const std::string& url() const { return url_; }
  const std::string& context() const { return context_; }  // context of the kubeconfig; may be empty
  // Returns the namespace of the context or the Pod; may be empty.
  const std::string& default_namespace() const { return default_namespace_; }

 private:
  ApiServer(const kube::ClientConfig& config, std::unique_ptr<kube::Transport> transport,
            const kube::ClientOptions& options);

  std::string url_;
  std::string context_;
  std::string default_namespace_;
  std::unique_ptr<kube::Transport> transport_;
  std::unique_ptr<kube::Client> client_;
};

}  // namespace structural::cli
