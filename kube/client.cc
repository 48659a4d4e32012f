#include "kube/client.h"

#include <algorithm>
#include <optional>

#include <simdjson.h>

#include "kube/list_splitter.h"
#include "kube/transport/api_error.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

constexpr const char* kMetadataOrObject =
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

// Returns the method and path of the request, without the query, with which an error's message begins.
std::string Step(const Request& request) {
  return request.method + " " + request.path.substr(0, request.path.find('?'));
}

// Returns the wait after which the request is sent again; nullopt if it must not be sent again. It is not sent again
// for kVersionTooLarge, because the caller decides when to retry.
std::optional<std::chrono::seconds> WaitBeforeRetry(const ApiError& answer, const Error& error) {
  if (answer.status != 429 && answer.status < 500) return std::nullopt;
  if (!answer.retry_after || error.code() == ErrorCode::kVersionTooLarge) return std::nullopt;
  return answer.retry_after;
}

Request Write(std::string method, std::string_view path, std::string_view body, std::string content_type) {
  Request request;
  request.method = std::move(method);
  request.path = path;
  request.body = body;
  request.content_type = std::move(content_type);
  return request;
}

// Maximum number of times that a page is read again. The wait before each read is twice the previous one.
constexpr int kPageTries = 5;
constexpr std::chrono::milliseconds kFirstWaitForPage{100};

bool MayPass(const Error& failure) {
  const ErrorCode code = failure.code();
  return code == ErrorCode::kUnavailable || code == ErrorCode::kTimeout || code == ErrorCode::kServerError;
}

Error NoGroup(const std::string& path) {
  return {ErrorCode::kInvalidInput, "GET " + path + ": the response is not an APIGroup"};
}

}  // namespace

Gzip GzipFor(const ClientConfig& config) {
  if (config.disable_compression) return Gzip::kNever;
  return config.in_cluster ? Gzip::kIfChunkTooLarge : Gzip::kAlways;
}

Client::Client(Transport& transport, ClientOptions options)
    : transport_(transport), options_(std::move(options)), gzip_lists_(options_.gzip_lists == Gzip::kAlways) {
  if (!options_.sleep) options_.sleep = SleepFor;
  if (options_.qps > 0) {
    limiter_ = std::make_unique<RateLimiter>(options_.qps, std::max(options_.burst, 1));
  }
}

Status Client::WaitForTurn(const std::string& step, std::stop_token stop) {
  const std::chrono::milliseconds wait = limiter_ ? limiter_->ReserveToken() : std::chrono::milliseconds(0);
  if (wait.count() == 0 || options_.sleep(wait, stop)) return base::Ok();
  return Error(ErrorCode::kCancelled, "stopped while waiting for its turn").In(step);
}

Result<Response> Client::Send(const std::string& step, const Attempt& attempt, std::stop_token stop) {
  std::chrono::seconds waited{0};
  for (int retry = 0;; ++retry) {
    const Status turn = WaitForTurn(step, stop);
    if (!turn.ok()) return turn.error();
    Result<Response> response = attempt();
    if (!response.ok()) return response.error().In(step);
    if (IsSuccess(response->status)) return response;
    const ApiError answer = ParseApiError(*response);
    const Error error = ToError(answer);
    const auto wait = WaitBeforeRetry(answer, error);
    if (!wait || retry == options_.max_retries) return error.In(step);
    waited += *wait;
    if (waited > options_.max_retry_wait) return error.In(step);
    if (!options_.sleep(*wait, stop)) {
      return Error(ErrorCode::kCancelled, "stopped while waiting to send again").In(step);
    }
  }
}

Result<std::string> Client::SendForBody(Request request, std::stop_token stop, const PatchOptions& options) {
  request.timeout = options_.request_timeout;
  bool answered = false;
  const auto attempt = [&] {
    if (stop.stop_requested() || (options.may_send && !options.may_send())) {
      return Result<Response>(Error(ErrorCode::kCancelled, "stopped"));
    }
    Result<Response> response = transport_.Do(request, options.abort.stop_possible() ? options.abort : stop);
    answered = response.ok();
    return response;
  };
  Result<Response> response = Send(Step(request), attempt, stop);
  if (response.ok()) return std::move(response->body);
  const Error& error = response.error();
  // kLimitExceeded has two causes. If the server answered 413, it did nothing. If the answer was too large to be read,
  // the server may have done the write, which kUnavailable reports.
  const bool unread = error.code() == ErrorCode::kLimitExceeded && !answered;
  if (!unread || request.method == "GET") return error;
  return Error(ErrorCode::kUnavailable, error.message());
}

Result<std::string> Client::Get(std::string_view path, std::stop_token stop) {
  Request request;
  request.path = path;
  return SendForBody(std::move(request), stop, {});
}

