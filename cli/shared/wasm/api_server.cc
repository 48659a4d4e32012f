#include "cli/shared/api_server.h"

namespace structural::cli {

base::Result<ApiServer> ApiServer::Open(kube::ConfigFlags, std::stop_token) {
  return base::Error(base::ErrorCode::kInvalidInput,
                     "this build has no client for API servers; use the program for Linux");
}

}  // namespace structural::cli
