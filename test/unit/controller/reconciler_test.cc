// Tests of behaviour of the reconciler that the cases in cases/reconcile do not test.
#include "controller/reconciler.h"

#include <map>

#include <glog/logging.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "controller/log_fields.h"
#include "controller/work_queue.h"
#include "schema/base/proto_object.h"
#include "test/support/fake_clock.h"
#include "test/support/fake_transport.h"

namespace structural::controller {
namespace reconciler_test {

using nlohmann::json;
using Outcome = Reconciler::Outcome;

const std::string kName = "a.example.com";
const std::string kPath = CrdCollection(crd::ApiVersion::kV1) + "/" + kName;

json Crd(const json& schema) {
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", kName}}},
          {"spec", {{"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", schema}}}}}}}},
          {"status", {{"conditions", nullptr}}}};
}

const json kBad = json::object();
const json kGood = {{"type", "object"}};

class ReconcilerTest : public testing::Test {
 protected:
  // Puts the CRD on the server, and its text into the store, as a watch event does.
  void Have(const json& crd) {
    server.Put(kPath, crd.dump());
    Observe();
  }

  void Observe() {
    const std::string text = *server.Object(kPath);
    store.Update(*crd::ReadMeta(text), text, {});
  }

  Outcome Reconcile() { return reconciler.Reconcile(kName, {}).outcome; }
  json Conditions() { return json::parse(*server.Object(kPath)).at("status").at("conditions"); }
  int Asked(const std::string& method) {
    int n = 0;
    for (const auto& request : server.requests()) n += request.method == method;
    return n;
  }

  test::FakeTransport server;
  kube::Client client{server};
  test::FakeClock clock;
  Store store;
  Counters counters;
  CrdApi api{client};
  Reconciler reconciler{client, api, store, clock, counters};
};

TEST_F(ReconcilerTest, WritesAMissingCondition) {
  Have(Crd(kBad));
  EXPECT_EQ(Outcome::kDone, Reconcile());
  ASSERT_EQ(1u, Conditions().size());
  EXPECT_EQ("NonStructuralSchema", Conditions()[0].at("type"));
  EXPECT_EQ("True", Conditions()[0].at("status"));
  EXPECT_EQ(Conditions()[0].at("lastTransitionTime"), Rfc3339(clock.WallNow()));
  EXPECT_EQ(1u, counters.writes);
  EXPECT_EQ(0, Asked("GET")) << "the watch's text is enough";
}

TEST_F(ReconcilerTest, DoesNotRetryAWriteAfterTheLeaseIsLost) {
  Have(Crd(kBad));
  bool leads = true;
  kube::Client client_that_waits(server, {.sleep = [&](auto, auto) {
                                   leads = false;
                                   return true;
                                 }});
  Reconciler replica{client_that_waits, api, store, clock, counters, {.may_write = [&] { return leads; }}};
  server.AnswerNext("PATCH", kube::Response{429, {{"Retry-After", "9"}}, "{}"});
  EXPECT_EQ(Outcome::kDone, replica.Reconcile(kName, {}).outcome);
  EXPECT_EQ(1, Asked("PATCH"));
  EXPECT_TRUE(Conditions().is_null());
  EXPECT_EQ(std::set<std::string>{kName}, replica.Unwritten());
  leads = true;
  EXPECT_EQ(Outcome::kDone, replica.Reconcile(kName, {}).outcome);
  EXPECT_EQ(1u, Conditions().size());
}

TEST_F(ReconcilerTest, RemovesAResolvedCondition) {
  Have(Crd(kBad));
  Reconcile();
  json crd = json::parse(*server.Object(kPath));
  crd["spec"] = Crd(kGood)["spec"];
  Have(crd);
  EXPECT_EQ(Outcome::kDone, Reconcile());
  EXPECT_TRUE(Conditions().empty());
  EXPECT_EQ(1u, store.Totals().structural);
}

TEST_F(ReconcilerTest, DoesNotRetryACrdThatCannotBeDecoded) {
  Have({{"metadata", {{"name", kName}}}, {"spec", 5}});
  EXPECT_EQ(Outcome::kTerminalError, Reconcile());
  EXPECT_EQ(0, Asked("PATCH"));
  EXPECT_EQ(1u, counters.errors);
  EXPECT_TRUE(store.AllEvaluated());
}

