#include "reconcile_world.h"

#include "test/support/log.h"

namespace structural::test {
namespace {

using base::ErrorCode;
using controller::Reconciler;
using nlohmann::json;
using Outcome = Reconciler::Outcome;

const std::string kName = "a.example.com";
const std::string kPath = controller::CrdCollection(crd::ApiVersion::kV1) + "/" + kName;

ErrorCode CodeNamed(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(ErrorCode::kInternal); ++i) {
    if (base::ErrorCodeName(static_cast<ErrorCode>(i)) == name) return static_cast<ErrorCode>(i);
  }
  throw std::invalid_argument("no such code: " + name);
}

std::string Name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone: return "done";
    case Outcome::kRequeue: return "requeue";
    case Outcome::kRequeueAfter: return "requeue_after";
    case Outcome::kError: return "error";
    case Outcome::kTerminalError: return "terminal";
  }
  return {};
}

json Crd(const json& told) {
  json crd = {{"apiVersion", "apiextensions.k8s.io/v1"},
              {"kind", "CustomResourceDefinition"},
              {"metadata", {{"name", kName}}},
              {"spec", told.value("spec", json())},
              {"status", {{"conditions", nullptr}}}};
  if (told.contains("schema"))
    crd["spec"] = {{"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", told["schema"]}}}}}}};
  if (told.value("deleting", false)) crd["metadata"]["deletionTimestamp"] = "2020-01-01T00:00:00Z";
  return crd;
}

}  // namespace

base::Result<kube::Response> UnreliableTransport::Do(const kube::Request& request, std::stop_token stop) {
  if (const auto instead = next_answers_.extract(request.method); !instead.empty())
    return kube::Response{200, {}, instead.mapped()};
  auto answer = ForwardingTransport::Do(request, stop);
  if (request.method != "PATCH" || !lost_answer_) return answer;
  const base::Error error = *std::exchange(lost_answer_, std::nullopt);
  return error;
}

// Puts a second CRD on the fake server. Without it, the server would take the path of a missing CRD for that of an
// empty collection, and not answer 404.
ReconcileWorld::ReconcileWorld() { server_.Put(controller::CrdCollection(crd::ApiVersion::kV1) + "/another", "{}"); }

json ReconcileWorld::Object() const { return json::parse(server_.Object(kPath).value_or("{}")); }

json ReconcileWorld::Condition() const {
  const json conditions = Object().value("/status/conditions"_json_pointer, json());
  if (!conditions.is_array() || conditions.empty()) return nullptr;
  EXPECT_EQ(1u, conditions.size());
  return conditions.back();
}

// Replaces the CRD but keeps its status. An API server does the same when a client writes the main resource.
void ReconcileWorld::Put(const json& told) {
  json crd = Crd(told);
  if (const json before = Object(); before.contains("status")) crd["status"] = before["status"];
  server_.Put(kPath, crd.dump());
}

bool ReconcileWorld::Observe() {
  const std::string text = *server_.Object(kPath);
  return store_.Update(*crd::ReadMeta(text), text, {});
}

void ReconcileWorld::Alter(const json& message) {
  json crd = Object();
  json& conditions = crd["status"]["conditions"];
  ASSERT_EQ(1u, conditions.size());
  if (message.is_null()) {
    conditions.clear();
  } else {
    conditions[0]["message"] = message;
  }
  server_.Put(kPath, crd.dump());
  Observe();
}

void ReconcileWorld::Refuse(const json& step) {
  auto error = base::Error(CodeNamed(step.at("refuse")), "refused")
                   .WithRetryAfter(std::chrono::seconds(step.value("retry_after", 0)));
  if (step.value("applied", false)) return transport_.LoseNextPatchAnswer(error);
  // The answer has the HTTP status 413, which the client turns into this code.
  if (error.code() == base::ErrorCode::kLimitExceeded) {
    return server_.AnswerNext(step.value("method", "PATCH"), kube::Response{413, {}, ""});
  }
  server_.AnswerNext(step.value("method", "PATCH"), error);
}

