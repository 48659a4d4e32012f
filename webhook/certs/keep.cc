#include "webhook/certs/keep.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "kube/config/server_url.h"
#include "kube/json_slicer.h"
#include "schema/go/base64.h"
#include "webhook/certs/certificate.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

// Maximum number of rounds. A round applies one step, or repeats it after a conflict.
constexpr int kRounds = 12;

// DryRunStore: a Store that only remembers what is saved, and does not write it.
class DryRunStore : public Store {
 public:
  explicit DryRunStore(Store& store) : store_(store) {}

  std::string Name() const override { return store_.Name(); }
  Result<StoredCertificates> Load(std::stop_token stop) override { return saved_ ? *saved_ : store_.Load(stop); }
  Status Save(const StoredCertificates& stored, std::stop_token) override {
    saved_ = stored;
    return base::Ok();
  }

 private:
  Store& store_;
  std::optional<StoredCertificates> saved_;
};

const char* Word(Step step) {
  switch (step) {
    case Step::kIssue: return "certificate issued";
    case Step::kPrepare: return "next certificate created";
    case Step::kSwap: return "next certificate replaces the serving certificate";
    case Step::kPruneCA: return "old authority removed";
    case Step::kNone: break;
  }
  return "";
}

class Keeping {
 public:
  Keeping(Store& store, kube::Client* client, const RenewOptions& options, std::stop_token stop)
      : store_(store), client_(client), options_(options), stop_(stop) {}

  Result<RenewResult> Run() {
    for (int round = 0; round < kRounds; ++round) {
      const Result<std::optional<RenewResult>> kept = Round();
      if (kept.ok() && !*kept) continue;
      if (kept.ok()) return missing_ ? Result<RenewResult>(*missing_) : Result<RenewResult>(**kept);
      last_ = kept.error();
      if (last_.code() != ErrorCode::kConflict) return last_;
    }
    return last_;
  }

 private:
  // Applies the next step. Returns the result if no step is due; nullopt if another round is needed.
  Result<std::optional<RenewResult>> Round() {
    const Result<StoredCertificates> stored = store_.Load(stop_);
    if (!stored.ok()) return stored.error();
    const Moment now = options_.now();
    const Result<Plan> plan = MakePlan(*stored, options_.policy, now);
    if (!plan.ok()) return plan.error().In(store_.Name());
    bool settled = true;
    if (plan->step == Step::kNone || plan->step == Step::kSwap) {
      const Result<bool> written = InjectCABundles(*stored);
      if (!written.ok()) return written.error();
      settled = !*written || options_.dry_run;
    }
    if (plan->step == Step::kNone) return Done(*plan);
    if (plan->step == Step::kSwap && !settled && options_.policy.trust_propagation.count() > 0) {
      return Done({Step::kNone, "waiting until API servers trust the next authority",
                   now + options_.policy.trust_propagation, true});
    }
    const Status done = Do(*plan, *stored, now);
    if (!done.ok()) return done.error();
    return std::optional<RenewResult>();
  }

  static std::optional<RenewResult> Done(const Plan& plan) {
    return RenewResult{plan.reason, plan.next_step_at, plan.pending};
  }

  Status Do(const Plan& plan, const StoredCertificates& stored, Moment now) {
    const Result<StoredCertificates> after = ApplyStep(plan, stored, options_.policy, now);
    if (!after.ok()) return after.error();
    const Status saved = store_.Save(*after, stop_);
    if (saved.ok()) Log(store_.Name() + ": " + Word(plan.step) + ": " + plan.reason);
    return saved;
  }

  // Writes the authorities into all webhook configurations. Returns whether any of them had to be written.
  Result<bool> InjectCABundles(const StoredCertificates& stored) {
    missing_.reset();
    bool any = false;
    for (const WebhookConfiguration& configuration : options_.configurations) {
      const auto is_current = [&]() -> Result<bool> {
        const Result<StoredCertificates> now = store_.Load(stop_);
        if (!now.ok()) return now.error();
        return now->resource_version == stored.resource_version && now->authorities == stored.authorities;
      };
      const Result<bool> written = InjectCABundle(*client_,
                                                  {.configuration = configuration,
                                                   .hosts = options_.policy.hosts,
                                                   .bundle = stored.authorities,
                                                   .is_current = is_current,
                                                   .dry_run = options_.dry_run},
                                                  stop_);
      if (written.ok() && *written) Log(configuration.Text() + ": caBundle written");
      any = any || (written.ok() && *written);
      if (written.ok()) continue;
      if (written.error().code() != ErrorCode::kNotFound) return written.error();
      missing_ = written.error();
    }
    return any;
  }

