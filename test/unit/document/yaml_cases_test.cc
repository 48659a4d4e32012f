// cases/yaml: the result of Kubernetes' own code for a YAML text (test/oracle compares it again). The cases are many
// and quick, so all cases of a file are one test.
#include "document/reader.h"
#include "test/support/cases_by_file.h"

namespace structural::document {
namespace yaml_cases_test {

using nlohmann::json;
using test::Case;
using test::CaseFile;
using test::TextOf;

void Check(const json& data) {
  const auto read = ReadYaml(TextOf(data));
  if (data.contains("error")) {
    ASSERT_TRUE(std::holds_alternative<Problem>(read)) << std::get<Document>(read).json;
    EXPECT_GT(std::get<Problem>(read).at.line, 0u);
    EXPECT_NE("", std::get<Problem>(read).message);
    return;
  }
  ASSERT_TRUE(std::holds_alternative<Document>(read)) << std::get<Problem>(read).message;
  EXPECT_EQ(data["json"].dump(), json::parse(std::get<Document>(read).json).dump());
}

class YamlCases : public testing::TestWithParam<CaseFile> {};

TEST_P(YamlCases, AsKubernetes) {
  for (const Case& c : GetParam().second) {
    SCOPED_TRACE(c.name);
    Check(c.data);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, YamlCases, testing::ValuesIn(test::CasesByFile("yaml")), test::CaseFileName);

}  // namespace yaml_cases_test
}  // namespace structural::document
