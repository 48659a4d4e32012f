#include "webhook/handler.h"

#include <cstdint>
#include <new>
#include <optional>
#include <semaphore>
#include <utility>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "schema/base/quote.h"
#include "webhook/answer.h"
#include "webhook/resource_limit.h"

namespace structural::webhook {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;

const prometheus::Histogram::BucketBoundaries kSeconds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                          0.05,   0.1,     0.25,   0.5,   1,      2.5,   5,    10};

}  // namespace

struct Metrics::Impl {
  explicit Impl(const std::string& version) {
    using enum http::RequestRejection;
    for (const auto why : {kNotHttp, kHeaderTooLarge, kBodyTooLarge, kBodiesFull, kConnectionsFull, kTooSlow}) {
      unread.Add({{"reason", Name(why)}});
    }
    BuildGauge()
        .Name("structural_build_info")
        .Help("Constant 1, with the version of the program.")
        .Register(registry)
        .Add({{"version", version}})
        .Set(1);
  }

  prometheus::Registry registry;
  prometheus::Family<prometheus::Gauge>& in_flight = BuildGauge()
                                                         .Name("controller_runtime_webhook_requests_in_flight")
                                                         .Help("Reviews in progress.")
                                                         .Register(registry);
  prometheus::Family<prometheus::Counter>& requests = BuildCounter()
                                                          .Name("controller_runtime_webhook_requests_total")
                                                          .Help("Answered reviews by HTTP status.")
                                                          .Register(registry);
  prometheus::Family<prometheus::Histogram>& latency = BuildHistogram()
                                                           .Name("controller_runtime_webhook_latency_seconds")
                                                           .Help("Duration of a review.")
                                                           .Register(registry);
  prometheus::Gauge& certificate_ends = BuildGauge()
                                            .Name("structural_webhook_certificate_expiry_timestamp_seconds")
                                            .Help("Expiry of the serving certificate in seconds since 1970.")
                                            .Register(registry)
                                            .Add({});
  prometheus::Family<prometheus::Counter>& unread = BuildCounter()
                                                        .Name("structural_webhook_unread_total")
                                                        .Help("Requests that did not get a review, by reason.")
                                                        .Register(registry);
  prometheus::Family<prometheus::Counter>& decisions =
      BuildCounter()
          .Name("structural_webhook_decisions_total")
          .Help("Decisions about changes to CRDs and custom resources, by outcome and rule.")
          .Register(registry);
};

Metrics::Metrics(const std::string& version) : impl_(std::make_unique<Impl>(version)) {}
Metrics::~Metrics() = default;

void Metrics::AddPath(const std::string& path) {
  impl_->in_flight.Add({{"webhook", path}});
  impl_->latency.Add({{"webhook", path}}, kSeconds);
}

void Metrics::OnRequestBegan(const std::string& path) { impl_->in_flight.Add({{"webhook", path}}).Increment(); }

void Metrics::OnRequestEnded(const std::string& path, int code, std::chrono::duration<double> took) {
  impl_->in_flight.Add({{"webhook", path}}).Decrement();
  impl_->latency.Add({{"webhook", path}}, kSeconds).Observe(took.count());
  impl_->requests.Add({{"webhook", path}, {"code", std::to_string(code)}}).Increment();
}

void Metrics::CountDecision(std::string_view outcome, std::string_view rule) {
  impl_->decisions.Add({{"outcome", std::string(outcome)}, {"rule", std::string(rule)}}).Increment();
}

void Metrics::CountRejection(http::RequestRejection why) { impl_->unread.Add({{"reason", Name(why)}}).Increment(); }

void Metrics::SetCertificateExpiry(std::chrono::sys_seconds moment) {
  impl_->certificate_ends.Set(static_cast<double>(moment.time_since_epoch().count()));
}

std::string Metrics::Text() const { return prometheus::TextSerializer().Serialize(impl_->registry.Collect()); }

namespace {

// Number of bytes of stack below the caller's frame that ReleaseStack does not free, because later calls can use them.
constexpr std::uintptr_t kKeptStackBytes = 64 * 1024;

// Returns the lowest address of this thread's stack.
std::uintptr_t Lowest() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return UINTPTR_MAX;
  void* lowest = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<std::uintptr_t>(lowest) : UINTPTR_MAX;
}

