#include "webhook/handler.h"

#include <chrono>
#include <set>
#include <utility>

#include "schema/base/quote.h"
#include "webhook/answer.h"

namespace structural::webhook {
namespace {

using http::Request;
using http::Response;

constexpr const char* kJson = "application/json";

std::string Line(const Review& review, std::string_view outcome, const std::string& why) {
  std::string line(outcome);
  line.append(": ").append(review.operation).append(" of CRD ").append(base::Quote(review.name));
  line.append(" by ").append(base::Quote(review.user));
  if (review.dry_run) line += " (dry run)";
  return why.empty() ? line : line + ": " + why;
}

class Answering {
 public:
  Answering(Rules rules, Metrics& metrics, Log log)
      : rules_(std::move(rules)), metrics_(metrics), log_(std::move(log)) {}

  Response Answer(const Request& request) const {
    if (request.path != "/validate") return {.status = 404, .body = "404 page not found\n"};
    if (request.method != "POST") return {.status = 405, .body = "only POST\n"};
    if (!request.content_type.starts_with(kJson))
      return {.status = 415, .body = "application/json is expected\n"};
    metrics_.Began();
    const auto begin = std::chrono::steady_clock::now();
    Response response = AnswerReview(request.body);
    metrics_.Ended(response.status, std::chrono::steady_clock::now() - begin);
    return response;
  }

 private:
  Response AnswerReview(const std::string& body) const {
    base::Arena arena;
    const auto review = ReadReview(body, arena);
    if (!review.ok()) return {.status = 400, .body = review.error().message() + "\n"};
    const auto decision = Decide(*review, rules_, arena);
    if (!decision.ok()) {
      metrics_.Decided("failed", "");
      log_(Line(*review, "failed", decision.error().message()));
      return {.content_type = kJson, .body = WriteFailure(*review, decision.error())};
    }
    Note(*review, *decision);
    return {.content_type = kJson, .body = WriteAnswer(*review, *decision)};
  }

  void Note(const Review& review, const Decision& decision) const {
    NoteList(review, "refused", decision.refused);
    NoteList(review, "warned", decision.warned);
    NoteList(review, "audited", decision.audited);
    if (decision.unasked.starts_with("exempt")) {
      metrics_.Decided("exempt", "");
      log_(Line(review, "exempt", std::string(decision.unasked)));
    } else if (decision.allowed()) {
      metrics_.Decided("allowed", "");
    }
  }

  void NoteList(const Review& review, std::string_view outcome,
                const std::vector<compatibility::Objection>& objections) const {
    if (objections.empty()) return;
    std::set<std::string_view> rules;
    for (const auto& objection : objections) rules.insert(objection.rule);
    for (const std::string_view rule : rules) metrics_.Decided(outcome, rule);
    const std::size_t more = objections.size() - 1;
    log_(Line(review, outcome,
              objections.front().error.text +
                  (more == 0 ? "" : " and " + std::to_string(more) + " more")));
  }

  const Rules rules_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

http::Handler NewHandler(Rules rules, Metrics& metrics, Log log) {
  auto answering = std::make_shared<const Answering>(std::move(rules), metrics, std::move(log));
  return
      [answering](const Request& request, std::stop_token) { return answering->Answer(request); };
}

}  // namespace structural::webhook
