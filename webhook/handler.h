// The HTTP side of the webhook.
#pragma once

#include <functional>
#include <string>

#include "http/message.h"
#include "webhook/door.h"
#include "webhook/metrics.h"

namespace structural::webhook {

// A line for the log on each decision that is more than "allowed". Called from any thread.
using Log = std::function<void(const std::string& line)>;

// Answers POSTs of AdmissionReviews as application/json at /validate; other paths 404, other
// methods 405, other types 415, and what is no review 400. `metrics` must outlive it; thread-safe.
http::Handler NewHandler(Rules rules, Metrics& metrics, Log log);

}  // namespace structural::webhook
