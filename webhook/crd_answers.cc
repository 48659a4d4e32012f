#include "webhook/crd_answers.h"

#include <set>
#include <utility>

#include "schema/base/shown_text.h"
#include "webhook/allowance.h"
#include "webhook/answer.h"

namespace structural::webhook {
namespace {

using http::Response;

class Judging {
 public:
  Judging(Rules rules, Metrics& metrics, Log log)
      : rules_(std::move(rules)), metrics_(metrics), log_(std::move(log)) {}

  Response Answer(const Review& review, base::Arena& arena) const {
    const auto decision = Decide(review, rules_, arena);
    if (!decision.ok()) {
      const Allowance::Pause pause;
      metrics_.Decided("failed", "");
      Tell(review, "failed", decision.error().message());
      return {.content_type = kJson, .body = WriteFailure(review, decision.error())};
    }
    Note(review, *decision);
    return {.content_type = kJson, .body = WriteAnswer(review, *decision)};
  }

 private:
  void Note(const Review& review, const Decision& decision) const {
    const Allowance::Pause pause;
    NoteList(review, "refused", decision.refused);
    NoteList(review, "warned", decision.warned);
    NoteList(review, "audited", decision.audited);
    if (decision.unasked.starts_with("exempt")) {
      metrics_.Decided("exempt", "");
      Tell(review, "exempt", std::string(decision.unasked));
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
    Tell(review, outcome,
         base::Shorten(objections.front().error.text, kReasonBytes) +
             (more == 0 ? "" : " and " + std::to_string(more) + " more"));
  }

  void Tell(const Review& review, std::string_view outcome, const std::string& why) const {
    log_(LogLine(review, outcome, "CRD", why));
  }

  const Rules rules_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

Answer CrdAnswers(Rules rules, Metrics& metrics, Log log) {
  auto judging = std::make_shared<const Judging>(std::move(rules), metrics, std::move(log));
  return [judging](const Review& review, base::Arena& arena) {
    return judging->Answer(review, arena);
  };
}

}  // namespace structural::webhook
