// Tests with the deepest nesting that the reader allows, on threads with stacks of several sizes. The reader must
// return a document or a problem. The operations on the document must return a result or an error.
#include <string>

#include <gtest/gtest.h>

#include "document/edit.h"
#include "document/reader.h"
#include "document/tree.h"
#include "document/write_yaml.h"
#include "test/support/on_stack.h"

namespace structural::document {
namespace depth_test {

struct Chain {
  const char* name;
  std::string open, close;
};

const Chain kChains[] = {{"Lists", "[", "]"},  {"Objects", "{\"a\":", "}"}, {"FlowMappings", "{a: ", "}"},
                         {"Dashes", "- ", ""}, {"Merges", "{<<: ", "}"},    {"Anchors", "[&a ", "]"}};

void PrintTo(const Chain& chain, std::ostream* to) { *to << chain.name; }

std::string Nested(const Chain& chain, int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += chain.open;
  text += chain.name == std::string("Merges") ? "{}" : "1";
  for (int i = 0; i < levels; ++i) text += chain.close;
  return text;
}

class DocumentDepthTest : public testing::TestWithParam<Chain> {};

// Reads the text, and runs all operations on its documents, whose results do not matter. Returns whether the text could
// be read.
bool DoAll(const std::string& text) {
  Reader reader(text);
  const auto read = reader.Next();
  const auto* document = std::get_if<Document>(&*read);
  if (document == nullptr) return false;
  std::string yaml;
  AppendYaml(document->json, yaml);
  const Tree tree(document->json);
  (void)Members(document->json);
  (void)Elements(document->json);
  for (const char* path : {"", "/0", "/a"}) {
    (void)ApplyEdits(text, 0, {{{.kind = Edit::Kind::kReplace, .path = path, .value = "2"}}});
  }
  return true;
}

TEST_P(DocumentDepthTest, AnswersOnThreadsOfEverySize) {
  for (const std::size_t kib : {256, 8 * 1024}) {
    test::OnStack(kib * 1024, [] {
      EXPECT_TRUE(DoAll(Nested(GetParam(), 9'900)));
      EXPECT_FALSE(DoAll(Nested(GetParam(), 10'001)));
      EXPECT_TRUE(DoAll(Nested(GetParam(), 900)));
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Chains, DocumentDepthTest, testing::ValuesIn(kChains),
                         [](const auto& chain) { return std::string(chain.param.name); });

}  // namespace depth_test
}  // namespace structural::document