void ReconcileWorld::Reconcile(const json& step) {
  Log log;
  const auto result = reconciler_.Reconcile(kName, {});
  EXPECT_EQ(step.at("reconcile"), Name(result.outcome));
  EXPECT_EQ(step.value("retry_after", 0), result.retry_after.count());
  if (step.contains("seconds")) {
    EXPECT_EQ(std::chrono::seconds(step["seconds"]), result.at - clock_.Now());
  }
  if (!step.contains("log")) return;
  if (step["log"].is_null()) {
    EXPECT_EQ("", log.text);
  } else {
    EXPECT_NE(std::string::npos, log.text.find(step["log"])) << log.text;
  }
}

void ReconcileWorld::SetMayWrite(const json& may) {
  refused_once_ = may == "when asked again";
  may_write_ = refused_once_ || may.get<bool>();
}

int ReconcileWorld::Count(const std::string& what) const {
  const std::map<std::string, std::uint64_t> counters = {
      {"evaluations", counters_.evaluations}, {"writes", counters_.writes}, {"conflicts", counters_.conflicts},
      {"errors", counters_.errors},           {"panics", counters_.panics}, {"backed_off", counters_.backed_off}};
  if (const auto at = counters.find(what); at != counters.end()) return static_cast<int>(at->second);
  if (what == "unjudged") return store_.AllEvaluated() ? 0 : 1;
  if (what == "unwritten") return static_cast<int>(reconciler_.Unwritten().size());
  if (what == "patches" || what == "gets") {
    const auto requests = server_.requests();
    return static_cast<int>(std::ranges::count(requests, what == "gets" ? "GET" : "PATCH", &kube::Request::method));
  }
  const auto at = observer_.counts.find(what);
  return at == observer_.counts.end() ? 0 : at->second;
}

void ReconcileWorld::Expect(const json& expected) {
  for (const auto& [what, value] : expected.items()) {
    if (what == "status" || what == "message") {
      const json condition = Condition();
      EXPECT_EQ(value, condition.is_null() ? condition : condition.at(what));
    } else {
      EXPECT_EQ(value, Count(what)) << what;
    }
  }
  EXPECT_EQ(Count("judged"), Count("evaluations"));
  EXPECT_EQ(Count("written"), Count("writes"));
  EXPECT_EQ(Count("failed"), Count("errors"));
  EXPECT_EQ(observer_.counts["backed_off"], Count("backed_off"));
}

void ReconcileWorld::Do(const json& step) {
  if (step.contains("have")) {
    Put(step["have"]);
    Observe();
    return;
  }
  if (step.contains("put")) return Put(step["put"]);
  if (step.contains("remove")) return server_.Remove(kPath);
  if (step.contains("forget")) return store_.Remove(kName);
  if (step.contains("alter")) return Alter(step["alter"]);
  if (step.contains("refuse")) return Refuse(step);
  if (step.contains("answer")) return transport_.AnswerNext(step.at("method"), step["answer"]);
  if (step.contains("may_write")) return SetMayWrite(step["may_write"]);
  if (step.contains("throw")) {
    observer_.throws = step["throw"];
    return;
  }
  if (step.contains("others_wait")) {
    others_wait_ = step["others_wait"];
    return;
  }
  if (step.contains("minutes")) return clock_.Advance(std::chrono::minutes(step["minutes"]));
  if (step.contains("reconcile")) return Reconcile(step);
  if (step.contains("expect")) return Expect(step["expect"]);
  if (step.contains("offer")) {
    EXPECT_EQ(step["offer"] == "news", Observe());
    return;
  }
  if (step.contains("recreate")) {
    server_.Remove(kPath);
    Put(step["recreate"]);
    if (step.value("seen", true)) Observe();
    return;
  }
  FAIL() << "no such step";
}

}  // namespace structural::test
