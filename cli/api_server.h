// ApiServer: the API server that a command's flags lead to.
#pragma once

#include <memory>

#include "kube/client.h"
#include "kube/config_flags.h"
#include "kube/transport.h"
#include "schema/base/result.h"

namespace structural::cli {

// Thread-safe, as its client. Destroy it before main returns.
class ApiServer {
 public:
  // Errors: those of kube::ResolveConfig and of kube::NewCppRestTransport.
  // Precondition: kube::PrepareProcess() was called.
  static base::Result<ApiServer> Open(const kube::ConfigFlags& flags);

  kube::Client& client() const { return *client_; }

 private:
  ApiServer(std::unique_ptr<kube::Transport> transport, const kube::ClientOptions& options);

  std::unique_ptr<kube::Transport> transport_;
  std::unique_ptr<kube::Client> client_;
};

}  // namespace structural::cli