// Frees the pages of the stack below the caller's frame. Otherwise every thread that has checked a schema of ten
// thousand levels would keep some megabytes of stack.
void ReleaseStack() {
  static thread_local const std::uintptr_t lowest = Lowest();
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::uintptr_t begin = (lowest / page + 1) * page, end = (here - kKeptStackBytes) / page * page;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

using http::Request;
using http::Response;

constexpr std::size_t kLoggedNameBytes = 256;
constexpr std::size_t kMaxShallowBytes = 4096;  // after a larger body, ReleaseStack is called

// Returns the exceeded limit as text, such as "2000 ms of CPU time".
std::string LimitText(ResourceLimit::Exceeded what, std::size_t bytes, const ReviewLimits& limits) {
  return what == ResourceLimit::Exceeded::kTime ? std::to_string(limits.max_cpu_time.count()) + " ms of CPU time"
                                                : std::to_string(bytes >> 20) + " MiB of memory";
}

class Slot {
 public:
  explicit Slot(std::counting_semaphore<>& of) : of_(of) { of_.acquire(); }
  ~Slot() { of_.release(); }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

 private:
  std::counting_semaphore<>& of_;
};

class Answering {
 public:
  Answering(std::map<std::string, Answer> answers, Metrics& metrics, Log log, const ReviewLimits& limits)
      : answers_(std::move(answers)),
        metrics_(metrics),
        log_(std::move(log)),
        limits_(limits),
        large_reviews_(limits.max_waiting, limits.max_wait),
        small_(limits.max_small_reviews) {
    for (const auto& [path, answer] : answers_) metrics_.AddPath(path);
  }

  Response Take(const Request& request) {
    const auto answer = answers_.find(request.path);
    if (answer == answers_.end()) return {.status = 404, .body = "404 page not found\n"};
    Response response = At(request, answer->second);
    if (response.status != 200) LogFailure(request.path, response);
    return response;
  }

 private:
  Response At(const Request& request, const Answer& answer) {
    if (request.method != "POST") return {.status = 405, .body = "only POST is allowed\n"};
    if (!request.content_type.starts_with(kJson))
      return {.status = 415, .body = "the content type must be application/json\n"};
    metrics_.OnRequestBegan(request.path);
    const auto begin = std::chrono::steady_clock::now();
    Response response = InTurn(request.body, answer);
    metrics_.OnRequestEnded(request.path, response.status, std::chrono::steady_clock::now() - begin);
    return response;
  }

  // Logs a response that reports a failure, with the first line of its body.
  void LogFailure(const std::string& path, const Response& response) const {
    log_("answered " + std::to_string(response.status) + " at " + path + ": " +
         response.body.substr(0, response.body.find('\n')));
  }

  Response InTurn(const std::string& body, const Answer& answer) {
    if (body.size() < ReviewLimits::kMinLargeBodyBytes) {
      const Slot slot(small_);
      return Within(body, answer, limits_.max_small_bytes);
    }
    const auto slot = large_reviews_.TakeSlot(body.size());
    if (slot) return Within(body, answer, limits_.max_large_bytes);
    return {.status = 503, .body = "too many reviews are waiting; try again\n", .retry_after = 1};
  }

  Response Within(const std::string& body, const Answer& answer, std::size_t bytes) const {
    base::Arena arena;
    const auto admission = ReadAdmissionRequest(body, arena);
    if (!admission.ok()) return {.status = 400, .body = admission.error().message() + "\n"};
    ResourceLimit limit(bytes, limits_.max_cpu_time);
    auto response = Answered(*admission, answer);
    if (body.size() > kMaxShallowBytes) ReleaseStack();
    const ResourceLimit::UnlimitedScope unlimited;
    const ResourceLimit::Exceeded exceeded = limit.exceeded();
    if (exceeded == ResourceLimit::Exceeded::kNothing && response) return *std::move(response);
    const base::Error error(base::ErrorCode::kLimitExceeded,
                            "the check needs more than " + LimitText(exceeded, bytes, limits_));
    return AnswerUnchecked({*admission, admission->kind, "", answer.enforces}, error, metrics_, log_);
  }

  // Returns the answer to the review; nullopt if it has exceeded its ResourceLimit.
  static std::optional<Response> Answered(const AdmissionRequest& admission, const Answer& answer) try {
    base::Arena arena;
    return answer.run(admission, arena);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }

  const std::map<std::string, Answer> answers_;
  Metrics& metrics_;
  const Log log_;
  const ReviewLimits limits_;
  LargeReviewQueue large_reviews_;
  std::counting_semaphore<> small_;
};

}  // namespace

http::Handler NewHandler(std::map<std::string, Answer> answers, Metrics& metrics, Log log, const ReviewLimits& limits) {
  auto answering = std::make_shared<Answering>(std::move(answers), metrics, std::move(log), limits);
  return [answering](const Request& request, std::stop_token) { return answering->Take(request); };
}

std::string LogLine(const AdmissionRequest& admission, std::string_view outcome, std::string_view of,
                    const std::string& why) {
  std::string line(outcome);
  const auto shown = [](std::string_view name) { return base::Shorten(name, kLoggedNameBytes); };
  line.append(": ").append(shown(admission.operation)).append(" of ").append(shown(of));
  line.append(" ").append(base::Quote(shown(admission.name))).append(" by ");
  line.append(base::Quote(shown(admission.user)));
  if (admission.dry_run) line += " (dry run)";
  return why.empty() ? line : line + ": " + base::Shorten(why, kMaxReasonBytes + 100);
}

}  // namespace structural::webhook
