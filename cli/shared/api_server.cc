#include "cli/shared/api_server.h"

#include <utility>

#include "cli/shared/command.h"
#include "kube/config/resolve.h"

namespace structural::cli {

ApiServer::ApiServer(const kube::ClientConfig& config, std::unique_ptr<kube::Transport> transport,
                     const kube::ClientOptions& options)
    : url_(config.server),
      context_(config.context),
      default_namespace_(config.default_namespace),
      transport_(std::move(transport)),
      client_(std::make_unique<kube::Client>(*transport_, options)) {}

namespace {

// Returns the error with the code kInvalidInput, because an error in a kubeconfig means that an input cannot be used.
// An error with the code kCancelled is returned unchanged.
base::Error Unusable(const base::Error& error) {
  if (error.code() == base::ErrorCode::kCancelled) return error;
  return {base::ErrorCode::kInvalidInput, error.message()};
}

}  // namespace

base::Result<ApiServer> ApiServer::Open(kube::ConfigFlags flags, std::stop_token stop) {
  flags.wait.stop = std::move(stop);
  const auto config = kube::ResolveConfig(flags);
  if (!config.ok()) return Unusable(config.error());
  auto transport = kube::NewCppRestTransport(*config, UserAgent());
  if (!transport.ok()) return transport.error();
  kube::ClientOptions options;
  if (config->request_timeout) options.request_timeout = *config->request_timeout;
  options.gzip_lists = kube::GzipFor(*config);
  options.max_retry_wait = std::chrono::seconds(30);
  return ApiServer(*config, *std::move(transport), options);
}

}  // namespace structural::cli
