#include "cli/webhook/certs_keeper.h"

#include "certs/folder_store.h"
#include "certs/secret_store.h"

namespace structural::cli {
namespace {

using base::Result;
using base::Status;
using std::chrono::milliseconds;

std::chrono::seconds Seconds(milliseconds time) {
  return std::chrono::ceil<std::chrono::seconds>(time);
}

certs::KeepOptions OptionsOf(const CertsFlags& flags, const std::string& namespace_) {
  certs::KeepOptions options;
  const std::string service = flags.service + "." + namespace_ + ".svc";
  options.terms.hosts = {service, service + ".cluster.local"};
  if (namespace_.empty()) options.terms.hosts.clear();
  options.terms.hosts.insert(options.terms.hosts.end(), flags.hosts.begin(), flags.hosts.end());
  options.terms.validity = Seconds(flags.validity);
  options.terms.renew_before = Seconds(flags.renew_before);
  options.terms.overlap = Seconds(flags.overlap);
  for (const std::string& name : flags.validating) {
    options.configurations.push_back({"ValidatingWebhookConfiguration", name});
  }
  for (const std::string& name : flags.mutating) {
    options.configurations.push_back({"MutatingWebhookConfiguration", name});
  }
  // Nobody has to be told of an authority.
  options.terms.settle = Seconds(options.configurations.empty() ? milliseconds(0) : flags.settle);
  options.dry_run = flags.dry_run;
  options.now = &CertsNow;
  return options;
}

}  // namespace

certs::Moment CertsNow() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

// Asks for a server where one is needed.
Result<std::string> CertsKeeper::Namespace(std::stop_token stop) {
  const bool asks = flags_.folder.empty() || !flags_.validating.empty() || !flags_.mutating.empty();
  if (!asks) return flags_.namespace_;
  Result<ApiServer> server = ApiServer::Open(flags_.config, std::move(stop));
  if (!server.ok()) return server.error();
  server_.emplace(*std::move(server));
  if (!flags_.namespace_.empty()) return flags_.namespace_;
  return server_->default_namespace().empty() ? "default" : server_->default_namespace();
}

Status CertsKeeper::Open(std::stop_token stop) {
  const Result<std::string> namespace_ = Namespace(std::move(stop));
  if (!namespace_.ok()) return namespace_.error();
  options_ = OptionsOf(flags_, *namespace_);
  if (options_.terms.hosts.empty()) {
    return base::Error(base::ErrorCode::kInvalidInput,
                       "the certificate needs a host: set --namespace or --host");
  }
  const Status terms = certs::CheckTerms(options_.terms);
  return terms.ok() ? OpenStore(*namespace_) : terms;
}

Status CertsKeeper::OpenStore(const std::string& namespace_) {
  if (flags_.folder.empty()) {
    store_ = std::make_unique<certs::SecretStore>(server_->client(), namespace_, flags_.secret);
    return base::Ok();
  }
  auto folder = certs::FolderStore::Open(flags_.folder);
  if (!folder.ok()) return folder.error().In("--out-dir");
  store_ = *std::move(folder);
  return base::Ok();
}

Result<certs::Kept> CertsKeeper::Keep(std::stop_token stop) {
  return certs::Keep(*store_, server_ ? &server_->client() : nullptr, options_, stop);
}

}  // namespace structural::cli