  void Log(const std::string& line) { options_.log(options_.dry_run ? "dry run: " + line : line); }

  Store& store_;
  kube::Client* const client_;
  const RenewOptions& options_;
  const std::stop_token stop_;
  std::optional<Error> missing_;
  Error last_{ErrorCode::kConflict, "another process keeps changing it"};
};

}  // namespace

Result<RenewResult> RenewCertificates(Store& store, kube::Client* client, const RenewOptions& options,
                                      std::stop_token stop) {
  DryRunStore rehearsal(store);
  Store& used = options.dry_run ? static_cast<Store&>(rehearsal) : store;
  return Keeping(used, client, options, stop).Run();
}

namespace {

using kube::ObjectAt;
using kube::TextAt;
using nlohmann::json;

std::string PathOf(const WebhookConfiguration& configuration) {
  const bool validating = configuration.kind == "ValidatingWebhookConfiguration";
  return std::string("/apis/admissionregistration.k8s.io/v1/") + (validating ? "validating" : "mutating") +
         "webhookconfigurations/" + configuration.name;
}

// Returns the host name for which the API server requires the webhook's certificate to be valid.
// Upstream: util/webhook/client.go ClientManager.HookClient (apiserver 0.37)
std::string HostOf(const json& client_config) {
  const json service = ObjectAt(client_config, "service");
  if (!service.empty()) return TextAt(service, "name") + "." + TextAt(service, "namespace") + ".svc";
  const std::string url = TextAt(client_config, "url");
  const auto parsed = kube::ParseServerUrl(url.substr(0, url.find_first_of("?#")));
  return parsed.ok() ? parsed->host : "";
}

bool IsOneOf(const std::vector<std::string>& hosts, const std::string& host) {
  return std::ranges::find(hosts, CanonicalHost(host), CanonicalHost) != hosts.end();
}

json Test(const std::string& path, const json& value) { return {{"op", "test"}, {"path", path}, {"value", value}}; }

}  // namespace

Result<std::string> CABundlePatch(const std::string& configuration, const std::vector<std::string>& hosts,
                                  const std::string& bundle) {
  const json object = json::parse(configuration, nullptr, false);
  if (!object.is_object()) return Error(ErrorCode::kInvalidInput, "the response is not a webhook configuration");
  const json webhooks = object.value("webhooks", json::array());
  const std::string wanted = go::EncodeBase64(bundle);
  json patch = json::array();
  patch.push_back(Test("/metadata/resourceVersion", TextAt(ObjectAt(object, "metadata"), "resourceVersion")));
  bool called = false;
  for (std::size_t i = 0; webhooks.is_array() && i < webhooks.size(); ++i) {
    const json client_config = ObjectAt(webhooks[i], "clientConfig");
    if (!IsOneOf(hosts, HostOf(client_config))) continue;
    called = true;
    if (TextAt(client_config, "caBundle") == wanted) continue;
    patch.push_back(
        {{"op", "add"}, {"path", "/webhooks/" + std::to_string(i) + "/clientConfig/caBundle"}, {"value", wanted}});
  }
  if (!called) {
    return Error(ErrorCode::kInvalidInput, "it has no webhook for " + hosts.front());
  }
  return patch.size() > 1 ? patch.dump() : "";
}

Result<bool> InjectCABundle(kube::Client& client, const CABundleInjection& call, std::stop_token stop) {
  const std::string path = PathOf(call.configuration);
  const Result<std::string> found = client.Get(path, stop);
  if (!found.ok()) return found.error();
  const Result<std::string> patch = CABundlePatch(*found, call.hosts, call.bundle);
  if (!patch.ok()) return patch.error().In(call.configuration.Text());
  if (patch->empty()) return false;
  const Result<bool> is_current = call.is_current();
  if (!is_current.ok()) return is_current.error();
  if (!*is_current) return Error(ErrorCode::kConflict, "the trusted authorities have changed meanwhile");
  if (call.dry_run) return true;
  const Result<std::string> patched =
      client.JsonPatch(path, *patch, stop, {.answer = kube::Client::WriteAnswer::kMetadata});
  if (patched.ok()) return true;
  // kUnprocessable means that a `test` operation of the patch has failed, because the object has changed. It is
  // returned as kConflict, so that the caller calls again.
  if (patched.error().code() != ErrorCode::kUnprocessable) return patched.error();
  return Error(ErrorCode::kConflict, patched.error().message());
}

}  // namespace structural::certs
