// cases/yaml: what Kubernetes' own code makes of a YAML text (test/oracle asks it again). They are
// many and quick: a file of them is one test.
#include <map>

#include "document/yaml_document.h"
#include "schema/base/base64.h"
#include "test/support/cases.h"

namespace structural::document {
namespace {

using nlohmann::json;
using test::Case;

std::map<std::string, std::vector<Case>> CasesByFile() {
  std::map<std::string, std::vector<Case>> by_file;
  for (Case& c : test::LoadCases("yaml")) by_file[c.file].push_back(std::move(c));
  return by_file;
}

std::string TextOf(const json& data) {
  if (data.contains("yaml")) return data["yaml"];
  return base::DecodeBase64(std::string(data["base64"])).value();
}

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

using File = std::pair<const std::string, std::vector<Case>>;

class YamlCases : public testing::TestWithParam<File> {};

std::string NameOf(const testing::TestParamInfo<File>& file) { return file.param.first; }

TEST_P(YamlCases, AsKubernetes) {
  for (const Case& c : GetParam().second) {
    SCOPED_TRACE(c.name);
    Check(c.data);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, YamlCases, testing::ValuesIn(CasesByFile()), NameOf);

}  // namespace
}  // namespace structural::document
