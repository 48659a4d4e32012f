// cases/reconcile: {row of the table in reconciler.h, name, steps}. "It" is the case's CRD. A step is one of
//   have: CRD       the server has it, and the store has its text from a watch
//   put: CRD        the server has it, but no watch event was sent yet
//   recreate: CRD   the CRD is deleted and created again; "seen": false: no watch event was sent yet
//   remove, forget  the server, or the store, no longer has it
//   alter: TEXT     another client sets the message of this controller's condition, or removes the condition
//                   if TEXT is null; a watch event is sent
//   offer: known | news   a watch event brings the server's object, whose state is known or new
//   refuse: CODE    the next request of "method" (PATCH) fails with this code; "applied": it was carried out
//   answer: TEXT    the next request of "method" gets this answer with 200, and is not carried out
//   minutes: N      this time passes
//   may_write: B    whether writing is allowed now; "when asked again": from the second call on
//   others_wait: B  whether other CRDs wait to be checked
//   reconcile: done | retry | later | after others   the outcome; "log": its message (null: none);
//                   "seconds": the wait before later
//   expect:         status and message of this controller's condition, or the values of counters
#include <gtest/gtest.h>

#include "reconcile_world.h"
#include "test/support/cases.h"

namespace structural::test {
namespace reconcile_cases_test {

using nlohmann::json;

class ReconcileCase : public testing::TestWithParam<Case> {};

TEST_P(ReconcileCase, DoesWhatTheContractSays) {
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
