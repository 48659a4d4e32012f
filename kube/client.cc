#include "kube/client.h"

#include "kube/api_error.h"
#include "kube/query.h"
#include "kube/wait.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

// A server that names a longer wait is asked again after this one.
constexpr std::chrono::seconds kLongestRetryAfter{60};
// The server's own end of the watch may come this much late.
constexpr std::chrono::seconds kIdleBeyondTimeout{30};

bool IsSuccess(int status) { return status >= 200 && status < 300; }

// What the call is, for the front of an error: the query would only hide it.
std::string Step(const Request& request) {
  return request.method + " " + request.path.substr(0, request.path.find('?'));
}

// The wait before sending again, when the answer asks for it.
std::optional<std::chrono::seconds> WaitBeforeRetry(const Response& response) {
  if (response.status != 429 && response.status < 500) return std::nullopt;
  const auto wait = RetryAfter(response);
  if (!wait) return std::nullopt;
  return std::min(*wait, kLongestRetryAfter);
}

Request Write(std::string method, std::string_view path, std::string_view body,
              std::string content_type) {
  Request request;
  request.method = std::move(method);
  request.path = path;
  request.body = body;
  request.content_type = std::move(content_type);
  return request;
}

std::string WatchPath(std::string_view path, const WatchOptions& options) {
  Query query(path);
  query.Add("watch", "true");
  query.Add("timeoutSeconds", std::to_string(options.timeout_seconds));
  if (!options.resource_version.empty()) query.Add("resourceVersion", options.resource_version);
  if (options.allow_bookmarks) query.Add("allowWatchBookmarks", "true");
  if (options.send_initial_events) {
    query.Add("sendInitialEvents", "true");
    query.Add("resourceVersionMatch", "NotOlderThan");
  }
  return query.text();
}

}  // namespace

Client::Client(Transport& transport, ClientOptions options)
    : transport_(transport), options_(std::move(options)) {
  if (!options_.sleep) options_.sleep = SleepFor;
}

Result<Response> Client::Send(const Request& request, std::stop_token stop) {
  for (int retry = 0;; ++retry) {
    Result<Response> response = transport_.Do(request, stop);
    if (!response.ok()) return response.error().In(Step(request));
    if (IsSuccess(response->status)) return response;
    const auto wait = WaitBeforeRetry(*response);
    if (!wait || retry == options_.max_retries) {
      return ErrorFromResponse(*response).In(Step(request));
    }
    if (!options_.sleep(*wait, stop)) {
      return Error(ErrorCode::kCancelled, "stopped while waiting to send again").In(Step(request));
    }
  }
}

Result<std::string> Client::SendForBody(Request request, std::stop_token stop) {
  request.timeout = options_.request_timeout;
  Result<Response> response = Send(request, stop);
  if (!response.ok()) return response.error();
  return std::move(response->body);
}

Result<std::string> Client::Get(std::string_view path, std::stop_token stop) {
  Request request;
  request.path = path;
  return SendForBody(std::move(request), stop);
}

Result<std::string> Client::List(std::string_view path, const ListOptions& options,
                                 const OnItem& on_item, std::stop_token stop) {
  ListPage page;
  do {
    Query query(path);
    if (options.limit > 0) query.Add("limit", std::to_string(options.limit));
    // The token carries the resourceVersion of the first page; the server refuses both at once.
    if (!page.continue_token.empty()) {
      query.Add("continue", page.continue_token);
    } else if (!options.resource_version.empty()) {
      query.Add("resourceVersion", options.resource_version);
    }
    Result<std::string> body = Get(query.text(), stop);
    if (!body.ok()) return body;
    Result<ListPage> next = ReadListPage(*body, on_item);
    if (!next.ok()) return next.error().In("GET " + std::string(path));
    page = std::move(*next);
  } while (!page.continue_token.empty());
  return page.resource_version;
}

Status Client::Watch(std::string_view path, const WatchOptions& options, const OnEvent& on_event,
                     std::stop_token stop) {
  Request request;
  request.path = WatchPath(path, options);
  request.timeout = options_.request_timeout;
  const std::string step = "watch " + std::string(path);
  const std::chrono::milliseconds idle =
      options.idle.value_or(std::chrono::seconds(options.timeout_seconds) + kIdleBeyondTimeout);

  WatchEventReader reader;
  Status outcome = base::Ok();
  const auto on_line = [&](std::string_view line) {
    Result<WatchEvent> event = reader.Read(line);
    if (!event.ok()) {
      outcome = event.error();
    } else if (event->type == WatchEvent::Type::kError) {
      outcome = ToError(ParseApiError(500, event->object));
    } else {
      return on_event(*event);
    }
    return false;
  };
  const Status stream = transport_.Stream(request, idle, on_line, stop);
  if (!outcome.ok()) return outcome.error().In(step);
  if (!stream.ok()) return stream.error().In(step);
  return base::Ok();
}

Result<std::string> Client::JsonPatch(std::string_view path, std::string_view patch,
                                      std::stop_token stop) {
  return SendForBody(Write("PATCH", path, patch, "application/json-patch+json"), stop);
}

Result<std::string> Client::Create(std::string_view path, std::string_view object,
                                   std::stop_token stop) {
  return SendForBody(Write("POST", path, object, "application/json"), stop);
}

Result<std::string> Client::Replace(std::string_view path, std::string_view object,
                                    std::stop_token stop) {
  return SendForBody(Write("PUT", path, object, "application/json"), stop);
}

Status Client::Delete(std::string_view path, std::stop_token stop) {
  Result<std::string> body = SendForBody(Write("DELETE", path, "", ""), stop);
  if (!body.ok()) return body.error();
  return base::Ok();
}

}  // namespace structural::kube