std::string ProtoField(int number, std::string_view bytes) {
  std::string field(1, static_cast<char>(number << 3 | 2));
  std::size_t size = bytes.size();
  for (; size >= 0x80; size >>= 7) field += static_cast<char>(size | 0x80);
  return field.append(1, static_cast<char>(size)).append(bytes);
}

// Returns a CRD in protobuf whose schema has an anyOf with `count` branches, each of six bytes.
std::string DenseCrd(int count) {
  std::string schema;
  for (int i = 0; i < count; ++i) schema += "\xda\x01\x03\x2a\x01\x61";  // a branch of anyOf with the type "a"
  const std::string version = ProtoField(1, "v1") + ProtoField(4, ProtoField(1, schema));
  const std::string crd = ProtoField(1, ProtoField(1, kName)) + ProtoField(2, ProtoField(7, version));
  return std::string(base::kProtoMagic) + ProtoField(2, crd);
}

TEST_F(ReconcilerTest, CountsTheSchemasOfACrdThatNeedsMoreMemoryThanEstimated) {
  server.Put(kPath, Crd(kBad).dump());
  const std::string many = DenseCrd(20'000), too_many = DenseCrd(100'000);
  store.Update({kName, "", "1"}, many, {});
  Reconcile();
  EXPECT_EQ(1u, counters.evaluations);
  EXPECT_EQ(1u, store.Totals().non_structural);
  store.Update({kName, "", "2"}, too_many, {});
  EXPECT_EQ(Outcome::kTerminalError, Reconcile());
  EXPECT_EQ(1u, counters.evaluations);
}

TEST_F(ReconcilerTest, AStormOfUpdatesIsOneEvaluation) {
  WorkQueue queue(clock);
  for (int i = 0; i < 1000; ++i) {
    Have(Crd({{"description", std::to_string(i)}}));
    queue.Add(kName);
  }
  Have(Crd(kGood));
  queue.Add(kName);
  EXPECT_EQ(kName, queue.Get());
  EXPECT_EQ(Outcome::kDone, Reconcile());
  queue.Done(kName);
  EXPECT_EQ(0u, queue.depth());
  EXPECT_EQ(1u, counters.evaluations) << "of the newest";
  EXPECT_EQ(1u, store.Totals().structural);
}

// Collects each field of each log record, as "key=value".
class FieldsLog : public google::LogSink {
 public:
  FieldsLog() { google::AddLogSink(this); }
  ~FieldsLog() override { google::RemoveLogSink(this); }
  void send(google::LogSeverity, const char*, const char*, int, const google::LogMessageTime&, const char* message,
            std::size_t size) override {
    said = std::string(message, size);
    fields.clear();
    for (const auto& [key, value] : LogFields::OfThread()) {
      const auto* number = std::get_if<std::int64_t>(&value);
      fields[std::string(key)] = number != nullptr ? std::to_string(*number) : std::get<std::string>(value);
    }
  }
  std::string said;  // text of the last log record
  std::map<std::string, std::string> fields;
};

TEST_F(ReconcilerTest, LogRecordsHaveFieldsOfTheCrd) {
  FieldsLog log;
  Have(Crd(kBad));
  Reconcile();
  std::map<std::string, std::string> about = {{"controller", "nonstructuralschema"},
                                              {"crd", kName},
                                              {"uid", "uid-1"},
                                              {"generation", "1"},
                                              {"reason", "Violations"}};
  EXPECT_EQ(about, log.fields);
  EXPECT_EQ("NonStructuralSchema added, 1 version(s), 1 violation(s)", log.said);
  json crd = json::parse(*server.Object(kPath));
  crd["spec"] = Crd(kGood)["spec"];
  Have(crd);
  server.AnswerNext("PATCH", base::Error(base::ErrorCode::kForbidden, "no").WithReason("Forbidden"));
  Reconcile();
  about["generation"] = "2";
  about["reason"] = "Forbidden";
  EXPECT_EQ(about, log.fields);
  EXPECT_EQ(std::string::npos, log.said.find(kName + ":")) << log.said;
}

TEST_F(ReconcilerTest, UnknownNamesAreDone) {
  EXPECT_EQ(Outcome::kDone, Reconcile());
  EXPECT_TRUE(server.requests().empty());
}

