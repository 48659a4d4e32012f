// Tests that rules in CEL with the same meaning get the same normalised text.
#include "schema/compare/rule_form.h"

#include <gtest/gtest.h>

namespace structural::test {
namespace rule_form_test {

using compare::FormOf;

crd::ValidationRule Rule(std::string_view text) {
  crd::ValidationRule rule;
  rule.rule = text;
  return rule;
}

TEST(RuleForm, IgnoresSpelling) {
  const std::pair<const char*, const char*> pairs[] = {
      {"self.a>1", " ( self.a  > 1 ) "},
      {"self.a > 1", "1 < self.a"},
      {"self.a >= self.b", "self.b <= self.a"},
      {"self.a == 1 || self.b == 2", "2 == self.b || self.a == 1"},
      {"self.l.all(x, x > 1)", "self.l.all(y, y > 1)"},
      {"self.l.all(x, self.m.all(y, x > y))", "self.l.all(y, self.m.all(x, y > x))"},
      {"self.a && (self.b && self.c)", "(self.c && self.a) && self.b"},
      {"has(self.a) ? 'x' == 'x' : true", "has(self.a) ? \"x\" == \"x\" : true"},
  };
  for (const auto& [a, b] : pairs) {
    const auto one = FormOf(Rule(a)), other = FormOf(Rule(b));
    ASSERT_TRUE(one && other) << a;
    EXPECT_EQ(one->parts, other->parts) << a;
  }
}

TEST(RuleForm, DistinguishesMeanings) {
  const std::pair<const char*, const char*> pairs[] = {
      {"self.a > 1", "self.a > 2"},
      {"self.a > 1", "self.a >= 1"},
      {"self.a > self.b", "self.b > self.a"},
      {"self.a - self.b == 0", "self.b - self.a == 0"},
      {"self.l.all(x, x > 1)", "self.l.exists(x, x > 1)"},
      {"self.l.all(x, self.m.all(y, x > y))", "self.l.all(x, self.m.all(y, y > x))"},
      {"self.l.all(x, self.l.all(y, x == 1))", "self.l.all(x, self.l.all(y, y == 1))"},
      {"self.a == '1'", "self.a == 1"},
      {"self.a == 1", "self.a == 1u"},
      {"self.a == 1.0", "self.a == 1"},
      {"self.a == b'x'", "self.a == 'x'"},
      {"has(self.a)", "self.a"},
      {"self.a ? self.b : self.c", "self.a ? self.c : self.b"},
      {"self == oldSelf", "self == self"},
      {"[1, 2] == self.l", "[2, 1] == self.l"},
  };
  for (const auto& [a, b] : pairs) {
    const auto one = FormOf(Rule(a)), other = FormOf(Rule(b));
    ASSERT_TRUE(one && other) << a;
    EXPECT_NE(one->parts, other->parts) << a;
  }
}

TEST(RuleForm, DistinguishesTransitionRules) {
  crd::ValidationRule optional = Rule("self.a == oldSelf.a");
  const auto transition = FormOf(optional);
  optional.optional_old_self = true;
  EXPECT_NE(transition->parts, FormOf(optional)->parts);
  EXPECT_TRUE(transition->uses_old_self);
}

std::string FieldsOf(const char* text) {
  const auto form = FormOf(Rule(text));
  if (!form) return "none";
  std::string all;
  for (const auto& chain : form->fields) {
    all += all.empty() ? "" : " ";
    for (const std::string& field : chain) all += "." + field;
    if (chain.empty()) all += "self";
  }
  return all;
}

TEST(RuleForm, ReturnsTheFieldsOfARule) {
  EXPECT_EQ(".a.b", FieldsOf("self.a.b > 1"));
  EXPECT_EQ(".a .b", FieldsOf("has(self.a) && self.b"));
  EXPECT_EQ("self self", FieldsOf("self == oldSelf"));
  EXPECT_EQ(".l .m", FieldsOf("self.l.all(x, x.name in self.m)"));
  EXPECT_EQ("self .l .x", FieldsOf("self.l.all(self, self.x)"));
  EXPECT_EQ("none", FieldsOf("self.a >"));
}

}  // namespace rule_form_test
}  // namespace structural::test
