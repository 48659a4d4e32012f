// Client: sends the requests of a controller to the API server.
//
// Objects are JSON bytes, which Client does not interpret. Nothing is cached: every call sends a request. Errors
// contain the request ("GET /apis/…: …") and the server's own message. Thread-safe if its Transport is. Calls block,
// and return soon after a stop is requested.
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

// The cases in which lists are requested in gzip. kIfChunkTooLarge: after a list did not fit into one chunk
// (kMaxChunkBytes).
//
// A list in gzip has a sixth of the bytes, but costs the server twice the CPU and time. So gzip saves time if the
// network is slower than about 100 Mbit/s. (Measured with 1,000 CRDs of 11 kB: 11.3 MB without gzip take 0.7 s, and 0.4
// s of the server's CPU. 2.0 MB of gzip take 1.5 s, and 0.9 s of CPU.) Answers in gzip arrive in small chunks, so a
// list of any size can be read without pages. Pages cost the server four times the CPU, because it reads each page from
// etcd. Servers do not compress watches.
enum class Gzip { kNever, kIfChunkTooLarge, kAlways };
// Returns kNever if the config disables compression, kIfChunkTooLarge within the cluster, and otherwise kAlways.
Gzip GzipFor(const ClientConfig& config);

struct ClientOptions {
  std::chrono::milliseconds request_timeout{30'000};
  // Maximum number of retries of a request that was answered with 429 or 5xx and a Retry-After. Each retry is sent
  // after the wait that the server demands. Upstream: rest/with_retry.go (client-go 0.37)
  int max_retries = 10;
  // Maximum sum of the waits before the retries of one request. Interactive commands set a shorter time.
  std::chrono::seconds max_retry_wait{600};
  Gzip gzip_lists = Gzip::kNever;
  // Maximum number of requests per second, not counting watches; 0: unlimited. The first `burst` requests do not wait.
  double qps = 0;
  int burst = 10;
  // Waits for this time and returns true, or returns false when a stop is requested. Null: SleepFor. For tests.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep = nullptr;
};

class Client {
 public:
  using OnEvent = std::function<bool(const WatchEvent&)>;  // returns false to end the watch
  // The requested answer to a write. kObject: the new object. kMetadata: only its apiVersion, kind and metadata, if the
  // server supports PartialObjectMetadata (since 1.15); otherwise the new object.
  enum class WriteAnswer { kObject, kMetadata };
  struct PatchOptions {
    WriteAnswer answer = WriteAnswer::kObject;
    // A stop of this token aborts a request that was sent. The stop_token that the caller passes to JsonPatch then ends
    // only the waits before the request. If this token has no state, which is the default, the caller's token ends
    // both.
    std::stop_token abort = {};
    // Called before each attempt to send the request, after all waits. If it returns false, the request is not sent,
    // and the call ends with kCancelled. Null: each attempt is sent.
    std::function<bool()> may_send = nullptr;
  };

  // The transport must outlive the client.
  explicit Client(Transport& transport, ClientOptions options = {});

  // Returns the body of the answer to a GET: the object as JSON.
  base::Result<std::string> Get(std::string_view path, std::stop_token stop);

  // Reads all pages of a list, and calls on_item for each item while the page arrives. So a list of any size needs only
  // the memory of its largest item or chunk. A list that is too large for one chunk is requested in gzip, and then in
  // smaller pages. On an error, the caller must discard the items that were delivered already. Errors: kGone or
  // kVersionTooLarge if the server has no list at this resourceVersion; kLimitExceeded if an item has more than
  // kMaxLineBytes; those of ReadAllPages.
  base::Result<ListResult> List(std::string_view path, const ListOptions& options, const OnItem& on_item,
                                std::stop_token stop);

  // Sends one watch request, and calls on_event for each event except ERROR, which ends the call with an error. Returns
  // Ok if the server or on_event ended the watch. Errors: kGone if the resourceVersion is too old; kVersionTooLarge if
  // it is too new; kTimeout if nothing arrived for the idle timeout. Watch does not retry. The error's retry_after() is
  // the wait that the server demands.
  base::Status Watch(std::string_view path, const WatchOptions& options, const OnEvent& on_event, std::stop_token stop);

  // JsonPatch, Create and Replace return the new object as JSON. An answer that is endless, or too large for an object,
  // is kUnavailable, although the server may have done the write.
  //
  // Sends a JSON Patch. kUnprocessable: a `test` operation failed, or the new object is invalid.
  base::Result<std::string> JsonPatch(std::string_view path, std::string_view patch, std::stop_token stop,
                                      PatchOptions options);
  base::Result<std::string> JsonPatch(std::string_view path, std::string_view patch, std::stop_token stop) {
    return JsonPatch(path, patch, std::move(stop), {});
  }
  // Sends a POST to a collection. kConflict: an object with this name exists.
  base::Result<std::string> Create(std::string_view path, std::string_view object, std::stop_token stop);
  // Sends a PUT. kConflict: metadata.resourceVersion is not the newest.
  base::Result<std::string> Replace(std::string_view path, std::string_view object, std::stop_token stop);
  base::Status Delete(std::string_view path, std::stop_token stop);

 private:
  using Attempt = std::function<base::Result<Response>()>;
  base::Result<Response> Send(const std::string& step, const Attempt& attempt, std::stop_token stop);
  base::Status WaitForTurn(const std::string& step, std::stop_token stop);
  base::Result<std::string> SendForBody(Request request, std::stop_token stop, const PatchOptions& options);
  // Reads one page. Adds the number of delivered items to *items, and subtracts the number of read bytes from *left,
  // the number of bytes that can still be read.
  base::Result<ListPage> FetchPage(const std::string& path, std::string_view accept, const OnItem& on_item,
                                   std::size_t* items, std::uint64_t* left, std::stop_token stop);
  base::Result<ListPage> FetchPageAgain(base::Error failure, const ListOptions& options,
                                        const std::function<base::Result<ListPage>()>& fetch, std::stop_token stop);

  Transport& transport_;
  ClientOptions options_;
  std::atomic<bool> gzip_lists_;          // whether lists are requested in gzip now
  std::unique_ptr<RateLimiter> limiter_;  // null: unlimited
};

// Returns the versions of an API group that the server serves ("v1", "v1beta1"), in the server's order. kNotFound: the
// server does not serve the group. kInvalidInput: the answer is not an APIGroup.
base::Result<std::vector<std::string>> ServedVersions(Client& client, std::string_view group, std::stop_token stop);

}  // namespace structural::kube
