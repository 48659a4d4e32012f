// cases/union_reviews: {name, old?, object, request?, patch?, refused?, warnings?}. `object` is created, or updates
// `old`. `request` has the fields of the request that differ from the test's defaults. `patch`, `refused` (a Status)
// and `warnings` are the expected answer; without them, the object is allowed without changes.
#include <gtest/gtest.h>

#include "schema/go/base64.h"
#include "test/support/cases.h"
#include "test/support/union_crd.h"
#include "webhook/answer.h"

namespace structural::test {
namespace union_cases_test {

using nlohmann::json;
using webhook::UnionCrds;

std::string CrdWith(const std::string& annotation) {
  json crd = json::parse(kUnionCrd);
  crd["metadata"]["annotations"]["structural.lint/unions"] = annotation;
  return crd.dump();
}

class UnionReviews : public testing::Test {
 protected:
  UnionReviews() {
    const auto set = crds_.Set(kUnionCrdName, CrdWith(kUnionsOfCrd));
    EXPECT_TRUE(set.ok() && *set != nullptr && (*set)->union_error.empty());
    crds_.MarkComplete();
  }

  http::Response Ask(const json& data) {
    json request = {{"uid", "u"},
                    {"operation", data.contains("old") ? "UPDATE" : "CREATE"},
                    {"name", "one"},
                    {"kind", {{"group", "example.com"}, {"version", "v1"}, {"kind", "Download"}}},
                    {"resource", {{"group", "example.com"}, {"version", "v1"}, {"resource", "downloads"}}},
                    {"userInfo", {{"username", "alice"}}},
                    {"object", data.at("object")},
                    {"oldObject", data.value("old", json())}};
    request.update(data.value("request", json::object()));
    const json review = {{"apiVersion", data.value("apiVersion", "admission.k8s.io/v1")},
                         {"kind", "AdmissionReview"},
                         {"request", request}};
    const auto log = [this](const std::string& line) { log_ += line + "\n"; };
    const auto handler = webhook::NewHandler(
        {{webhook::kMutateUnionsPath, webhook::NewUnionAnswer(crds_, metrics_, log)}}, metrics_, log);
    return handler({.method = "POST",
                    .path = webhook::kMutateUnionsPath,
                    .content_type = "application/json",
                    .body = review.dump()},
                   {});
  }

  // Sends the case's request to the webhook. Returns the response, in which the patch is JSON instead of base64.
  json Answer(const json& data) {
    const http::Response answer = Ask(data);
    EXPECT_EQ(200, answer.status) << answer.body;
    json response = json::parse(answer.body).at("response");
    EXPECT_EQ("u", response.at("uid"));
    if (response.contains("patch"))
      response["patch"] = json::parse(*go::DecodeBase64(response["patch"].get<std::string>()));
    return response;
  }

  UnionCrds crds_;
  webhook::Metrics metrics_{"test"};
  std::string log_;
};

class UnionReviewCase : public UnionReviews, public testing::WithParamInterface<Case> {};

TEST_P(UnionReviewCase, IsAnswered) {
  const json& data = GetParam().data;
  const json response = Answer(data);
  EXPECT_EQ(!data.contains("refused"), response.at("allowed").get<bool>());
  EXPECT_EQ(data.value("refused", json()), response.value("status", json()));
  EXPECT_EQ(data.value("warnings", json()), response.value("warnings", json()));
  EXPECT_EQ(data.value("patch", json()), response.value("patch", json()));
  EXPECT_EQ(data.contains("patch"), response.value("patchType", "") == "JSONPatch");
  EXPECT_EQ(data.contains("patch"), response.contains("auditAnnotations"));
}

// If the webhook reviews an object that already has its patch, it returns no further patch.
TEST_P(UnionReviewCase, IsAnsweredOnce) {
  json data = GetParam().data;
  if (!data.contains("patch")) return;
  data["object"] = data["object"].patch(data["patch"]);
  EXPECT_FALSE(Answer(data).contains("patch"));
}

INSTANTIATE_TEST_SUITE_P(Data, UnionReviewCase, testing::ValuesIn(LoadCases("union_reviews")), CaseName);

json Both() { return {{"object", {{"apiVersion", "example.com/v1"}, {"spec", {{"source", {{"file", "/a"}}}}}}}}; }

TEST_F(UnionReviews, AreNotAnsweredBeforeTheFirstList) {
  UnionCrds unknown;
  const auto answers = webhook::NewUnionAnswer(unknown, metrics_, [](const auto&) {});
  base::Arena arena;
  EXPECT_EQ(503, answers.run({}, arena).status);
  unknown.KeepOnly({});
  EXPECT_EQ(200, answers.run({}, arena).status);
}

TEST_F(UnionReviews, FollowTheirCrd) {
  EXPECT_TRUE(Answer(Both()).contains("patch"));
  crds_.KeepOnly({kUnionCrdName});
  EXPECT_TRUE(Answer(Both()).contains("patch"));
  ASSERT_TRUE(crds_.Set(kUnionCrdName, CrdWith("{}")).ok());
  EXPECT_FALSE(Answer(Both()).contains("patch"));
  ASSERT_TRUE(crds_.Set(kUnionCrdName, CrdWith(kUnionsOfCrd)).ok());
  EXPECT_TRUE(Answer(Both()).contains("patch"));
  crds_.KeepOnly({"others.example.com"});
  EXPECT_FALSE(Answer(Both()).contains("patch"));
  ASSERT_TRUE(crds_.Set(kUnionCrdName, CrdWith(kUnionsOfCrd)).ok());
  crds_.Remove(kUnionCrdName);
  EXPECT_FALSE(Answer(Both()).contains("patch"));
}

TEST_F(UnionReviews, WarnWhereTheUnionsCannotBeUsed) {
  ASSERT_TRUE(crds_.Set(kUnionCrdName, CrdWith("{\"/none\": []}")).ok());
  const json response = Answer(Both());
  EXPECT_TRUE(response.at("allowed").get<bool>());
  EXPECT_FALSE(response.contains("patch"));
  EXPECT_NE(std::string::npos,
            response.at("warnings").at(0).get<std::string>().find("metadata.annotations[structural.lint/unions]"));
}

TEST_F(UnionReviews, RefuseUnreadableObjects) {
  const std::string huge =
      R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":
    {"uid":"u","operation":"CREATE","resource":{"group":"example.com","version":"v1",
     "resource":"downloads"},"object":{"spec":{"size":1e999}}}})";
  base::Arena arena;
  const auto review = webhook::ReadAdmissionRequest(huge, arena);
  ASSERT_TRUE(review.ok());
  const auto answers = webhook::NewUnionAnswer(crds_, metrics_, [](const auto&) {});
  const json response = json::parse(answers.run(*review, arena).body).at("response");
  EXPECT_FALSE(response.at("allowed").get<bool>());
  EXPECT_EQ(400, response.at("status").at("code"));
}

TEST_F(UnionReviews, AreCountedAndLogged) {
  Answer(Both());
  EXPECT_NE(std::string::npos, log_.find("normalized: CREATE of Download \"one\" by \"alice\": "
                                         "spec.source.type: set to \"File\""))
      << log_;
  const std::string metrics = metrics_.Text();
  EXPECT_NE(std::string::npos, metrics.find("structural_webhook_decisions_total{outcome="
                                            "\"normalized\",rule=\"unions\"} 1"))
      << metrics;
  EXPECT_NE(std::string::npos, metrics.find("webhook=\"/mutate-unions\""));
}

}  // namespace union_cases_test
}  // namespace structural::test
