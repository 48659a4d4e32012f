// Tests two properties of all edits. The new text reads as the document to which the equivalent JSON Patch was applied.
// The lines that no edit affects keep their bytes.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "document/edit.h"
#include "document/reader.h"
#include "document/tree.h"
#include "test/support/random_edits.h"
#include "test/support/random_yaml.h"

namespace structural::document {
namespace edit_properties_test {

using nlohmann::json;
using test::Pick;
using test::Random;

std::vector<Document> ReadAll(std::string_view text) {
  std::vector<Document> all;
  Reader reader(text);
  while (auto read = reader.Next()) {
    auto* document = std::get_if<Document>(&*read);
    if (document == nullptr) return {};
    all.push_back(std::move(*document));
  }
  return all;
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// A range of lines, counted from 1. `end` is the line after the last one.
struct Region {
  std::size_t begin;
  std::size_t end;
};

// Returns the lines of the value and of its key: all lines after the previous value and before the next value.
Region RegionOf(const Document& document, const json::json_pointer& path) {
  const Tree tree(document.json);
  std::vector<std::string> tokens;
  for (auto at = path; !at.empty(); at = at.parent_pointer()) tokens.push_back(at.back());
  Tree::Node node = Tree::kRoot;
  Tree::Node next = Tree::kNone;
  for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
    node = tree.IsObject(node) ? tree.Member(node, *token)
                               : tree.Element(node, static_cast<std::size_t>(std::stoul(*token)));
    if (tree.Next(node) != Tree::kNone) next = tree.Next(node);
  }
  // The region begins after the previous value: the dash of an element may be there, several lines above the element's
  // value.
  const std::size_t offset = tree.Offset(node);
  const std::size_t begin = offset == 0 ? 1 : document.At(offset - 1).line + 1;
  if (next == Tree::kNone) return {begin, 1'000'000'000};
  return {begin, document.At(tree.Offset(next)).line};
}

std::size_t Missing(std::span<const std::string_view> lines, std::span<const std::string_view> in) {
  std::multiset<std::string_view> left(in.begin(), in.end());
  std::size_t missing = 0;
  for (const std::string_view line : lines) {
    const auto found = left.find(line);
    if (found == left.end()) {
      ++missing;
    } else {
      left.erase(found);
    }
  }
  return missing;
}

void ExpectOtherLinesStay(std::string_view before, const Document& document, const json& operation,
                          std::string_view after) {
  const bool add = operation["op"] == "add";
  json::json_pointer path(operation["path"].get<std::string>());
  const auto old = LinesOf(before), now = LinesOf(after);
  const json value = json::parse(document.json);
  const auto& parent = value.at(path.empty() ? path : path.parent_pointer());
  const bool replaces = add && parent.is_object() && value.contains(path);
  // An object or list that loses its only member is written as {} or []. One that gets its first member is written as a
  // block. Such an edit can change all lines of the parent of `path`, so these lines are the region.
  if (add || (operation["op"] == "remove" && value.at(path.parent_pointer()).size() == 1)) {
    path.pop_back();
  }
  auto [begin, end] = RegionOf(document, path);
  // The region has one line more at both ends: in a flow collection, the comma before the value may be on the previous
  // line, and the next value on the same line.
  begin = std::max<std::size_t>(begin - 1, 1);
  end = std::min(end + 1, old.size() + 1);
  const std::span<const std::string_view> head(old.data(), begin - 1);
  const std::span<const std::string_view> tail(old.data() + end - 1, old.size() + 1 - end);
  ASSERT_LE(head.size() + tail.size(), now.size());
  EXPECT_TRUE(std::equal(head.begin(), head.end(), now.begin())) << "lines before the edit";
  // If the last line has no line end, an edit may add one, so this line is not compared.
  const std::size_t same = tail.size() - (!tail.empty() && !before.ends_with('\n') ? 1 : 0);
  EXPECT_TRUE(std::equal(tail.begin(), tail.begin() + static_cast<std::ptrdiff_t>(same),
                         now.end() - static_cast<std::ptrdiff_t>(tail.size())))
      << "lines behind the edit";
  if (add && !replaces) {
    const std::span<const std::string_view> middle(old.data() + begin - 1, end - begin);
    EXPECT_LE(Missing(middle, now), 2u) << "lines around what is added";
  }
}

struct Figures {
  std::size_t texts = 0, edits = 0, refused = 0;
};

// Makes `edits` random edits together in a random document of the text, and checks the new text.
void Try(const std::string& before, std::size_t edits, Random& random, Figures& figures) {
  const auto documents = ReadAll(before);
  if (documents.empty()) return;
  const std::size_t index = Pick(random, documents.size());
  json value = json::parse(documents[index].json);
  const json old = value;
  std::vector<Edit> all;
  json operations = json::array();
  for (std::size_t i = 0; i < edits; ++i) {
    const json operation = test::RandomOperation(random, value);
    operations.push_back(operation);
    all.push_back(test::EditOf(operation, random));
    value = value.patch(json::array({operation}));
  }
  SCOPED_TRACE(before.size() < 5000 ? before : std::to_string(before.size()) + " bytes");
  SCOPED_TRACE(operations.dump());
  ++figures.texts;
  figures.edits += edits;
  const auto after = ApplyEdits(before, index, all);
  if (!after.ok()) {
    ++figures.refused;
    ADD_FAILURE() << after.error().message();
    return;
  }
  SCOPED_TRACE(after->size() < 5000 ? *after : "");
  auto now = ReadAll(*after);
  // If an edit makes a document `{}`, and only comments follow it, these read as a further, empty document, which is
  // not compared.
  std::erase_if(now, [&](const Document& document) {
    return after->starts_with("{") && now.size() > documents.size() && document.json == "null";
  });
  ASSERT_EQ(documents.size(), now.size());
  EXPECT_EQ(value, json::parse(now[index].json));
  if (value == old && edits == 1) {
    EXPECT_EQ(before, *after);
    return;
  }
  // In other texts, an edit may change further lines: anchors and repeated keys connect values on several lines, and
  // libyaml counts U+2028 as the end of a line.
  const bool simple =
      before.find('&') == before.npos && before.find("\u2028") == before.npos && documents[index].duplicates.empty();
  if (edits == 1 && simple && !operations[0].contains("from")) {
    ExpectOtherLinesStay(before, documents[index], operations[0], *after);
  }
}

// The environment variable STRUCTURAL_TEST_EDITS sets the number of random seeds, by default 1000.
TEST(EditProperties, GeneratedYaml) {
  const char* const asked = std::getenv("STRUCTURAL_TEST_EDITS");
  const auto seeds = static_cast<unsigned>(asked == nullptr ? 1000 : std::atoi(asked));
  Figures figures;
  for (unsigned seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    json value = test::RandomValue(random, 4);
    if (!value.is_array()) {
      value = json::object();
      for (const char* key : {"a", "b c", "d"}) value[key] = test::RandomValue(random, 4);
    }
    const std::string text = test::RandomYaml(random, value);
    for (std::size_t edits : {1, 1, 2, 5}) Try(text, edits, random, figures);
  }
  std::printf("%zu texts, %zu edits, %zu refused\n", figures.texts, figures.edits, figures.refused);
  EXPECT_GT(figures.texts, 2 * seeds);
}

std::string FileText(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(EditProperties, PublishedYaml) {
  const char* const folder = std::getenv("STRUCTURAL_TEST_YAML");
  if (folder == nullptr) GTEST_SKIP() << "STRUCTURAL_TEST_YAML names no folder of YAML files";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Figures figures;
  Random random(1);
  for (const auto& file : files) {
    SCOPED_TRACE(file.string());
    const std::string text = FileText(file);
    for (std::size_t edits : {1, 1, 20}) Try(text, edits, random, figures);
  }
  std::printf("%zu files: %zu texts, %zu edits, %zu refused\n", files.size(), figures.texts, figures.edits,
              figures.refused);
  EXPECT_GT(figures.texts, 0u);
}

}  // namespace edit_properties_test
}  // namespace structural::document
