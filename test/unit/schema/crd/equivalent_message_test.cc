// Tests of the cost of comparing another client's message with this program's message. test/cases has the cases of
// equivalent messages.
#include "schema/crd/equivalent_message.h"

#include <string>

#include <gtest/gtest.h>

#include "schema/base/arena.h"

namespace structural::crd {
namespace equivalent_message_test {

// Returns a CRD with one violation: `field` has no type.
std::string CrdWith(const std::string& field) {
  return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"widgets.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
    "names":{"plural":"widgets","kind":"Widget"},
    "versions":[{"name":"v1","served":true,"storage":true,
    "schema":{"openAPIV3Schema":{"type":"object","properties":{")" +
         field + R"(":{}}}}}]}})";
}

bool Says(const std::string& message, const std::string& json) {
  base::Arena arena;
  const auto crd = Decode(json, arena);
  if (!crd.ok()) {
    ADD_FAILURE() << crd.error().message();
    return false;
  }
  const EvaluationResult verdict = Evaluate(*crd, arena);
  if (!verdict.condition) {
    ADD_FAILURE() << "it has no condition";
    return false;
  }
  return IsEquivalentMessage(message == "ours" ? verdict.condition->message : message, *crd, verdict);
}

TEST(IsEquivalentMessage, NamesWithCommas) {
  const std::string name =
      "spec.version[v1].schema.openAPIV3Schema.properties[a, b].type: Required value: must not be "
      "empty for specified object fields";
  EXPECT_TRUE(Says("ours", CrdWith("a, b")));
  EXPECT_TRUE(Says(name, CrdWith("a, b")));
  EXPECT_TRUE(Says("[" + name + ", " + name + "]", CrdWith("a, b")));
  EXPECT_FALSE(Says(name + ", ", CrdWith("a, b")));
  EXPECT_FALSE(Says(name, CrdWith("a, c")));
}

// Each comma in the message may be the end of the field name. The comparison must not read the rest of the text again
// at each comma, which would take hours.
TEST(IsEquivalentMessage, ManyCommasEnd) {
  std::string commas;
  for (int i = 0; i < 500'000; ++i) commas += ", ";
  EXPECT_FALSE(Says("[" + commas + "]", CrdWith(std::string(1'000'000, 'x'))));
}

}  // namespace equivalent_message_test
}  // namespace structural::crd
