// cases/releases/FILE.json: {name, line, refused, warned, errors}. `line` is a line of `batch validate`. `refused` and
// `warned` are ranges of releases, such as "1.16-1.30", which refuse the line or print a warning. `errors` has ranges
// of releases, each with the errors of these releases.
#include <gtest/gtest.h>

#include "cli/batch/batch.h"
#include "schema/validate/release.h"
#include "test/support/cases.h"

namespace structural::test {
namespace release_cases_test {

using nlohmann::json;
using validate::Release;

Release Named(const std::string& name) { return Release::Named(name).value(); }

std::vector<Release> All() {
  std::vector<Release> all;
  for (int minor = Release::kOldestMinor; minor <= Release::kNewestMinor; ++minor)
    all.push_back(Named("1." + std::to_string(minor)));
  return all;
}

// Reports whether the range, such as "1.16-1.30" or "1.16", contains the release. A null range contains none.
bool IsIn(const Release& release, const json& range) {
  if (range.is_null()) return false;
  const std::string text = range;
  const auto dash = text.find('-');
  const Release first = Named(text.substr(0, dash));
  const Release last = dash == std::string::npos ? first : Named(text.substr(dash + 1));
  return first.minor() <= release.minor() && release.minor() <= last.minor();
}

json AnswerOf(json line, const Release& release) {
  line["kubernetesVersion"] = release.Name();
  base::Arena arena;
  const auto answer = cli::AnswerValidateLine(line.dump(), arena);
  EXPECT_TRUE(answer.ok()) << answer.error().message();
  return json::parse(answer.ok() ? *answer : "{}");
}

class ReleaseCase : public testing::TestWithParam<Case> {};

TEST_P(ReleaseCase, IsRefusedByTheseReleases) {
  const json& data = GetParam().data;
  for (const Release& release : All()) {
    const json answer = AnswerOf(data.at("line"), release);
    const json refused = data.value("refused", json()), warned = data.value("warned", json());
    EXPECT_EQ(IsIn(release, refused), !answer.value("valid", false)) << release.Name() << answer;
    EXPECT_EQ(IsIn(release, warned), answer.contains("warnings")) << release.Name() << answer;
  }
}

TEST_P(ReleaseCase, HasTheErrorsOfTheRelease) {
  for (const auto& [name, expected] : GetParam().data.at("errors").items()) {
    json errors = AnswerOf(GetParam().data.at("line"), Named(name)).at("errors");
    std::sort(errors.begin(), errors.end());
    EXPECT_EQ(expected, errors) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Data, ReleaseCase, testing::ValuesIn(LoadCases("releases")), CaseName);

TEST(Release, AcceptsKubernetesVersions) {
  EXPECT_EQ("1.16", Named("1.16").Name());
  EXPECT_EQ(Release(), Named("1.37"));
  EXPECT_EQ("1.37", Named("1.37").MarkedName());
  EXPECT_EQ("1.38 (pre-release)", Named("v1.38.0-alpha.2").MarkedName());
  for (const char* name : {"v1.30", "1.30.4", "v1.30.14", "v1.30.4+k3s1", "v1.30.4-gke.100"})
    EXPECT_EQ("1.30", Named(name).Name()) << name;
  for (const char* name :
       {"1.15", "1.39", "1.", "1", "2.20", "vv1.20", "1.20.", "1.20.x", "1.20.1x", "1.20a", "1.20-a", "V1.20", ""})
    EXPECT_FALSE(Release::Named(name)) << name;
}

}  // namespace release_cases_test
}  // namespace structural::test
