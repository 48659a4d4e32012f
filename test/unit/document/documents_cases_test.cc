// cases/documents: what kubectl reads from a file (test/oracle asks Kubernetes' own code again), up
// to the first document that it cannot read. A file of them is one test.
#include <map>

#include "document/reader.h"
#include "schema/base/base64.h"
#include "test/support/cases.h"

namespace structural::document {
namespace {

using nlohmann::json;
using test::Case;

std::map<std::string, std::vector<Case>> CasesByFile() {
  std::map<std::string, std::vector<Case>> by_file;
  for (Case& c : test::LoadCases("documents")) by_file[c.file].push_back(std::move(c));
  return by_file;
}

std::string TextOf(const json& data) {
  if (data.contains("yaml")) return data["yaml"];
  return base::DecodeBase64(std::string(data["base64"])).value();
}

void Check(const json& data) {
  const std::string text = TextOf(data);
  Reader reader(text);
  json documents = json::array();
  bool failed = false;
  while (const auto next = failed ? std::nullopt : reader.Next()) {
    const auto* document = std::get_if<Document>(&*next);
    failed = document == nullptr;
    if (!failed && document->json != "null") documents.push_back(json::parse(document->json));
  }
  EXPECT_EQ(data["documents"], documents);
  EXPECT_EQ(data["failed"], failed);
}

using File = std::pair<const std::string, std::vector<Case>>;

class DocumentsCases : public testing::TestWithParam<File> {};

std::string NameOf(const testing::TestParamInfo<File>& file) { return file.param.first; }

TEST_P(DocumentsCases, AsKubectl) {
  for (const Case& c : GetParam().second) {
    SCOPED_TRACE(c.name);
    Check(c.data);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, DocumentsCases, testing::ValuesIn(CasesByFile()), NameOf);

}  // namespace
}  // namespace structural::document
