// cases/reconcile: {row of the table in reconciler.h, name, steps}. A step is one of
//   have: CRD      it is on the server, and its text in the store, as a watch brings it
//   put: CRD       it is on the server; nobody was told yet
//   recreate: CRD  deleted, and created again; "seen": false: nobody was told yet
//   remove, forget it is gone from the server; from the store
//   alter: TEXT    another's write to our condition's message, which a watch brings; null: removed
//   offer: known | news   the server's object is brought by a watch, and is that
//   refuse: CODE   the next request of "method" (PATCH) fails so; "applied": it was carried out
//   answer: TEXT   somebody else answers the next request of "method", with 200
//   minutes: N     pass
//   may_write: B   whether writing is allowed now; "when asked again": but for the next question
//   others_wait: B whether other CRDs wait to be judged
//   reconcile: done | retry | later | after others, "log": what it says (null: nothing), "seconds":
//   until later expect: status and message of our condition, or what was counted
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
