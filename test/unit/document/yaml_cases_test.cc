// cases/yaml: what Kubernetes' own code makes of a YAML text (test/oracle asks it again).
#include "document/yaml_document.h"
#include "schema/base/base64.h"
#include "test/support/cases.h"

namespace structural::document {
namespace {

using nlohmann::json;
using test::Case;

class YamlCases : public testing::TestWithParam<Case> {};

std::string TextOf(const json& data) {
  if (data.contains("yaml")) return data["yaml"];
  return base::DecodeBase64(std::string(data["base64"])).value();
}

TEST_P(YamlCases, AsKubernetes) {
  const json& data = GetParam().data;
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

INSTANTIATE_TEST_SUITE_P(Data, YamlCases, testing::ValuesIn(test::LoadCases("yaml")),
                         test::CaseName);

}  // namespace
}  // namespace structural::document
