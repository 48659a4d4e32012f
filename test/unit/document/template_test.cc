#include "document/template.h"

#include <gtest/gtest.h>

#include "document/reader.h"

namespace structural::document {
namespace template_test {

TEST(Template, HasActionsOfTextsOnly) {
  for (const char* text : {"{{ a }}", "a: {{- b -}}\n", "{% raw %}", "{{ a }} é", "a: {{\n b }}", "{{/* }} */}}"})
    EXPECT_TRUE(HasActions(text)) << text;
  for (const char* text :
       {"", "{{", "}} {{", "{ { a } }", "{{ a }", "{% a }}", "\x01{{ a }}", "\xFF{{ a }}", "{{/* }}"})
    EXPECT_FALSE(HasActions(text)) << text;
  EXPECT_FALSE(HasActions(std::string_view("a\0{{ b }}", 9)));
}

std::string Spaces(std::size_t count) { return std::string(count, ' '); }

TEST(Template, ActionsBecomeSpaces) {
  EXPECT_EQ("a: " + Spaces(7) + " b", WithoutActions("a: {{ c }} b"));
  EXPECT_EQ("a: " + Spaces(4) + "\n" + Spaces(5) + " b", WithoutActions("a: {{ c\n d }} b"));
  EXPECT_EQ(Spaces(18) + "b", WithoutActions("{{/* }} {{ c */ }}b"));
  EXPECT_EQ(Spaces(9) + "{{ b", WithoutActions("{% a   %}{{ b"));
}

TEST(Template, ActionsAloneOnTheirLines) {
  EXPECT_EQ(Spaces(11) + "\na: {{ b }}\n", WithoutActionLines("{{- if c }}\na: {{ b }}\n"));
  EXPECT_EQ(Spaces(19) + "\n", WithoutActionLines("  {{ a }} {{ end }}\n"));
  EXPECT_EQ("a: 1\n" + Spaces(2) + "\n" + Spaces(2) + "\n", WithoutActionLines("a: 1\n{{\n}}\n"));
  EXPECT_FALSE(WithoutActionLines("{{ if a }}\nb: 1\n{{- else if c }}\nb: 2\n{{ end }}\n"));
  EXPECT_TRUE(WithoutActionLines("a: {{ if b }}1{{ else }}2{{ end }}\n"));
}

// Replacing the templates of a text changes neither its size nor its line ends.
TEST(Template, PositionsAreUnchanged) {
  const std::string_view parts[] = {"{{", "}}", "{%", "%}", "/*", "*/", "\n", " ", "a", "-", "é"};
  std::uint32_t seed = 1;
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (int j = 0; j < 12; ++j) text += parts[(seed = seed * 1664525 + 1013904223) % std::size(parts)];
    const std::string rest = WithoutActions(text);
    ASSERT_EQ(text.size(), rest.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
      EXPECT_EQ(text[at] == '\n', rest[at] == '\n') << text;
      EXPECT_TRUE(rest[at] == ' ' || rest[at] == text[at]) << text;
    }
  }
}

}  // namespace template_test
}  // namespace structural::document
