#include "webhook/handler.h"

#include <chrono>
#include <utility>

#include "schema/base/quote.h"

namespace structural::webhook {
namespace {

using http::Request;
using http::Response;

class Answering {
 public:
  Answering(std::map<std::string, Answer> answers, Metrics& metrics, Log log)
      : answers_(std::move(answers)), metrics_(metrics), log_(std::move(log)) {
    for (const auto& [path, answer] : answers_) metrics_.Serves(path);
  }

  Response Take(const Request& request) const {
    const auto answer = answers_.find(request.path);
    if (answer == answers_.end()) return {.status = 404, .body = "404 page not found\n"};
    Response response = At(request, answer->second);
    if (response.status != 200) Tell(request.path, response);
    return response;
  }

 private:
  Response At(const Request& request, const Answer& answer) const {
    if (request.method != "POST") return {.status = 405, .body = "only POST\n"};
    if (!request.content_type.starts_with(kJson))
      return {.status = 415, .body = "application/json is expected\n"};
    metrics_.Began(request.path);
    const auto begin = std::chrono::steady_clock::now();
    Response response = Read(request.body, answer);
    metrics_.Ended(request.path, response.status, std::chrono::steady_clock::now() - begin);
    return response;
  }

  // The body is a line.
  void Tell(const std::string& path, const Response& response) const {
    log_("answered " + std::to_string(response.status) + " at " + path + ": " +
         response.body.substr(0, response.body.find('\n')));
  }

  static Response Read(const std::string& body, const Answer& answer) {
    base::Arena arena;
    const auto review = ReadReview(body, arena);
    if (!review.ok()) return {.status = 400, .body = review.error().message() + "\n"};
    return answer(*review, arena);
  }

  const std::map<std::string, Answer> answers_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

http::Handler NewHandler(std::map<std::string, Answer> answers, Metrics& metrics, Log log) {
  auto answering = std::make_shared<const Answering>(std::move(answers), metrics, std::move(log));
  return [answering](const Request& request, std::stop_token) { return answering->Take(request); };
}

std::string LogLine(const Review& review, std::string_view outcome, std::string_view of,
                    const std::string& why) {
  std::string line(outcome);
  line.append(": ").append(review.operation).append(" of ").append(of);
  line.append(" ").append(base::Quote(review.name)).append(" by ");
  line.append(base::Quote(review.user));
  if (review.dry_run) line += " (dry run)";
  return why.empty() ? line : line + ": " + why;
}

}  // namespace structural::webhook
