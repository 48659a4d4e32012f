// Client: the calls a controller makes on the API server.
//
// Objects are raw JSON bytes; their content is not interpreted here. Nothing is cached, every call
// is a request. Errors contain the call ("GET /apis/…: …") and the server's own message. As
// thread-safe as its Transport; calls block, and end soon after a stop is requested.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kube/config/config.h"
#include "kube/list.h"
#include "kube/transport/transport.h"
#include "kube/wait.h"
#include "kube/watch.h"
#include "schema/base/result.h"

namespace structural::kube {

// When lists are requested in gzip. A list in gzip has a sixth of the bytes, for twice the server's CPU and time, so
// gzip saves time if the network is slower than about 100 Mbit/s. (Measured with 1,000 CRDs of 11 kB: 11.3 MB take 0.7
// s, and 0.4 s of the server's CPU; 2.0 MB of gzip take 1.5 s, and 0.9 s.) Answers in gzip also arrive in small chunks,
// so a list that is larger than the maximum chunk need not be read in pages. Pages cost the server four times the CPU,
// because it reads each page from etcd. Servers do not compress watches.
enum class Gzip { kNever, kWhereTooLarge, kAlways };
// Returns kNever within the cluster or if the config disables compression, otherwise kAlways.
Gzip GzipFor(const ClientConfig& config);

struct ClientOptions {
  std::chrono::milliseconds request_timeout{30'000};
  // Maximum number of retries of a request that was answered by 429, or by 5xx with Retry-After,
  // after the wait that the server demands. Upstream: rest/with_retry.go (client-go 0.37)
  int max_retries = 10;
  // Maximum sum of the waits for the retries of one request. Interactive commands set a shorter
  // time.
  std::chrono::seconds max_retry_wait{600};
  Gzip gzip_lists = Gzip::kNever;
  // Maximum number of requests per second, except watches, after `burst` requests without a limit;
  // 0: unlimited.
  double qps = 0;
  int burst = 10;
  // Waits and returns true, or returns false when a stop was requested. For tests.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep = nullptr;
};

class Client {
 public:
  using OnEvent = std::function<bool(const WatchEvent&)>;  // false ends the watch
  // The answer of a write: the object as the server has it now, or only its apiVersion, kind and
  // metadata if the server knows PartialObjectMetadata (since 1.15).
  enum class Answer { kObject, kMetadata };
  struct PatchOptions {
    Answer answer = Answer::kObject;
    // Aborts a request in flight; the call's own token then only ends the waits before it. If this token has no state,
    // which is the default, the call's token ends both.
    std::stop_token abort = {};
    // Called before each attempt, after the waits for the server and for the rate limit. False: the
    // call ends with kCancelled, and the attempt is not sent. Null: each attempt is sent.
    std::function<bool()> may_send = nullptr;
  };

  // Precondition: the transport outlives the client.
  explicit Client(Transport& transport, ClientOptions options = {});

  // Returns the object's bytes.
  base::Result<std::string> Get(std::string_view path, std::stop_token stop);

  // Reads all pages, each while it arrives: a list of any size needs the memory of its largest item or chunk. A list
  // that is too large for one chunk is requested in gzip, and then in smaller pages. On an error, the caller must
  // discard the items that were already delivered. kGone, kVersionTooLarge: the server has no list at this
  // resourceVersion. kLimitExceeded: an item has more than kMaxLineBytes.
  base::Result<ListResult> List(std::string_view path, const ListOptions& options, const OnItem& on_item,
                                std::stop_token stop);

  // Sends one watch request. on_event gets every type except kError, which ends the call with an
  // error. Returns Ok if the server ended the watch, or on_event did. kGone: the resourceVersion is
  // too old (by the status line or an ERROR event). kVersionTooLarge: it is too new. kTimeout: the
  // server was silent. Not retried here: the error's retry_after() is the wait that the server
  // demands.
  base::Status Watch(std::string_view path, const WatchOptions& options, const OnEvent& on_event, std::stop_token stop);

  // JsonPatch, Create and Replace return the object's bytes as the server has it now. An answer
  // that is endless or too large for an object gives kUnavailable, although the write may have been
  // done. kUnprocessable: a `test` operation failed, or the result is invalid.
  base::Result<std::string> JsonPatch(std::string_view path, std::string_view patch, std::stop_token stop,
                                      PatchOptions options);
  base::Result<std::string> JsonPatch(std::string_view path, std::string_view patch, std::stop_token stop) {
    return JsonPatch(path, patch, std::move(stop), {});
  }
  // Sends a POST to a collection. kConflict: the name exists.
  base::Result<std::string> Create(std::string_view path, std::string_view object, std::stop_token stop);
  // Sends a PUT. kConflict: metadata.resourceVersion is not the newest.
  base::Result<std::string> Replace(std::string_view path, std::string_view object, std::stop_token stop);
  base::Status Delete(std::string_view path, std::stop_token stop);

 private:
  using Attempt = std::function<base::Result<Response>()>;
  base::Result<Response> Send(const std::string& step, const Attempt& attempt, std::stop_token stop);
  base::Status WaitForTurn(const std::string& step, std::stop_token stop);
  base::Result<std::string> SendForBody(Request request, std::stop_token stop, const PatchOptions& options);
  // Reads one page. `left`: number of bytes that may be read; reduced by those that are.
  base::Result<ListPage> FetchPage(const std::string& path, std::string_view accept, const OnItem& on_item,
                                   std::size_t* items, std::uint64_t* left, std::stop_token stop);
  base::Result<ListPage> FetchPageAgain(base::Error failure, const ListOptions& options,
                                        const std::function<base::Result<ListPage>()>& fetch, std::stop_token stop);

  Transport& transport_;
  ClientOptions options_;
  std::atomic<bool> gzip_lists_;          // set after a list that was too large
  std::unique_ptr<RateLimiter> limiter_;  // null: unlimited
};

// ServedVersions returns the versions of an API group ("v1", "v1beta1") in the server's order.
// kNotFound: the server does not serve the group. kInvalidInput: the answer is not an APIGroup.
base::Result<std::vector<std::string>> ServedVersions(Client& client, std::string_view group, std::stop_token stop);

}  // namespace structural::kube
