// Client: the calls a controller makes on the API server.
//
// Objects go in and out as raw JSON bytes: what is in them is decided elsewhere. Nothing is cached,
// every call is a request. Errors carry the call ("GET /apis/…: …") and the server's own message.
// As thread-safe as its Transport; calls block and end soon after their stop_token fires.
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

// When lists are asked for in gzip: a sixth of the bytes, for twice the server's CPU and time. It
// pays where the network is slower than about 100 Mbit/s. (1,000 CRDs of 11 kB from a real
// server, 11.3 MB: 0.7 s and 0.4 s of its CPU; as 2.0 MB of gzip 1.5 s and 0.9 s.) It also comes in
// small chunks: a list that is too large for one is not read in pages, each of which the server
// gets from etcd, for four times its CPU. Servers pack no watches.
enum class Gzip { kNever, kWhereTooLarge, kAlways };
// kAlways but within the cluster. kNever: the config wants none.
Gzip GzipFor(const ClientConfig& config);

struct ClientOptions {
  std::chrono::milliseconds request_timeout{30'000};
  // How often a request that was answered 429, or 5xx with Retry-After, is sent again after the
  // wait the server named. Upstream: rest/with_retry.go (client-go 0.37)
  int max_retries = 10;
  // The longest wait of one request for its retries, all together. Commands that people wait for allow less.
  std::chrono::seconds max_retry_wait{600};
  Gzip gzip_lists = Gzip::kNever;
  // At most this many requests a second, watches left out, once `burst` of them were sent at once;
  // 0: as many as the server takes.
  double qps = 0;
  int burst = 10;
  // Waits and returns true, or false when the stop_token fired meanwhile. For tests.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep = nullptr;
};

class Client {
 public:
  using OnEvent = std::function<bool(const WatchEvent&)>;  // false ends the watch
  // What a write answers: the object as the server has it now; or, where the server knows
  // PartialObjectMetadata (since 1.15), that object's apiVersion, kind and metadata alone.
  enum class Answer { kObject, kMetadata };
  struct PatchOptions {
    Answer answer = Answer::kObject;
    // Ends what was sent, so that the call's own token ends no more than the waits before. Without
    // a state: the call's token ends both.
    std::stop_token abort = {};
    // Called before each attempt, after the waits for the server and for the rate limit. False: the
    // call ends with kCancelled, and the attempt is not sent. Null: each attempt is sent.
    std::function<bool()> may_send = nullptr;
  };

  // Precondition: the transport outlives the client.
  explicit Client(Transport& transport, ClientOptions options = {});

  // The object's bytes.
  base::Result<std::string> Get(std::string_view path, std::stop_token stop);

  // Reads all pages, each while it is coming in: a list of any size takes the memory of its largest
  // item, or chunk. What is too large for one is asked for in gzip, and then in smaller pages.
  // Errors: what was handed out by then does not count. kGone, kVersionTooLarge: the server has no
  // list at this resourceVersion.
  // kLimitExceeded: an item has more than kMaxLineBytes.
  base::Result<ListResult> List(std::string_view path, const ListOptions& options,
                                const OnItem& on_item, std::stop_token stop);

  // One watch request. on_event sees every type but kError, which ends the call as an error.
  // Ok: the server ended the watch, or on_event did. kGone: the resourceVersion is too old (by
  // status line or by an ERROR event), kVersionTooLarge: too new. kTimeout: the server fell silent.
  // An answer that asks to come later is not sent again here: the error's retry_after() says when.
  base::Status Watch(std::string_view path, const WatchOptions& options, const OnEvent& on_event,
                     std::stop_token stop);

  // Each returns the object's bytes as the server has it now. An answer without end, or too large
  // for an object, is none: kUnavailable, and the write may have been done.
  // kUnprocessable: a `test` operation failed or the outcome is invalid.
  base::Result<std::string> JsonPatch(std::string_view path, std::string_view patch,
                                      std::stop_token stop, PatchOptions options);
  base::Result<std::string> JsonPatch(std::string_view path, std::string_view patch,
                                      std::stop_token stop) {
    return JsonPatch(path, patch, std::move(stop), {});
  }
  // POST to a collection. kConflict: the name is taken.
  base::Result<std::string> Create(std::string_view path, std::string_view object,
                                   std::stop_token stop);
  // PUT. kConflict: metadata.resourceVersion is not the newest.
  base::Result<std::string> Replace(std::string_view path, std::string_view object,
                                    std::stop_token stop);
  base::Status Delete(std::string_view path, std::stop_token stop);

 private:
  using Attempt = std::function<base::Result<Response>()>;
  base::Result<Response> Send(const std::string& step, const Attempt& attempt,
                              std::stop_token stop);
  base::Status WaitForTurn(const std::string& step, std::stop_token stop);
  base::Result<std::string> SendForBody(Request request, std::stop_token stop,
                                        const PatchOptions& options);
  base::Result<ListPage> FetchPage(const std::string& path, const OnItem& on_item,
                                   std::size_t* items, std::stop_token stop);
  base::Result<ListPage> FetchPageAgain(base::Error failure, const ListOptions& options,
                                        const std::function<base::Result<ListPage>()>& fetch,
                                        std::stop_token stop);

  Transport& transport_;
  ClientOptions options_;
  std::atomic<bool> gzip_lists_;  // learnt for the lists that follow
  std::unique_ptr<RateLimiter> limiter_;  // null: no limit
};

// Discovery: what the server serves.
// The versions of an API group ("v1", "v1beta1"), in the server's order.
// kNotFound: it does not serve the group. kInvalidInput: the answer is no APIGroup.
base::Result<std::vector<std::string>> ServedVersions(Client& client, std::string_view group,
                                                      std::stop_token stop);

}  // namespace structural::kube
