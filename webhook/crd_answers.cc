#include <set>
#include <utility>

#include "schema/base/quote.h"
#include "webhook/allowance.h"
#include "webhook/answer.h"

namespace structural::webhook {
namespace {

using http::Response;

constexpr std::string_view kLoggedKind = "CRD";

class Judging {
 public:
  Judging(Rules rules, Metrics& metrics, Log log) : rules_(std::move(rules)), metrics_(metrics), log_(std::move(log)) {}

  Response Answer(const AdmissionRequest& request, base::Arena& arena) const {
    const auto decision = Decide(request, rules_, arena);
    if (!decision.ok()) {
      return AnswerUnchecked({request, kLoggedKind, "", rules_.Enforces()}, decision.error(), metrics_, log_);
    }
    Note(request, *decision);
    return {.content_type = kJson, .body = WriteAnswer(request, *decision)};
  }

 private:
  void Note(const AdmissionRequest& request, const Decision& decision) const {
    const ResourceLimit::Pause pause;
    NoteList(request, "refused", decision.refused);
    NoteList(request, "warned", decision.warned);
    NoteList(request, "audited", decision.audited);
    if (decision.skip_reason.starts_with("exempt")) {
      metrics_.Decided("exempt", "");
      LogOutcome(request, "exempt", std::string(decision.skip_reason));
    } else if (decision.allowed()) {
      metrics_.Decided("allowed", "");
    }
  }

  void NoteList(const AdmissionRequest& request, std::string_view outcome,
                const std::vector<compatibility::RuleViolation>& violations) const {
    if (violations.empty()) return;
    std::set<std::string_view> rules;
    for (const auto& violation : violations) rules.insert(violation.rule);
    for (const std::string_view rule : rules) metrics_.Decided(outcome, rule);
    const std::size_t more = violations.size() - 1;
    LogOutcome(request, outcome,
               base::Shorten(violations.front().error.Text(), kReasonBytes) +
                   (more == 0 ? "" : " and " + std::to_string(more) + " more"));
  }

  void LogOutcome(const AdmissionRequest& request, std::string_view outcome, const std::string& why) const {
    log_(LogLine(request, outcome, kLoggedKind, why));
  }

  const Rules rules_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

Answer CrdAnswers(Rules rules, Metrics& metrics, Log log) {
  const bool enforces = rules.Enforces();
  auto judging = std::make_shared<const Judging>(std::move(rules), metrics, std::move(log));
  const auto run = [judging](const AdmissionRequest& request, base::Arena& arena) {
    return judging->Answer(request, arena);
  };
  return {run, enforces};
}

}  // namespace structural::webhook
