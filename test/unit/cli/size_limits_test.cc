#include "cli/report/findings/size_limits.h"

#include <gtest/gtest.h>

namespace structural::findings {
namespace size_limits_test {

std::string Crd(std::size_t size, const std::string& metadata) {
  std::string json = R"({"metadata":{)" + metadata + R"("name":"a"},"spec":{"description":")";
  const std::string end = "\"}}";
  return json.append(size - json.size() - end.size(), 'x') + end;
}

std::vector<std::string_view> Rules(const std::string& json) {
  std::vector<std::string_view> rules;
  for (const SizeError& error : SizeErrors(json)) rules.push_back(error.rule);
  return rules;
}

using Ids = std::vector<std::string_view>;

constexpr std::size_t kLimit = 262144;
constexpr std::size_t kKey = 48;  // size of the key "kubectl.kubernetes.io/last-applied-configuration"
constexpr std::size_t kNewline = 1;

TEST(SizeLimits, CountsTheAnnotationThatKubectlApplyAdds) {
  constexpr std::size_t kEmpty = 17;  // size of `"annotations":{},`
  const std::size_t max = kLimit - kKey - kEmpty - kNewline;
  EXPECT_EQ(Ids(), Rules(Crd(max, "")));
  EXPECT_EQ(Ids{"apply-size"}, Rules(Crd(max + 1, "")));
}

TEST(SizeLimits, AnnotationsCountTwice) {
  const std::size_t max = kLimit - kKey - kNewline - std::string_view("bcd").size();
  EXPECT_EQ(Ids(), Rules(Crd(max, R"("annotations":{"b":"cd"},)")));
  EXPECT_EQ(Ids{"apply-size"}, Rules(Crd(max + 1, R"("annotations":{"b":"cd"},)")));
}

TEST(SizeLimits, TheFormerCopyDoesNotCount) {
  const std::string copy(100'000, 'y');
  const std::string annotations =
      R"("annotations":{"kubectl.kubernetes.io/last-applied-configuration":")" + copy + R"("},)";
  EXPECT_EQ(Ids(), Rules(Crd(kLimit + 50'000, annotations)));
}

TEST(SizeLimits, EscapesOfHtmlCharactersCount) {
  std::string json = Crd(100'000, "");
  for (std::size_t i = 1000; i < 40'000; ++i) json[i] = '<';
  EXPECT_EQ(Ids{"apply-size"}, Rules(json));
}

TEST(SizeLimits, EtcdAndTheServerHaveLimits) {
  constexpr std::size_t kEtcd = 1536 * 1024, kRequest = 3072 * 1024;
  EXPECT_EQ(Ids{"apply-size"}, Rules(Crd(kEtcd, "")));
  EXPECT_EQ((Ids{"object-size", "apply-size"}), Rules(Crd(kEtcd + 1, "")));
  EXPECT_EQ((Ids{"object-size", "apply-size"}), Rules(Crd(kRequest, "")));
  EXPECT_EQ((Ids{"request-size", "apply-size"}), Rules(Crd(kRequest + 1, "")));
}

}  // namespace size_limits_test
}  // namespace structural::findings
