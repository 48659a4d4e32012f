// CABundle: what the API server trusts of webhooks, in the caBundle of their configurations.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "kube/client.h"
#include "schema/base/result.h"

namespace structural::certs {

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

}  // namespace structural::certs
