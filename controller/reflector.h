// Reflector: keeps a handler in step with the server's CustomResourceDefinitions, for ever.
//
// List, then watch from the list's resourceVersion. A watch that ends goes on from the last
// resourceVersion that was seen; only where that is too old (410) the list is read again. Failures
// wait 800 ms, twice as long each time, up to 30 s, with jitter; two quiet minutes reset that.
//
// Upstream: tools/cache/reflector.go (client-go 0.37).
#pragma once

#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

#include "controller/clock.h"
#include "controller/retry_delay.h"
#include "kube/client.h"
#include "schema/crd/meta.h"

namespace structural::controller {

inline constexpr std::string_view kCrdPath =
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

// Called from the reflector's thread only. Texts are valid during the call.
class ReflectorHandler {
 public:
  virtual ~ReflectorHandler() = default;
  virtual void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) = 0;
  virtual void OnDeleted(const std::string& name) = 0;
  // A list was read to its end; these and no others exist. The first time: all is known now.
  virtual void OnListed(const std::set<std::string>& names) = 0;
};

struct ReflectorOptions {
  int page_size = 500;
  // Waits and returns true, or false when stop fired.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep;
  // A number in [0, 1), for jitter and the length of a watch.
  std::function<double()> random;
};

class Reflector {
 public:
  // All must outlive the reflector.
  Reflector(kube::Client& client, ReflectorHandler& handler, Clock& clock,
            ReflectorOptions options);

  // Returns when `stop` fired.
  void Run(std::stop_token stop);

 private:
  base::Status List(std::stop_token stop);
  base::Status Watch(std::stop_token stop);
  bool OnEvent(const kube::WatchEvent& event, std::stop_token stop);
  void HandleObject(const crd::Meta& meta, std::string_view text, std::stop_token stop);

  kube::Client& client_;
  ReflectorHandler& handler_;
  const ReflectorOptions options_;
  RetryDelay delay_;
  std::string resource_version_;  // empty: a list is due
};

}  // namespace structural::controller
