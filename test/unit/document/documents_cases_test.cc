// cases/documents: a file's text, and the documents that kubectl reads from it, up to the first document that it cannot
// read. test/oracle compares these cases with Kubernetes' own code. Each file of cases is one test.
#include "document/reader.h"
#include "test/support/cases_by_file.h"

namespace structural::document {
namespace documents_cases_test {

using nlohmann::json;
using test::Case;
using test::CaseFile;
using test::TextOf;

void Check(const json& data) {
  const std::string text = TextOf(data);
  Reader reader(text, TrailingText::kIgnore);
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

class DocumentsCases : public testing::TestWithParam<CaseFile> {};

TEST_P(DocumentsCases, AsKubectl) {
  for (const Case& c : GetParam().second) {
    SCOPED_TRACE(c.name);
    Check(c.data);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, DocumentsCases, testing::ValuesIn(test::CasesByFile("documents")), test::CaseFileName);

}  // namespace documents_cases_test
}  // namespace structural::document
