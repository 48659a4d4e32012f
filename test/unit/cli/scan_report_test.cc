#include <gtest/gtest.h>

#include "cli/cluster/scan/reporter.h"
#include "cli/cluster/scan/table.h"

namespace structural::scan {
namespace scan_report_test {

using std::chrono::seconds;

const auto kNow = std::chrono::system_clock::from_time_t(1'800'000'000);  // 2027-01-15T08:00:00Z

CheckedCrd Structural() {
  Row row;
  row.name = "foos.example.com";
  row.versions = {"v1", "v2"};
  row.recreation = Recreation::kAllowed;
  return {row, std::nullopt};
}

CheckedCrd Broken() {
  Row row;
  row.context = "a,\"b\"";
  row.name = "bars.example.com";
  row.versions = {"v1"};
  row.state = State::kNonStructural;
  row.violations = {{"array-items", "spec.a", "Required value: x"},
                    {"type-required", "spec.b", "Required value: y"},
                    {"array-items", "spec.c", "Required value: x"}};
  row.wanted = {"True", "Violations", "[spec.a: …]", ""};
  row.found = {"True", "Violations", "[spec.a: …]", "2027-01-12T07:00:00Z"};
  row.prunes = false;
  row.pruning_drops_fields = true;
  row.recreation = Recreation::kRefused;
  row.refusals = {{"scope", "spec.scope", "Required value"}};
  return {row, std::nullopt};
}

std::string Printed(Reporter& reporter, const std::vector<CheckedCrd>& all) {
  Totals totals;
  std::string text = reporter.Begin();
  for (const CheckedCrd& checked : all) {
    totals.Count(checked.row);
    text += reporter.Add(checked);
  }
  return text + reporter.End(totals, {{"a", "https://a", ""}, {"b", "https://b", "gone"}});
}

TEST(ScanTable, ColumnsAreAsWideAsTheirCells) {
  EXPECT_EQ(
      "NAME               VERSIONS   STATE            VIOLATIONS   SINCE   CONDITION   PRUNING   "
      "RECREATE\n"
      "foos.example.com   v1,v2      structural       0            -       -           on        ok\n"
      "bars.example.com   v1         non-structural   3            3d1h    agrees      off!      "
      "refused\n",
      Printed(*NewTableReporter({.now = kNow}), {Structural(), Broken()}));
}

TEST(ScanTable, WideOutputHasTimesAndRules) {
  EXPECT_EQ(
      "a,\"b\"   bars.example.com   v1   non-structural   3   2027-01-12T07:00:00Z   agrees   off!"
      "   refused   array-items*2,type-required,scope\n",
      Printed(*NewTableReporter({.wide = true, .with_contexts = true, .with_headers = false, .now = kNow}),
              {Broken()}));
}

TEST(ScanTable, IsEmptyWithoutCrds) { EXPECT_EQ("", Printed(*NewTableReporter({.now = kNow}), {})); }

TEST(ScanTable, EscapesNames) {
  CheckedCrd checked = Structural();
  checked.row.context = "\033]0;x\a\u009b\u2028\u202e\xff";
  const std::string text = Printed(*NewTableReporter({.with_contexts = true, .now = kNow}), {checked});
  EXPECT_EQ(std::string::npos, text.find_first_of("\033\a"));
  EXPECT_NE(std::string::npos, text.find("?]0;x????\uFFFD ")) << text;
}

TEST(ScanTable, HasColorsOnlyOnRequest) {
  const std::string text = Printed(*NewTableReporter({.colors = true, .now = kNow}), {Broken()});
  EXPECT_NE(std::string::npos, text.find("\033[33mnon-structural\033[0m   3 ")) << text;
}

TEST(ScanCsv, QuotesWhatNeedsIt) {
  EXPECT_EQ(
      "context,name,versions,state,violations,since,condition,pruning,recreate,rules\r\n"
      ",foos.example.com,\"v1,v2\",structural,0,,,on,ok,\r\n"
      "\"a,\"\"b\"\"\",bars.example.com,v1,non-structural,3,2027-01-12T07:00:00Z,agrees,off!,"
      "refused,\"array-items*2,type-required,scope\"\r\n",
      Printed(*NewCsvReporter(true), {Structural(), Broken()}));
}

TEST(ScanCsv, EscapesFormulas) {
  CheckedCrd checked = Structural();
  checked.row.context = "=cmd|' /C calc'!A0";
  checked.row.name = "@SUM(1)";
  checked.row.versions = {"+1"};
  EXPECT_EQ("'=cmd|' /C calc'!A0,'@SUM(1),'+1,structural,0,,,on,ok,\r\n", Printed(*NewCsvReporter(false), {checked}));
}

TEST(ScanJson, IsOneObjectWithAllCrds) {
  const auto json = nlohmann::json::parse(Printed(*NewJsonReporter(), {Structural(), Broken()}));
  ASSERT_EQ(2u, json.at("crds").size());
  EXPECT_EQ(nlohmann::json::parse(R"({
      "context": "a,\"b\"", "name": "bars.example.com", "versions": ["v1"], "state": "non-structural",
      "violations": [{"rule": "array-items", "path": "spec.a", "message": "Required value: x"},
                     {"rule": "type-required", "path": "spec.b", "message": "Required value: y"},
                     {"rule": "array-items", "path": "spec.c", "message": "Required value: x"}],
      "condition": {"state": "agrees", "since": "2027-01-12T07:00:00Z",
                    "found": {"status": "True", "reason": "Violations", "message": "[spec.a: …]"},
                    "wanted": {"status": "True", "reason": "Violations", "message": "[spec.a: …]"}},
      "pruning": {"enabled": false, "mayLoseFields": true},
      "recreate": {"kubernetesVersion": "1.37", "allowed": false,
                   "errors": [{"rule": "scope", "path": "spec.scope", "message": "Required value"}]}})"),
            json.at("crds").at(1));
  EXPECT_TRUE(json.at("/crds/0/condition/found"_json_pointer).is_null());
  EXPECT_EQ("gone", json.at("/clusters/1/error"_json_pointer));
  EXPECT_EQ(3, json.at("/summary/violations"_json_pointer));
}

TEST(ScanJson, IsAnObjectWithoutCrds) {
  EXPECT_EQ(0u, nlohmann::json::parse(Printed(*NewJsonReporter(), {})).at("crds").size());
}

TEST(ScanAge, HasKubectlsForm) {
  const std::vector<std::pair<long, std::string>> cases = {
      {-60, "<invalid>"},   {0, "0s"},          {119, "119s"},        {120, "2m"},        {130, "2m10s"},
      {599, "9m59s"},       {600, "10m"},       {10'799, "179m"},     {10'800, "3h"},     {12'060, "3h21m"},
      {28'800, "8h"},       {172'799, "47h"},   {172'800, "2d"},      {176'400, "2d1h"},  {691'200, "8d"},
      {63'071'999, "729d"}, {63'072'000, "2y"}, {63'158'400, "2y1d"}, {252'288'000, "8y"}};
  for (const auto& [duration, text] : cases) EXPECT_EQ(text, HumanDuration(seconds(duration)));
  EXPECT_EQ("-", Age("", kNow));
  EXPECT_EQ("-", Age("yesterday", kNow));
}

}  // namespace scan_report_test
}  // namespace structural::scan
