// Tests that a fixed file keeps every line that no edit affects, byte for byte. The files are those in the folder
// STRUCTURAL_TEST_YAML.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/report/fix/file_plan.h"
#include "document/reader.h"
#include "document/tree.h"

namespace structural::cli {
namespace fixed_lines_test {

using document::Document;
using document::Replacement;
using document::Tree;

std::vector<Document> ReadAll(std::string_view text) {
  std::vector<Document> all;
  document::Reader reader(text);
  while (auto read = reader.Next()) {
    auto* one = std::get_if<Document>(&*read);
    all.push_back(one == nullptr ? Document() : std::move(*one));
  }
  return all;
}

std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  std::stringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Adds to `lines` the numbers of the lines of a value and its key, and of all lines up to the next value. Lines are
// counted from 1.
void AddLines(const Document& document, const nlohmann::json::json_pointer& path, std::set<std::size_t>& lines) {
  const Tree tree(document.json);
  std::vector<std::string> tokens;
  for (auto at = path; !at.empty(); at = at.parent_pointer()) tokens.push_back(at.back());
  Tree::Node node = Tree::kRoot, next = Tree::kNone;
  for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
    const auto child = tree.IsObject(node) ? tree.Member(node, *token) : tree.Element(node, std::stoul("0" + *token));
    if (child == Tree::kNone) break;
    node = child;
    if (tree.Next(node) != Tree::kNone) next = tree.Next(node);
  }
  const std::size_t begin = document.At(tree.Offset(node)).line;
  const std::size_t end = next == Tree::kNone ? begin + 1'000'000 : document.At(tree.Offset(next)).line;
  for (std::size_t line = begin; line <= end && line < begin + 100'000; ++line) lines.insert(line);
}

// Returns the numbers of the lines that an edit may change. These are all lines of a removed or replaced value, and the
// first line of an object or list that gets a new member, since `{}` becomes a block.
std::set<std::size_t> ChangeableLines(const std::vector<Document>& documents, const FilePlan& plan) {
  std::set<std::size_t> lines;
  for (const CrdPlan& crd : plan.crds) {
    for (const fix::Edit& edit : crd.plan.edits) {
      const nlohmann::json::json_pointer path(crd.crd_pointer + edit.path);
      const Document& document = documents[crd.document];
      if (edit.kind != fix::Edit::Kind::kAdd) {
        AddLines(document, path, lines);
      } else {
        std::set<std::size_t> around;
        AddLines(document, path.parent_pointer(), around);
        lines.insert(*around.begin());
      }
    }
  }
  return lines;
}

struct Figures {
  std::size_t files = 0, lines = 0, gone = 0;
};

// Reports whether `all` contains the lines in this order, possibly with other lines between them.
bool IsWithin(const std::vector<std::string>& lines, const std::vector<std::string>& all) {
  auto at = all.begin();
  for (const std::string& line : lines) {
    at = std::find(at, all.end(), line);
    if (at == all.end()) return false;
    ++at;
  }
  return true;
}

void Try(const std::string& text, Figures& figures) {
  const FilePlan plan = PlanFile(text, fix::ChangeImpact::kWider);
  if (!plan.has_changes()) return;
  const auto replacements = ReplacementsOf(text, plan);
  const auto fixed = Apply(text, plan);
  ASSERT_TRUE(fixed.ok() && replacements.ok()) << fixed.error().message();
  const auto before = LinesOf(text), after = LinesOf(*fixed);
  const auto may_go = ChangeableLines(ReadAll(text), plan);
  std::vector<std::string> stay;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!may_go.contains(i + 1)) stay.push_back(before[i]);
  }
  EXPECT_TRUE(IsWithin(stay, after));
  ++figures.files;
  figures.lines += before.size();
  figures.gone += before.size() - stay.size();
}

TEST(FixedLines, PublishedYaml) {
  const char* const folder = std::getenv("STRUCTURAL_TEST_YAML");
  if (folder == nullptr) GTEST_SKIP() << "STRUCTURAL_TEST_YAML names no folder of YAML files";
  Figures figures;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    std::stringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    Try(text.str(), figures);
  }
  std::printf("%zu files that change, %zu lines, %zu of them may go\n", figures.files, figures.lines, figures.gone);
  EXPECT_GT(figures.files, 0u);
  EXPECT_LT(figures.gone, figures.lines / 4) << "the test allows too much";
}

}  // namespace fixed_lines_test
}  // namespace structural::cli
