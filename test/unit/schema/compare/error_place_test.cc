#include "schema/compare/error_place.h"

#include <gtest/gtest.h>

namespace structural::test {
namespace error_place_test {

using compare::Change;
using compare::IsAbout;
using compare::Step;

const compare::FieldSteps kTimeouts = {
    {Step::Kind::kName, "spec"}, {Step::Kind::kName, "rules"}, {Step::Kind::kElement}, {Step::Kind::kName, "timeouts"}};

Change ChangeOf(std::string_view keyword, std::string after = "", std::string message = "") {
  Change change;
  change.effect = compare::Effect::kSmaller;
  change.field = kTimeouts;
  change.keyword = keyword;
  change.after = std::move(after);
  change.rule.message = std::move(message);
  return change;
}

kubernetes::FieldError ErrorOf(std::string_view keyword, std::string_view last = "timeouts") {
  kubernetes::FieldError error{.field = "spec.rules[0].timeouts"};
  error.keyword = keyword;
  error.path.PushName("spec");
  error.path.PushName("rules");
  error.path.PushIndex(0);
  if (!last.empty()) error.path.PushName(last);
  return error;
}

TEST(ErrorPlace, DistinguishesErrorsOfTypesAndRules) {
  constexpr std::string_view kRules = "x-kubernetes-validations";
  kubernetes::FieldError rule = ErrorOf(kRules);
  rule.detail = "too long";
  EXPECT_TRUE(IsAbout(rule, ChangeOf(kRules, "", "too long")));
  EXPECT_TRUE(IsAbout(rule, ChangeOf(kRules)));
  EXPECT_FALSE(IsAbout(rule, ChangeOf(kRules, "", "too short")));
  EXPECT_FALSE(IsAbout(ErrorOf("type"), ChangeOf(kRules)));
  EXPECT_FALSE(IsAbout(ErrorOf(kRules, ""), ChangeOf(kRules)));
}

TEST(ErrorPlace, DistinguishesErrorsOfTypesAndFormats) {
  EXPECT_TRUE(IsAbout(ErrorOf("type"), ChangeOf("type")));
  EXPECT_FALSE(IsAbout(ErrorOf("type"), ChangeOf("format")));
  EXPECT_TRUE(IsAbout(ErrorOf("format"), ChangeOf("format")));
  EXPECT_FALSE(IsAbout(ErrorOf("format"), ChangeOf("type")));
  EXPECT_FALSE(IsAbout(ErrorOf("type"), ChangeOf("enum")));
  EXPECT_TRUE(IsAbout(ErrorOf("type"), ChangeOf("nullable"))) << "no error is about this keyword";
}

TEST(ErrorPlace, TheLimitIsThatOfTheChange) {
  kubernetes::FieldError error = ErrorOf("maxLength");
  error.limit = 5;
  EXPECT_TRUE(IsAbout(error, ChangeOf("maxLength", "5")));
  EXPECT_FALSE(IsAbout(error, ChangeOf("maxLength", "7")));
  EXPECT_FALSE(IsAbout(error, ChangeOf("minLength", "5")));
}

// A key in an error may look like the text of another error. IsAbout must not read the key as steps of a path, or as
// the text about a keyword.
TEST(ErrorPlace, AKeyThatLooksLikeAnErrorIsAKey) {
  EXPECT_TRUE(IsAbout(ErrorOf("maximum"), ChangeOf("exclusiveMaximum")));
  EXPECT_FALSE(IsAbout(ErrorOf("enum", "timeouts: Too long"), ChangeOf("enum")));
  EXPECT_FALSE(IsAbout(ErrorOf("enum", "timeouts.x"), ChangeOf("enum")));
  Change other = ChangeOf("enum");
  other.field.back() = {Step::Kind::kOtherKey, ""};
  EXPECT_TRUE(IsAbout(ErrorOf("enum", "a: Too long: [0].b"), other));
}

const compare::FieldSteps kPort = {
    {Step::Kind::kName, "spec"}, {Step::Kind::kName, "ports"}, {Step::Kind::kElement}, {Step::Kind::kName, "port"}};
const compare::FieldSteps kLabel = {{Step::Kind::kName, "labels"}, {Step::Kind::kOtherKey}};

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

}  // namespace error_place_test
}  // namespace structural::test
