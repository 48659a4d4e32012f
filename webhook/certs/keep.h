// RenewCertificates: brings a serving certificate, and the authorities that the API server trusts, to the state that a
// CertificatePolicy (plan.h) requires.
//
// It is level-triggered: it continues from any state, also from one that another process or an interruption has left.
// Several processes can run it at the same time, because each write fails if the object has changed since it was read.
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

// Identifies a webhook configuration. Its field `caBundle` has the authorities that the API server trusts for a
// webhook.
struct WebhookConfiguration {
  std::string kind;  // ValidatingWebhookConfiguration or MutatingWebhookConfiguration
  std::string name;

  std::string Text() const { return kind + " " + name; }
};

// Returns a JSON Patch that sets `caBundle` to the bundle (PEM) in all webhooks of the configuration (JSON) that the
// API server calls at one of the hosts. Other webhooks are not changed. Empty if these webhooks have the bundle
// already. kInvalidInput: the object is not a webhook configuration, or none of its webhooks is called at one of the
// hosts.
base::Result<std::string> CABundlePatch(const std::string& configuration, const std::vector<std::string>& hosts,
                                        const std::string& bundle);

// The arguments of InjectCABundle.
struct CABundleInjection {
  WebhookConfiguration configuration;
  const std::vector<std::string>& hosts;  // hosts of the webhooks that get the bundle
  const std::string& bundle;              // authorities as PEM
  // Returns whether the bundle is still current; if not, nothing is written. Called after the configuration is read, so
  // that an older bundle never replaces a newer one that another process has written.
  std::function<base::Result<bool>()> is_current;
  bool dry_run = false;
};

// Writes the bundle into the webhook configuration. Returns false if the configuration had the bundle already.
// kConflict: another client wrote the configuration at the same time, so the caller must call again. kNotFound: the
// configuration does not exist.
base::Result<bool> InjectCABundle(kube::Client& client, const CABundleInjection& call, std::stop_token stop);

struct RenewOptions {
  CertificatePolicy policy;
  std::vector<WebhookConfiguration> configurations;
  bool dry_run = false;         // true: nothing is written; `log` gets a line for each write that is due
  std::function<Moment()> now;  // returns the current time
  // Receives a line for each change. A line never contains a secret.
  std::function<void(const std::string& line)> log;
};

struct RenewResult {
  std::string state;    // state of the certificate: "valid until …, renewed from … on"
  Moment next_step_at;  // time at which the next step is due
  bool pending;         // whether a renewal has begun and is not complete
};

// Applies steps (plan.h) until none is due now. `client` can be null if options.configurations is empty. If a
// configuration does not exist, RenewCertificates applies the other steps nevertheless, and then returns kNotFound.
// kConflict: other processes write the same objects all the time.
base::Result<RenewResult> RenewCertificates(Store& store, kube::Client* client, const RenewOptions& options,
                                            std::stop_token stop);

}  // namespace structural::certs
