// The HTTP side of the webhook.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "http/message.h"
#include "schema/base/arena.h"
#include "webhook/metrics.h"
#include "webhook/review.h"

namespace structural::webhook {

// A line for the log on each decision that is more than "allowed", and on each question that has no
// answer. Called from any thread.
using Log = std::function<void(const std::string& line)>;

// Answers one review. Called from any thread; the arena is for this review alone.
using Answer = std::function<http::Response(const Review&, base::Arena&)>;

inline constexpr const char* kJson = "application/json";
inline constexpr const char* kValidatePath = "/validate";
inline constexpr const char* kMutateUnionsPath = "/mutate-unions";

// Answers POSTs of AdmissionReviews as application/json at the paths of `answers`; other paths 404,
// other methods 405, other types 415, and what is no review 400. At those paths `log` is told of
// all that is not 200. `metrics` must outlive it; thread-safe.
http::Handler NewHandler(std::map<std::string, Answer> answers, Metrics& metrics, Log log);

// "refused: CREATE of Kind "name" by "user" (dry run): why".
std::string LogLine(const Review& review, std::string_view outcome, std::string_view of,
                    const std::string& why);

}  // namespace structural::webhook
