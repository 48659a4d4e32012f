// The client in a build without HTTP. Its functions are never called, because cli/shared/wasm/api_server.cc creates no
// client.
#include "kube/client.h"

#include "kube/credentials/program.h"
#include "kube/transport/process.h"

namespace structural::kube {
namespace {

using base::Error;

Error NoClient() { return {base::ErrorCode::kUnavailable, "this build has no client for API servers"}; }

}  // namespace

Client::Client(Transport& transport, ClientOptions) : transport_(transport), gzip_lists_(false) {}

base::Result<std::string> Client::Get(std::string_view, std::stop_token) { return NoClient(); }

base::Result<ListResult> Client::List(std::string_view, const ListOptions&, const OnItem&, std::stop_token) {
  return NoClient();
}

base::Result<std::vector<std::string>> ServedVersions(Client&, std::string_view, std::stop_token) { return NoClient(); }

base::Result<ProgramOutcome> RunProgram(const Program& program, std::stop_token) {
  return Error(base::ErrorCode::kInvalidInput, "this build cannot start " + program.argv.front());
}

void PrepareProcess() {}

}  // namespace structural::kube
