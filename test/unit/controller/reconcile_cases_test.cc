// cases/reconcile: {row of the table in reconciler.h, name, steps}. All steps are about one CRD. A step is one of
//   have: CRD       the server gets the CRD, and the store gets its text from a watch event
//   put: CRD        the server gets the CRD, but no watch event was sent yet
//   recreate: CRD   the CRD is deleted and created again; "seen": false: no watch event was sent yet
//   remove          the server no longer has the CRD
//   forget          the store no longer has the CRD
//   alter: TEXT     another client sets the message of this controller's condition, or removes the condition
//                   if TEXT is null; a watch event is sent
//   offer: known | news   a watch event brings the server's object, whose state is known or new
//   refuse: CODE    the next request of "method" (PATCH) fails with this code; "applied": true: the server carries the
//                   request out before
//   answer: TEXT    the next request of "method" gets this answer with status 200, but the server does not carry
//                   the request out
//   minutes: N      this time passes
//   may_write: B    whether the replica may write; "when asked again": false at the first question,
//                   then true
//   others_wait: B  whether other CRDs wait to be checked
//   reconcile: done | retry | later | after others   reconciles the CRD, and expects this outcome; "log": the
//                   message in the log (null: none); "seconds": the wait before the next try
//   expect:         status and message of this controller's condition, or the values of counters
#include <gtest/gtest.h>

#include "reconcile_world.h"
#include "test/support/cases.h"

namespace structural::test {
namespace reconcile_cases_test {

using nlohmann::json;

class ReconcileCase : public testing::TestWithParam<Case> {};

TEST_P(ReconcileCase, HasTheOutcomeOfTheContract) {
  ReconcileWorld world;
  int number = 0;
  for (const json& step : GetParam().data.at("steps")) {
    SCOPED_TRACE("step " + std::to_string(++number) + ": " + step.dump());
    world.Do(step);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Data, ReconcileCase, testing::ValuesIn(LoadCases("reconcile")), CaseName);

}  // namespace reconcile_cases_test
}  // namespace structural::test
