#include <gtest/gtest.h>

#include "kube/transport/headers.h"

namespace structural::kube {
namespace warnings_test {

using Texts = std::vector<std::string>;

TEST(Warnings, AreTextsInQuotes) {
  EXPECT_EQ(Texts{"v1beta1 is deprecated"}, ParseWarnings(R"(299 - "v1beta1 is deprecated")"));
  EXPECT_EQ((Texts{"a", "b, \"c\""}), ParseWarnings(R"(299 - "a", 299 kube-apiserver "b, \"c\"")"));
  EXPECT_EQ((Texts{"a", "b"}), ParseWarnings(R"( 299 - "a" "Wed, 21 Oct 2015 07:28:00 GMT",299 - "b")"));
}

TEST(Warnings, OfOtherCodesAreNotKubernetes) {
  EXPECT_EQ(Texts{"b"}, ParseWarnings(R"(199 - "a", 299 - "b", 299 - "")"));
}

TEST(Warnings, EndAtInvalidText) {
  for (const char* header : {"", " ", "299", "299 -", "299 - a", R"(299 - "a)", R"(299 - "a\)", R"(x - "a")",
                             R"(399 - "a")", R"(299  "a")", R"(299 - "a" b)", R"(299 - "a" "no end)"}) {
    EXPECT_EQ(Texts{}, ParseWarnings(header)) << header;
  }
  EXPECT_EQ(Texts{"a"}, ParseWarnings(R"(299 - "a", nonsense, 299 - "b")"));
}

}  // namespace warnings_test
}  // namespace structural::kube