Result<ListPage> Client::FetchPage(const std::string& path, std::string_view accept, const OnItem& on_item,
                                   std::size_t* items, std::uint64_t* left, std::stop_token stop) {
  Request request;
  request.path = path;
  request.accept = accept;
  request.timeout = options_.request_timeout;
  request.accepts_gzip = gzip_lists_;
  ListSplitter splitter(
      [&](std::string_view item) {
        ++*items;
        on_item(item);
      },
      accept);
  const auto on_bytes = [&](std::string_view bytes) -> Result<bool> {
    if (bytes.size() > *left) return Error(ErrorCode::kInvalidInput, "the list is too large, or has no end");
    *left -= bytes.size();
    const Status fed = splitter.Feed(bytes);
    if (!fed.ok()) return fed.error();
    return true;
  };
  bool is_html = false;
  request.on_answer = [&](int status, const Headers& headers) {
    is_html = IsSuccess(status) && HasMediaType(headers, "text/html");
  };
  const auto attempt = [&] { return transport_.Fetch(request, on_bytes, stop); };
  const Result<Response> response = Send(Step(request), attempt, stop);
  if (is_html) {
    return Error(ErrorCode::kInvalidInput,
                 "the answer is HTML, not JSON; check that the address is that of an API server, and whether a proxy "
                 "requires a login")
        .In(Step(request));
  }
  if (!response.ok()) return response.error();
  Result<ListPage> page = splitter.End();
  return page.ok() ? std::move(page) : page.error().In(Step(request));
}

// Reads a page again after a temporary failure, at most kPageTries times. Returns the page, or the error of the last
// read.
Result<ListPage> Client::FetchPageAgain(Error failure, const ListOptions& options,
                                        const std::function<Result<ListPage>()>& fetch, std::stop_token stop) {
  auto wait = kFirstWaitForPage;
  for (int again = 0; again < kPageTries && MayPass(failure); ++again, wait *= 2) {
    if (!options_.sleep(wait, stop)) break;
    options.on_page_retry();
    Result<ListPage> read = fetch();
    if (read.ok()) return read;
    failure = read.error();
  }
  return failure;
}

Result<ListResult> Client::List(std::string_view path, const ListOptions& options, const OnItem& on_item,
                                std::stop_token stop) {
  std::uint64_t left = options.max_bytes;
  return ReadAllPages(path, options, [&](const std::string& page, std::size_t* items) {
    const auto fetch = [&] { return FetchPage(page, options.accept, on_item, items, &left, stop); };
    Result<ListPage> read = fetch();
    const bool packs = options_.gzip_lists == Gzip::kIfChunkTooLarge && *items == 0 && !read.ok() &&
                       read.error().code() == ErrorCode::kLimitExceeded && !gzip_lists_.exchange(true);
    if (packs) read = fetch();
    if (read.ok() || !options.on_page_retry) return read;
    return FetchPageAgain(read.error(), options, fetch, stop);
  });
}

Status Client::Watch(std::string_view path, const WatchOptions& options, const OnEvent& on_event,
                     std::stop_token stop) {
  Request request;
  request.path = WatchPath(path, options);
  request.timeout = options_.request_timeout;
  request.accept = options.accept;
  bool framed = false;
  request.on_answer = [&](int status, const Headers& headers) {
    framed = IsProtobuf(headers) && options.accept != kJsonType;
    if (IsSuccess(status) && options.on_open) options.on_open();
  };
  const std::string step = "watch " + std::string(path);

  WatchEventReader reader;
  Status outcome = base::Ok();
  const auto on_line = [&](std::string_view line) {
    Result<WatchEvent> event = framed ? WatchEventReader::ReadFrame(line) : reader.Read(line);
    if (!event.ok()) {
      outcome = event.error();
    } else if (event->type == WatchEvent::Type::kError) {
      outcome = ToError(ParseApiError(500, event->object));
    } else {
      return on_event(*event);
    }
    return false;
  };
  const Status stream = transport_.Stream(request, IdleTimeoutOf(options), on_line, stop);
  if (!outcome.ok()) return outcome.error().In(step);
  if (!stream.ok()) return stream.error().In(step);
  return base::Ok();
}

Result<std::string> Client::JsonPatch(std::string_view path, std::string_view patch, std::stop_token stop,
                                      PatchOptions options) {
  Request request = Write("PATCH", path, patch, "application/json-patch+json");
  if (options.answer == WriteAnswer::kMetadata) request.accept = kMetadataOrObject;
  return SendForBody(std::move(request), std::move(stop), options);
}

Result<std::string> Client::Create(std::string_view path, std::string_view object, std::stop_token stop) {
  return SendForBody(Write("POST", path, object, "application/json"), stop, {});
}

Result<std::string> Client::Replace(std::string_view path, std::string_view object, std::stop_token stop) {
  return SendForBody(Write("PUT", path, object, "application/json"), stop, {});
}

Status Client::Delete(std::string_view path, std::stop_token stop) {
  Result<std::string> body = SendForBody(Write("DELETE", path, "", ""), stop, {});
  if (!body.ok()) return body.error();
  return base::Ok();
}

Result<std::vector<std::string>> ServedVersions(Client& client, std::string_view group, std::stop_token stop) {
  const std::string path = "/apis/" + std::string(group);
  const Result<std::string> body = client.Get(path, stop);
  if (!body.ok()) return body.error();
  simdjson::dom::parser parser;
  simdjson::dom::array entries;
  if (parser.parse(*body)["versions"].get(entries) != simdjson::SUCCESS) return NoGroup(path);
  std::vector<std::string> versions;
  for (const simdjson::dom::element entry : entries) {
    std::string_view version;
    if (entry["version"].get(version) != simdjson::SUCCESS) return NoGroup(path);
    versions.emplace_back(version);
  }
  return versions;
}

}  // namespace structural::kube
