// Keep: brings a certificate, and what the API server trusts, to where they should be.
//
// Level-triggered: whatever state somebody has left, or was interrupted in, is where it goes on
// from. Several may do it at the same time: each write tests that nothing was written since.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "certs/plan.h"
#include "certs/store.h"
#include "kube/client.h"
#include "schema/base/result.h"

namespace structural::certs {

// CABundle: what the API server trusts of webhooks, in the caBundle of their configurations.
struct Configuration {
  std::string kind;  // "ValidatingWebhookConfiguration" or "MutatingWebhookConfiguration"
  std::string name;

  std::string Text() const { return kind + " " + name; }
};

// A JSON Patch that puts the bundle (PEM) into all webhooks of the configuration that are called at
// one of the hosts, and into no other; empty: it is there.
// kInvalidInput: it is no configuration, or none of its webhooks is called at a host.
base::Result<std::string> CABundlePatch(const std::string& configuration,
                                        const std::vector<std::string>& hosts,
                                        const std::string& bundle);

struct CABundleInjection {
  Configuration configuration;
  const std::vector<std::string>& hosts;
  const std::string& bundle;
  // Asked between reading and writing: whether the bundle is still the one to be trusted. So what
  // somebody else has put there for a newer bundle is never taken away.
  std::function<base::Result<bool>()> still;
  bool dry_run = false;
};

// Whether there was something to write.
// kConflict: somebody was faster; call again. kNotFound: there is no such configuration.
base::Result<bool> InjectCABundle(kube::Client& client, const CABundleInjection& call,
                                  std::stop_token stop);

struct KeepOptions {
  Terms terms;
  std::vector<Configuration> configurations;
  bool dry_run = false;  // nothing is written; `log` says what would be
  std::function<Moment()> now;
  // A line for each thing that was done. Never holds a secret.
  std::function<void(const std::string& line)> log;
};

struct Kept {
  std::string state;  // "valid until …, renewed from … on"
  Moment look_again;  // when there will be something to do
  bool pending;       // a renewal has begun, and is not at its end
};

// Until there is nothing left to be done now. `client` may be null where there are no
// configurations. A configuration that is not there holds nothing back, but is an error at the end:
// kNotFound. kConflict: others write all the time.
base::Result<Kept> Keep(Store& store, kube::Client* client, const KeepOptions& options,
                        std::stop_token stop);

}  // namespace structural::certs