// The reconciler plans the writes of a thousand CRDs, because it evaluates all of them before it writes the first
// condition. The memory for planned writes is limited.
TEST_F(ReconcilerTest, PlannedWritesAreBounded) {
  constexpr std::size_t kMax = 20'000;
  Reconciler bounded(client, api, store, clock, counters,
                     {.others_wait = [] { return true; }, .max_planned_bytes = kMax});
  const auto name_of = [](int i) { return std::to_string(i) + ".example.com"; };
  const auto path_of = [&](int i) { return CrdCollection(crd::ApiVersion::kV1) + "/" + name_of(i); };
  for (int i = 0; i < 1000; ++i) {
    json crd = Crd(kBad);
    crd["metadata"]["name"] = name_of(i);
    server.Put(path_of(i), crd.dump());
    const std::string text = *server.Object(path_of(i));
    store.Update(*crd::ReadMeta(text), text, {});
    EXPECT_EQ(Outcome::kRequeue, bounded.Reconcile(name_of(i), {}).outcome);
    ASSERT_LE(bounded.planned_bytes(), kMax);
  }
  EXPECT_LT(kMax / 2, bounded.planned_bytes());
  EXPECT_EQ(0, Asked("GET"));
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(Outcome::kDone, bounded.Reconcile(name_of(i), {}).outcome);
    EXPECT_EQ("True", json::parse(*server.Object(path_of(i)))["status"]["conditions"][0]["status"]);
  }
  EXPECT_EQ(0u, bounded.planned_bytes());
  EXPECT_EQ(1000, Asked("PATCH"));
  EXPECT_LT(900, Asked("GET")) << "what was not kept is read again";
}

TEST_F(ReconcilerTest, ReturnsTheServersRetryAfter) {
  Have(Crd(kBad));
  server.AnswerNext("PATCH",
                    base::Error(base::ErrorCode::kTooManyRequests, "later").WithRetryAfter(std::chrono::seconds(9)));
  const Reconciler::Result result = reconciler.Reconcile(kName, {});
  EXPECT_EQ(Outcome::kError, result.outcome);
  EXPECT_EQ(std::chrono::seconds(9), result.retry_after);
}

// The reconciler writes the condition in the API version in which it has read the CRD, here v1beta1.
TEST_F(ReconcilerTest, WritesInTheServedVersion) {
  server.ServeVersions({"v1beta1"});
  ASSERT_TRUE(api.DiscoverVersion({}).ok());
  const std::string path = CrdCollection(crd::ApiVersion::kV1beta1) + "/" + kName;
  json crd = Crd(kBad);
  crd.erase("apiVersion");  // the server returns the CRD as an item of a list, which has neither apiVersion nor kind
  crd.erase("kind");
  crd["spec"] = {{"version", "v1"}, {"validation", {{"openAPIV3Schema", kBad}}}};
  server.Put(path, crd.dump());
  const std::string text = *server.Object(path);
  store.Update(*crd::ReadMeta(text, api.version()), text, {});
  EXPECT_EQ(Outcome::kDone, Reconcile());
  const json conditions = json::parse(*server.Object(path)).at("status").at("conditions");
  ASSERT_EQ(1u, conditions.size());
  EXPECT_EQ("NonStructuralSchema", conditions[0].at("type"));
}

// The CRD has 300 kB of empty schemas. Their evaluation needs 25 MB of memory, which is too much here.
TEST_F(ReconcilerTest, SkipsACrdThatNeedsTooMuchMemory) {
  json schema = kGood;
  schema["anyOf"] = json(100'000, json::object());
  Have(Crd(schema));
  EXPECT_EQ(Outcome::kTerminalError, Reconcile());
  EXPECT_EQ(1u, counters.errors);
  EXPECT_EQ(0u, counters.evaluations);
  EXPECT_EQ(0, Asked("PATCH"));
}

// The condition exceeds 3 MiB, the maximum size of a request that an API server accepts, so the reconciler must not
// send it.
TEST_F(ReconcilerTest, DoesNotSendAConditionThatIsTooLarge) {
  json schema = kGood;
  for (int i = 0; i < 20'000; ++i) {
    schema["properties"][std::to_string(i) + std::string(100, 'x')] = json::object();
  }
  Have(Crd(schema));
  EXPECT_EQ(Outcome::kTerminalError, Reconcile());
  EXPECT_EQ(1u, counters.errors);
  EXPECT_EQ(1u, counters.evaluations);
  EXPECT_EQ(0, Asked("PATCH"));
}

}  // namespace reconciler_test
}  // namespace structural::controller
