#include "schema/compare/error_place.h"

#include <gtest/gtest.h>

namespace structural::test {
namespace error_place_test {

using compare::Change;
using compare::IsAbout;
using compare::Step;

const compare::FieldSteps kTimeouts = {{Step::Kind::kName, "spec"}, {Step::Kind::kName, "rules"}, {Step::Kind::kElement}, {Step::Kind::kName, "timeouts"}};

Change ChangeOf(std::string_view keyword, std::string after = "", std::string message = "") {
  Change change;
  change.effect = compare::Effect::kSmaller;
  change.field = kTimeouts;
  change.keyword = keyword;
  change.after = std::move(after);
  change.rule.message = std::move(message);
  return change;
}

constexpr std::string_view kType = R"(spec.rules[0].timeouts: Invalid value: "boolean": spec.rules[0].timeouts in body must be of type object: "boolean")";
constexpr std::string_view kFormat = R"(spec.rules[0].timeouts: Invalid value: "a": spec.rules[0].timeouts in body must be of type date-time: "a")";
constexpr std::string_view kRule = R"(spec.rules[0].timeouts: Invalid value: "object": too long)";

TEST(ErrorPlace, AnErrorOfTheTypeIsNoErrorOfARule) {
  EXPECT_TRUE(IsAbout(kRule, ChangeOf("x-kubernetes-validations", "", "too long")));
  EXPECT_TRUE(IsAbout(kRule, ChangeOf("x-kubernetes-validations")));
  EXPECT_FALSE(IsAbout(kRule, ChangeOf("x-kubernetes-validations", "", "too short")));
  EXPECT_FALSE(IsAbout(kType, ChangeOf("x-kubernetes-validations")));
  EXPECT_FALSE(IsAbout(R"(spec.rules[0]: Invalid value: "object": too long)", ChangeOf("x-kubernetes-validations", "", "too long")));
}

TEST(ErrorPlace, ATypeIsNoFormat) {
  EXPECT_TRUE(IsAbout(kType, ChangeOf("type")));
  EXPECT_FALSE(IsAbout(kType, ChangeOf("format")));
  EXPECT_TRUE(IsAbout(kFormat, ChangeOf("format")));
  EXPECT_FALSE(IsAbout(kFormat, ChangeOf("type")));
  EXPECT_FALSE(IsAbout(kType, ChangeOf("enum")));
}

TEST(ErrorPlace, TheLimitIsThatOfTheChange) {
  constexpr std::string_view kLength = "spec.rules[0].timeouts: Too long: may not be more than 5 bytes";
  EXPECT_TRUE(IsAbout(kLength, ChangeOf("maxLength", "5")));
  EXPECT_FALSE(IsAbout(kLength, ChangeOf("maxLength", "7")));
  EXPECT_FALSE(IsAbout(kLength, ChangeOf("minLength", "5")));
}

}  // namespace error_place_test
}  // namespace structural::test
