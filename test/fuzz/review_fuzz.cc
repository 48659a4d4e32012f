// Sends any text as an AdmissionReview to both handlers. Requires an answer of limited size, and that a patched object
// needs no further patch. Checking a CRD needs at most 512 bytes of memory for each byte of the review, which is 16 MiB
// for 32 KiB.
#include <nlohmann/json.hpp>

#include "schema/go/base64.h"
#include "test/fuzz/cost.h"
#include "test/support/union_crd.h"
#include "webhook/answer.h"

namespace structural::fuzz {

const Cost kCost{.microseconds_per_byte = 500};  // bytes stay 0: the webhook itself limits its memory

namespace {

using nlohmann::json;

constexpr std::size_t kAnswer = 512 * 1024;
constexpr std::size_t kSmall = 32 * 1024;

class Doors {
 public:
  Doors() {
    json crd = json::parse(test::kUnionCrd);
    crd["metadata"]["annotations"]["structural.lint/unions"] = test::kUnionsOfCrd;
    Require(crds_.Set(test::kUnionCrdName, crd.dump()).ok(), "the CRD is readable");
    crds_.MarkComplete();
    const auto log = [](const std::string&) {};
    handler_ = webhook::NewHandler({{webhook::kValidatePath, webhook::NewCrdAnswer({}, metrics_, log)},
                                    {webhook::kMutateUnionsPath, webhook::NewUnionAnswer(crds_, metrics_, log)}},
                                   metrics_, log);
  }

  // Returns the webhook's response, or null if the text is not an AdmissionReview.
  json Ask(std::string_view path, std::string_view body) const {
    const http::Response answer = handler_(
        {.method = "POST", .path = std::string(path), .content_type = webhook::kJson, .body = std::string(body)}, {});
    const bool patch = answer.body.find("\"patch\"") != std::string::npos;
    Require(patch || answer.body.size() <= kAnswer, "an answer is bounded");
    if (answer.status == 400) return nullptr;
    Require(answer.status == 200, "a review is answered");
    const json review = json::parse(answer.body, nullptr, false);
    Require(review.is_object() && review.at("response").at("allowed").is_boolean(), "the answer is an AdmissionReview");
    // Searches only the message for these words: the answer also repeats the review's uid, which may contain them.
    const std::string why = review.value("/response/status/message"_json_pointer, "");
    const bool too_much = why.find("the check needs more than") != why.npos;
    Require(!too_much || path != webhook::kValidatePath || body.size() > kSmall, "memory is linear in the review");
    return review.at("response");
  }

 private:
  webhook::UnionCrds crds_;
  webhook::Metrics metrics_{"fuzz"};
  http::Handler handler_;
};

void CheckPatch(const Doors& doors, std::string_view body, const json& response) {
  const auto text = go::DecodeBase64(response.at("patch").get<std::string>());
  const json patch = json::parse(text.value_or(""), nullptr, false);
  Require(patch.is_array() && !patch.empty(), "a patch has operations");
  json review = json::parse(body, nullptr, false);
  if (review.is_discarded()) return;  // not JSON for nlohmann/json, which accepts fewer texts than the webhook
  json& object = review.at("request").at("object");
  object = object.patch(patch);
  const std::string again = review.dump(-1, ' ', false, json::error_handler_t::replace);
  const json second = doors.Ask(webhook::kMutateUnionsPath, again);
  Require(!second.contains("patch"), "once is enough");
}

}  // namespace

void Try(std::string_view body) {
  static const Doors doors;
  doors.Ask(webhook::kValidatePath, body);
  const auto response = doors.Ask(webhook::kMutateUnionsPath, body);
  if (response.is_object() && response.contains("patch")) CheckPatch(doors, body, response);
}

}  // namespace structural::fuzz
