// NewHandler: the HTTP handler of the webhook, which answers AdmissionReviews. Metrics: the webhook's metrics.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "http/message.h"
#include "schema/base/arena.h"
#include "webhook/admission_request.h"

namespace structural::webhook {

// Metrics: the webhook's metrics. They have the names of controller-runtime's metrics, which dashboards use.
// Thread-safe. Must outlive all objects that use it.
//
// Upstream: controller-runtime pkg/webhook/internal/metrics/metrics.go (0.24).
class Metrics {
 public:
  explicit Metrics(const std::string& version);
  ~Metrics();

  // These functions update the metrics controller_runtime_webhook_* of a path. AddPath creates their series. `code` is
  // the HTTP status.
  void AddPath(const std::string& path);
  void OnRequestBegan(const std::string& path);
  void OnRequestEnded(const std::string& path, int code, std::chrono::duration<double> took);
  // Counts a decision in structural_webhook_decisions_total. If a rule is broken, `rule` is its id, and `outcome` is
  // refused, warned or audited. Otherwise `rule` is empty, and `outcome` is allowed, exempt, failed or unchecked. For
  // custom resources, `rule` is always "unions", and `outcome` can also be normalized or unusable.
  void CountDecision(std::string_view outcome, std::string_view rule);
  // Counts a request that was not read to its end in structural_webhook_unread_total, by reason.
  void CountRejection(http::RequestRejection why);
  // Sets structural_webhook_certificate_expiry_timestamp_seconds.
  void SetCertificateExpiry(std::chrono::sys_seconds moment);

  // Returns all metrics in the text format of Prometheus 0.0.4.
  std::string Text() const;
  static constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

// Receives log lines: one for each decision, unless a change is allowed without warnings, and one for each request that
// is not answered with status 200. Called from any thread.
using Log = std::function<void(const std::string& line)>;

// Answer: answers the reviews of one path.
struct Answer {
  // Answers one review. Called from any thread. The arena is used only for this review.
  std::function<http::Response(const AdmissionRequest&, base::Arena&)> run;
  // Whether a rule is enforced, so that a change that cannot be checked is refused; if not, it is allowed.
  bool enforces = true;
};

inline constexpr const char* kJson = "application/json";
inline constexpr const char* kValidatePath = "/validate";
inline constexpr const char* kMutateUnionsPath = "/mutate-unions";

// ReviewLimits: limits of the reviews that are checked at the same time: one large one, and some small ones.
struct ReviewLimits {
  static constexpr std::size_t kMinLargeBodyBytes = 64 * 1024;  // minimum size of the body of a large review

  // Maximum memory for checking a large review, in bytes, not counting its body.
  std::size_t max_large_bytes = std::size_t{64} << 20;
  // Maximum memory for checking a small review, in bytes, not counting its body.
  std::size_t max_small_bytes = std::size_t{16} << 20;
  int max_small_reviews = 2;                      // maximum number of small reviews that are checked at the same time
  std::chrono::milliseconds max_cpu_time{2'000};  // maximum CPU time for checking a review
  // Maximum number of large reviews that wait for their turn, and maximum time of this wait.
  std::size_t max_waiting = 0;
  std::chrono::milliseconds max_wait{2'000};
};

// Returns a handler that answers POSTs of AdmissionReviews as application/json at the paths of `answers`. It answers
// other paths with 404, other methods with 405, other content types with 415, and other bodies with 400. A review that
// exceeds a limit is answered by AnswerUnchecked (answer.h). A review that cannot wait for its turn is answered with
// 503 and Retry-After, so that the API server sends it again. Each answer at these paths with another status than 200
// is a line for `log`.
//
// `metrics` must outlive the handler. Thread-safe. Each thread that calls the handler needs 64 MiB of stack; the
// handler returns the pages that it has used to the system.
http::Handler NewHandler(std::map<std::string, Answer> answers, Metrics& metrics, Log log,
                         const ReviewLimits& limits = {});

// Maximum number of bytes of a decision's reason in the log.
inline constexpr std::size_t kMaxReasonBytes = 1024;

// Returns a log line such as "refused: CREATE of Kind "name" by "user" (dry run): why". `of` is the kind. Cuts long
// parts, but does not escape line breaks, because the log does.
std::string LogLine(const AdmissionRequest& admission, std::string_view outcome, std::string_view of,
                    const std::string& why);

}  // namespace structural::webhook
