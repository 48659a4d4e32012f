// RenewCertificates: brings a serving certificate, and the authorities that the API server trusts, to the state
// that the CertificatePolicy in plan.h requires.
//
// Level-triggered: RenewCertificates continues from any state, also one that another process left or an
// interruption caused. Several processes may run it at the same time: each write fails if the
// object has changed since it was read.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "kube/client.h"
#include "schema/base/result.h"
#include "webhook/certs/plan.h"
#include "webhook/certs/store.h"

namespace structural::certs {

// CABundle: the authorities that the API server trusts for webhooks, in `caBundle` of the webhook
// configurations.
struct Configuration {
  std::string kind;  // ValidatingWebhookConfiguration or MutatingWebhookConfiguration
  std::string name;

  std::string Text() const { return kind + " " + name; }
};

// Returns a JSON Patch that sets `caBundle` to the bundle (PEM) in all webhooks of the
// configuration that are called at one of the hosts, and in no other webhook. Empty if the bundle
// is already there.
// kInvalidInput: the object is not a webhook configuration, or none of its webhooks is called at a
// host.
base::Result<std::string> CABundlePatch(const std::string& configuration, const std::vector<std::string>& hosts,
                                        const std::string& bundle);

struct CABundleInjection {
  Configuration configuration;
  const std::vector<std::string>& hosts;
  const std::string& bundle;
  // Called after the configuration is read and before it is written. Returns whether the bundle is still current, so
  // that an older bundle never replaces a newer one of another process.
  std::function<base::Result<bool>()> is_current;
  bool dry_run = false;
};

// Returns whether the configuration had to be written.
// kConflict: another client wrote it at the same time; call again. kNotFound: the configuration
// does not exist.
base::Result<bool> InjectCABundle(kube::Client& client, const CABundleInjection& call, std::stop_token stop);

struct KeepOptions {
  CertificatePolicy terms;
  std::vector<Configuration> configurations;
  bool dry_run = false;  // writes nothing; `log` reports the writes that are due
  std::function<Moment()> now;
  // Receives a line for each change. The lines never contain a secret.
  std::function<void(const std::string& line)> log;
};

struct KeepResult {
  std::string state;    // state of the certificate: "valid until …, renewed from … on"
  Moment next_step_at;  // time of the next step
  bool pending;         // a renewal has begun and is not complete
};

// Applies steps until none is due. `client` may be null if no configurations are given. A missing
// configuration does not prevent the other steps, but RenewCertificates then returns kNotFound. kConflict: other
// processes write all the time.
base::Result<KeepResult> RenewCertificates(Store& store, kube::Client* client, const KeepOptions& options,
                                           std::stop_token stop);

}  // namespace structural::certs
