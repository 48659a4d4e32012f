// cases/cel/library/*.ndjson: {name, expr} with what Kubernetes' environment makes of it, {compile,
// type, result, actualCost}. hack/update-cel-cases writes them.
#include <gtest/gtest.h>

#include "run_expression.h"
#include "schema/cel/functions.h"
#include "test/support/cases.h"

namespace structural::test {
namespace library_cases_test {

class LibraryCase : public testing::TestWithParam<Case> {};

TEST_P(LibraryCase, GivesWhatKubernetesGives) {
  const nlohmann::json& data = GetParam().data;
  const auto answer = nlohmann::json::parse(RunExpression(data.at("expr")));
  for (const char* key : {"compile", "type", "result", "actualCost"}) {
    EXPECT_EQ(data.at(key), answer.at(key)) << key << " of " << data.at("expr");
  }
}

INSTANTIATE_TEST_SUITE_P(Data, LibraryCase, testing::ValuesIn(LoadCases("cel/library")), CaseName);

// What Go makes without limit, and ends of.
TEST(Library, BoundsWhatFunctionsMake) {
  const auto error = [](const std::string& text) {
    return nlohmann::json::parse(RunExpression(text)).at("result").value("error", "");
  };
  const std::string large = "lists.range(10000).map(x, 'abcdefghij').join()";
  EXPECT_EQ("the text would be longer than 64 MiB", error(large + ".replace('', " + large + ")"));
  EXPECT_EQ("quantity has more zeros than this program writes",
            error("quantity('1e2000000000').add(1)"));
  EXPECT_EQ("operation cancelled: actual cost limit exceeded",
            error("lists.range(900000).distinct()"));
}

}  // namespace library_cases_test
}  // namespace structural::test
