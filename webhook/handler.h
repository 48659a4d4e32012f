// The HTTP side of the webhook.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "http/message.h"
#include "schema/base/arena.h"
#include "webhook/admission_request.h"
#include "webhook/metrics.h"

namespace structural::webhook {

// A line for the log on each decision that is more than "allowed", and on each question that has no
// answer. Called from any thread.
using Log = std::function<void(const std::string& line)>;

// What answers the reviews of one path.
struct Answer {
  // Answers one review. Called from any thread; the arena is for this review alone.
  std::function<http::Response(const AdmissionRequest&, base::Arena&)> run;
  // Whether a change that cannot be checked is refused. False: no rule is enforced.
  bool enforces = true;
};

inline constexpr const char* kJson = "application/json";
inline constexpr const char* kValidatePath = "/validate";
inline constexpr const char* kMutateUnionsPath = "/mutate-unions";

// What answering may cost: one large review at a time, and some small ones beside it.
struct Cost {
  static constexpr std::size_t kLargeBody = 64 * 1024;  // from here on a review is a large one

  std::size_t large_bytes = std::size_t{64} << 20;  // of memory, beside the body
  std::size_t small_bytes = std::size_t{16} << 20;  // the same
  int small_at_a_time = 2;
  std::chrono::milliseconds time{2'000};            // of CPU, each
  // Large reviews are answered one after another. So many threads may wait, for so long.
  std::size_t waiting = 0;
  std::chrono::milliseconds wait{2'000};
};

// Answers POSTs of AdmissionReviews as application/json at the paths of `answers`; other paths 404,
// other methods 405, other types 415, and what is no review 400. What takes more than it may cost
// is answered by AnswerUnchecked (answer.h), and what cannot wait for its turn by 503, to be sent again. At those paths `log` is told of all that is not 200. `metrics` must outlive it;
// thread-safe. A thread needs 64 MiB of stack; what was used of it is given back.
http::Handler NewHandler(std::map<std::string, Answer> answers, Metrics& metrics, Log log,
                         const Cost& cost = {});

// Of the reason for a decision so many bytes are logged, and less of names.
inline constexpr std::size_t kReasonBytes = 1024;

// "refused: CREATE of Kind "name" by "user" (dry run): why". Long parts are cut. What else it may
// hold, as line breaks, is left to the log.
std::string LogLine(const AdmissionRequest& admission, std::string_view outcome,
                    std::string_view of, const std::string& why);

}  // namespace structural::webhook
