#include "schema/admission/owners.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "schema/base/arena.h"
#include "schema/json/reader.h"

namespace structural::admission {
namespace owners_test {

// Returns JSON of fieldsV1 in managedFields: `levels` fields, each in the previous one, and `leaves` fields in the
// innermost one.
std::string Chain(std::size_t levels, std::size_t leaves) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += R"({"f:a":)";
  text += "{";
  for (std::size_t i = 0; i < leaves; ++i) text += (i == 0 ? "\"f:" : ",\"f:") + std::to_string(i) + "\":{}";
  return text + "}" + std::string(levels, '}');
}

std::string ObjectOwning(const std::string& fields) {
  return R"({"metadata":{"managedFields":[{"manager":"m","operation":"Apply","fieldsV1":)" + fields +
         R"(}]},"spec":{"x":1}})";
}

base::Status Visit(const std::string& text, std::vector<std::string>& fields) {
  base::Arena arena;
  const auto object = json::Parser(arena).Parse(text);
  return VisitOwners(*object, [&](const FieldOwner& owner, const kubernetes::PathSteps& field) {
    fields.push_back(std::string(owner.manager) + " " + field.Text());
  });
}

TEST(Owners, AreVisitedWithTheFieldsThatTheObjectHas) {
  std::vector<std::string> fields;
  EXPECT_TRUE(Visit(ObjectOwning(R"({"f:spec":{"f:x":{},"f:gone":{}}})"), fields).ok());
  EXPECT_EQ((std::vector<std::string>{"m ", "m spec.x"}), fields);
}

TEST(Owners, RefuseManagedFieldsAboveTheLimit) {
  std::vector<std::string> fields;
  const std::size_t levels = 2'000, leaves = kMaxOwnedSteps / levels;
  EXPECT_TRUE(Visit(ObjectOwning(Chain(levels, leaves - 2)), fields).ok());
  const base::Status refused = Visit(ObjectOwning(Chain(levels, leaves)), fields);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, refused.error().code());
}

}  // namespace owners_test
}  // namespace structural::admission
