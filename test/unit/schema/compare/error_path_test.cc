#include "schema/compare/error_path.h"

#include <gtest/gtest.h>

namespace structural::test {
namespace error_path_test {

using compare::FieldSteps;
using compare::Step;

const FieldSteps kPort = {
    {Step::Kind::kName, "spec"}, {Step::Kind::kName, "ports"}, {Step::Kind::kElement}, {Step::Kind::kName, "port"}};
const FieldSteps kLabel = {{Step::Kind::kName, "labels"}, {Step::Kind::kOtherKey}};

TEST(ErrorPathTest, MatchesAFieldAndFieldsInsideIt) {
  EXPECT_TRUE(compare::IsBelow("spec.ports[12].port", kPort));
  EXPECT_TRUE(compare::IsBelow("spec.ports[0].port.name[1]", kPort));
  EXPECT_TRUE(compare::IsBelow("labels.a", kLabel));
  EXPECT_TRUE(compare::IsBelow("labels[a.b/c]", kLabel));
  EXPECT_FALSE(compare::IsBelow("spec.ports[0]", kPort));
  EXPECT_FALSE(compare::IsBelow("spec.ports[0].portal", kPort));
  EXPECT_FALSE(compare::IsBelow("spec.ports.port", kPort));
  EXPECT_FALSE(compare::IsBelow("", kLabel));
  EXPECT_FALSE(compare::IsBelow("labels: Too many: 1: must have at most 0 items", kLabel));
}

TEST(ErrorPathTest, MatchesAFieldAndFieldsAroundIt) {
  EXPECT_TRUE(compare::IsAbove("spec.ports[12].port", kPort));
  EXPECT_TRUE(compare::IsAbove("spec.ports", kPort));
  EXPECT_TRUE(compare::IsAbove("", kPort));
  EXPECT_FALSE(compare::IsAbove("spec.ports[0].port.name", kPort));
  EXPECT_FALSE(compare::IsAbove("spec.other", kPort));
}

}  // namespace error_path_test
}  // namespace structural::test
