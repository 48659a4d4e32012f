// Plan: what has to be done to a certificate, at a moment. Pure, but for the dice of new keys.
//
// A certificate is renewed in steps, each of which leaves a state where every call succeeds,
// whoever does the next one:
//   kPrepare   another pair is made, and its authority is put beside the one that is trusted
//   kSwap      when all clients trust both: the new pair takes the old one's place
//   kPruneCA   when nobody can serve the old one any more: its authority goes
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "certs/certificate.h"
#include "certs/store.h"
#include "schema/base/result.h"

namespace structural::certs {

struct Terms {
  std::vector<std::string> hosts;  // that the certificate has to be for
  std::chrono::seconds validity{std::chrono::hours(2160)};
  std::chrono::seconds renew_before{std::chrono::hours(720)};  // its end
  // How long the old authority stays trusted when another certificate is there to be served.
  std::chrono::seconds overlap{std::chrono::hours(24)};
  // By how much the clocks of clients may be slow.
  std::chrono::seconds skew{std::chrono::hours(1)};
  // How long API servers may take to see that another authority is to be trusted.
  std::chrono::seconds settle{30};
};

// kInvalidInput: terms that contradict each other, and which.
base::Status CheckTerms(const Terms& terms);

enum class Step { kNone, kIssue, kPrepare, kSwap, kPruneCA };

struct Plan {
  Step step = Step::kNone;
  std::string why;  // "it ends on 2026-11-21T04:08:43Z"; of kNone: until when nothing is to be done
  Moment look_again;     // kNone: when there will be something to do
  bool pending = false;  // kNone: that is what has begun, and is not at its end
};

// kInvalidInput: what is stored was not made here, and is left alone.
base::Result<Plan> MakePlan(const Stored& stored, const Terms& terms, Moment now);

// What is to be stored after the step. Errors: of Issue.
base::Result<Stored> ApplyStep(const Plan& plan, const Stored& stored, const Terms& terms,
                               Moment now);

}  // namespace structural::certs
