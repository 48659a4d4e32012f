// Tests that answers with an error status become errors with the code, the message and the retry time of the answer.
#include "kube/transport/api_error.h"

#include <gtest/gtest.h>

#include "test/support/cases.h"

namespace structural::kube {
namespace api_error_test {

using nlohmann::json;

class ErrorCase : public testing::TestWithParam<test::Case> {};

TEST_P(ErrorCase, IsTheExpectedError) {
  const json& data = GetParam().data;
  Response response;
  response.status = data.at("status");
  const json headers = data.value("headers", json::object());
  for (const auto& [name, value] : headers.items()) {
    response.headers.Set(name, value);
  }
  const json& body = data.at("body");
  response.body = body.is_string() ? body.get<std::string>() : body.dump();

  json causes = json::array();
  for (const ApiError::Cause& cause : ParseApiError(response).causes) {
    causes.push_back({cause.reason, cause.message, cause.field});
  }
  EXPECT_EQ(data.value("causes", json::array()), causes);
  const base::Error error = ErrorFromResponse(response).In("GET /x");
  EXPECT_EQ(data.at("code"), base::ErrorCodeName(error.code()));
  EXPECT_EQ(data.at("reason"), error.reason());
  EXPECT_EQ("GET /x: " + data.at("message").get<std::string>(), error.message());
  EXPECT_EQ(data.value("retry_after", 0), error.retry_after().count());
}

INSTANTIATE_TEST_SUITE_P(Data, ErrorCase, testing::ValuesIn(test::LoadCases("kube/errors")), test::CaseName);

}  // namespace api_error_test
}  // namespace structural::kube
