// The HTTP side of the webhook, and its metrics.
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

// The webhook's metrics, with controller-runtime's names, which dashboards use. Thread-safe. Must outlive all users.
//
// Upstream: controller-runtime pkg/webhook/internal/metrics/metrics.go (0.24).
class Metrics {
 public:
  explicit Metrics(const std::string& version);
  ~Metrics();

  // Update controller_runtime_webhook_*, by path. Serves creates the series of a path. `code` is the
  // HTTP status.
  void Serves(const std::string& path);
  void Began(const std::string& path);
  void Ended(const std::string& path, int code, std::chrono::duration<double> took);
  // Counts a decision in structural_webhook_decisions_total. If a rule is broken, `rule` is its id and
  // `outcome` is refused, warned or audited. If `rule` is empty, `outcome` is allowed,
  // exempt, failed or unchecked. For custom resources, `rule` is "unions", and `outcome` can also be
  // normalized or unusable.
  void Decided(std::string_view outcome, std::string_view rule);
  // Counts a request that was not read to its end in structural_webhook_unread_total, by reason.
  void Rejected(http::RequestRejection why);
  // Sets structural_webhook_certificate_expiry_timestamp_seconds.
  void CertificateEnds(std::chrono::sys_seconds moment);

  // Returns all metrics in the text format of Prometheus 0.0.4.
  std::string Text() const;
  static constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

// Receives a line for each decision except a plain "allowed", and for each request without an
// answer. Called from any thread.
using Log = std::function<void(const std::string& line)>;

// The answer to the reviews of one path.
struct Answer {
  // Answers one review. Called from any thread; the arena is for this review alone.
  std::function<http::Response(const AdmissionRequest&, base::Arena&)> run;
  // true: a change that cannot be checked is refused. false: it is allowed, because no rule is enforced.
  bool enforces = true;
};

inline constexpr const char* kJson = "application/json";
inline constexpr const char* kValidatePath = "/validate";
inline constexpr const char* kMutateUnionsPath = "/mutate-unions";

// Limits for the work on reviews: one large review at a time, and some small ones at the same time.
struct Cost {
  static constexpr std::size_t kLargeBody = 64 * 1024;  // bytes from which a review is large

  // Maximum memory of a large review, without its body.
  std::size_t large_bytes = std::size_t{64} << 20;
  // Maximum memory of a small review, without its body.
  std::size_t small_bytes = std::size_t{16} << 20;
  int max_small_reviews = 2;
  std::chrono::milliseconds time{2'000};  // maximum CPU time of a review
  // Maximum number of large reviews that wait for their turn, and the maximum time of the wait.
  std::size_t waiting = 0;
  std::chrono::milliseconds wait{2'000};
};

// Answers POSTs of AdmissionReviews as application/json at the paths of `answers`. Other paths get
// 404, other methods 405, other types 415, and other bodies 400. A review that exceeds its limit is
// answered by AnswerUnchecked (answer.h). One that cannot wait for its turn gets 503, so that it is
// sent again. Each answer except 200 at these paths is a line for `log`. `metrics` must outlive the
// handler; thread-safe. A thread needs 64 MiB of stack; used pages are returned to the system.
http::Handler NewHandler(std::map<std::string, Answer> answers, Metrics& metrics, Log log, const Cost& cost = {});

// Maximum bytes of a decision's reason in the log; names are shorter.
inline constexpr std::size_t kReasonBytes = 1024;

// Returns a line such as "refused: CREATE of Kind "name" by "user" (dry run): why". Long parts are
// cut. Other content, such as line breaks, is escaped by the log.
std::string LogLine(const AdmissionRequest& admission, std::string_view outcome, std::string_view of,
                    const std::string& why);

}  // namespace structural::webhook
