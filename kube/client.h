// Client: the calls a controller makes on the API server.
//
// Objects go in and out as raw JSON bytes: what is in them is decided elsewhere. Nothing is cached,
// every call is a request. Errors carry the call ("GET /apis/…: …") and the server's own message.
// As thread-safe as its Transport; calls block and end soon after their stop_token fires.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "kube/list_page.h"
#include "kube/transport.h"
#include "kube/watch_event.h"
#include "schema/base/result.h"

namespace structural::kube {

struct ListOptions {
  int limit = 500;               // items a page; 0: all in one page
  // Of the first page: "" is the newest, "0" whatever a cache holds.
  std::string resource_version = {};
};

struct WatchOptions {
  std::string resource_version = {};
  int timeout_seconds = 300;  // when the server ends the watch
  bool allow_bookmarks = true;
  // WatchList: the present state comes first, as ADDED events, up to the bookmark annotated
  // k8s.io/initial-events-end. Servers without it answer kUnprocessable, or just watch.
  bool send_initial_events = false;
  // Silence after which the peer counts as dead. Where nothing changes a server may send nothing
  // at all, bookmarks neither, so the default is timeout_seconds and half a minute.
  std::optional<std::chrono::milliseconds> idle = std::nullopt;
};

struct ClientOptions {
  std::chrono::milliseconds request_timeout{30'000};
  // How often a request that was answered 429, or 5xx with Retry-After, is sent again after the
  // wait the server named. Upstream: rest/with_retry.go (client-go 0.37)
  int max_retries = 10;
  // Waits and returns true, or false when the stop_token fired meanwhile. For tests.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep = nullptr;
};

class Client {
 public:
  using OnEvent = std::function<bool(const WatchEvent&)>;  // false ends the watch

  // Precondition: the transport outlives the client.
  explicit Client(Transport& transport, ClientOptions options = {});

  // The object's bytes.
  base::Result<std::string> Get(std::string_view path, std::stop_token stop);

  // Reads all pages; returns the list's resourceVersion, from which a watch goes on.
  // kGone: the continue token expired, the list has to be started again.
  base::Result<std::string> List(std::string_view path, const ListOptions& options,
                                 const OnItem& on_item, std::stop_token stop);

  // One watch request. on_event sees every type but kError, which ends the call as an error.
  // Ok: the server ended the watch, or on_event did. kGone: the resourceVersion is too old (by
  // status line or by an ERROR event). kTimeout: the server fell silent.
  base::Status Watch(std::string_view path, const WatchOptions& options, const OnEvent& on_event,
                     std::stop_token stop);

  // Each returns the object's bytes as the server has it now.
  // kUnprocessable: a `test` operation failed or the outcome is invalid.
  base::Result<std::string> JsonPatch(std::string_view path, std::string_view patch,
                                      std::stop_token stop);
  // POST to a collection. kConflict: the name is taken.
  base::Result<std::string> Create(std::string_view path, std::string_view object,
                                   std::stop_token stop);
  // PUT. kConflict: metadata.resourceVersion is not the newest.
  base::Result<std::string> Replace(std::string_view path, std::string_view object,
                                    std::stop_token stop);
  base::Status Delete(std::string_view path, std::stop_token stop);

 private:
  base::Result<Response> Send(const Request& request, std::stop_token stop);
  base::Result<std::string> SendForBody(Request request, std::stop_token stop);

  Transport& transport_;
  ClientOptions options_;
};

}  // namespace structural::kube
