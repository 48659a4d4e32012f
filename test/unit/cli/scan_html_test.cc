// The parts of scan's HTML page that can be tested without a browser. test/page tests the other parts.
#include <gtest/gtest.h>

#include "cli/cluster/scan/checked_crd.h"
#include "cli/cluster/scan/reporter.h"

namespace structural::scan {
namespace scan_html_test {

using nlohmann::json;

class ScanHtml : public testing::Test {
 protected:
  const CheckedCrd& CheckedOf(const json& versions) {
    text_ = json{{"metadata", {{"name", "foos.example.com"}}}, {"spec", {{"versions", versions}}}}.dump();
    checked_ = CheckListedCrd(text_, crd::ApiVersion::kV1, arena_);
    return checked_;
  }
  static json Version(const std::string& name, const json& schema) {
    return {{"name", name}, {"schema", {{"openAPIV3Schema", schema}}}};
  }
  json Trees(const json& versions) {
    const CheckedCrd& checked = CheckedOf(versions);
    return json::parse(SchemaTreeJson(*checked.crd, checked.row));
  }

  std::string text_;
  base::Arena arena_;
  CheckedCrd checked_;
};

TEST_F(ScanHtml, TreesMarkViolations) {
  const json schema = {{"type", "object"},
                       {"properties",
                        {{"a.b[c", {{"type", "array"}}},
                         {"l", {{"type", "array"}, {"items", {{"x-kubernetes-int-or-string", true}}}}},
                         {"m", {{"type", "object"}, {"nullable", true}, {"additionalProperties", json::object()}}},
                         {"o", {{"type", "object"}, {"anyOf", {{{"type", "string"}}}}}}}}};
  const CheckedCrd& checked = CheckedOf(json::array({Version("v1", schema)}));
  const json trees = json::parse(SchemaTreeJson(*checked.crd, checked.row));
  std::vector<std::string_view> rules;
  for (const auto& violation : checked.row.violations) rules.push_back(violation.rule);
  ASSERT_EQ((std::vector<std::string_view>{"array-items", "type-required", "nested-type"}), rules);
  EXPECT_EQ(json::parse(R"([{"version": "v1", "tree": ["openAPIV3Schema", "object", [],
                ["a.b[c", "array", [0]],
                ["l", "array", [], ["[]", "int-or-string", []]],
                ["m", "object?", [], ["{}", "", [1]]],
                ["o", "object", [], ["anyOf[0]", "string", [2]]]]}])"),
            trees);
}

TEST_F(ScanHtml, VersionsThatAreTheSameAreThereOnce) {
  const json schema = {{"type", "object"}};
  EXPECT_EQ(json::parse(R"([{"version": "v1", "tree": ["openAPIV3Schema", "object", []]},
                            {"version": "v2", "same": "v1"}, {"version": "v3"}])"),
            Trees({Version("v1", schema), Version("v2", schema), {{"name", "v3"}}}));
}

TEST_F(ScanHtml, NoTextBecomesMarkup) {
  const std::string evil = "</script><b a=\"1\">&";
  CheckedCrd checked =
      CheckedOf(json::array({Version("v1", {{"type", "object"}, {"properties", {{evil, json::object()}}}})}));
  checked.row.context = evil;
  const auto reporter = NewHtmlReporter();
  Totals totals;
  totals.Count(checked.row);
  std::string page = reporter->Begin();
  page += reporter->Add(checked);
  page += reporter->End(totals, {{evil, "https://" + evil, evil}});
  EXPECT_EQ(std::string::npos, page.find("<b a=")) << page;
  EXPECT_NE(std::string::npos, page.find("properties[&lt;/script&gt;&lt;b a=&quot;1&quot;&gt;&amp;]"));
  EXPECT_NE(std::string::npos, page.find("[\"\\u003c/script>\\u003cb a=\\\"1\\\">&\",\"\",[0]]"));
  EXPECT_NE(std::string::npos, page.find("id=\"rule-type-required\""));
}

}  // namespace scan_html_test
}  // namespace structural::scan
