#include "controller/log_fields.h"

#include <thread>

#include <gtest/gtest.h>

namespace structural::controller {
namespace log_fields_test {

// Returns the logged fields in a format such as "crd=a generation=3".
std::string Fields() {
  std::string text;
  for (const auto& [key, value] : LogFields::OfThread()) {
    const auto* number = std::get_if<std::int64_t>(&value);
    text += (text.empty() ? "" : " ") + std::string(key) + "=" +
            (number != nullptr ? std::to_string(*number) : std::get<std::string>(value));
  }
  return text;
}

TEST(LogFields, EndWithTheirScope) {
  EXPECT_EQ("", Fields());
  {
    const LogFields crd({{"crd", "a"}, {"generation", 3}});
    EXPECT_EQ("crd=a generation=3", Fields());
    const LogFields more({{"reason", "Violations"}});
    EXPECT_EQ("crd=a generation=3 reason=Violations", Fields());
  }
  EXPECT_EQ("", Fields());
}

TEST(LogFields, InnerFieldsOverrideOuterOnes) {
  const LogFields outer({{"crd", "a"}, {"reason", "Violations"}});
  {
    const LogFields inner({{"reason", "Conflict"}});
    EXPECT_EQ("crd=a reason=Conflict", Fields());
    const LogFields none({{"reason", ""}});
    EXPECT_EQ("crd=a", Fields());
  }
  EXPECT_EQ("crd=a reason=Violations", Fields());
}

TEST(LogFields, AreOfOneThread) {
  const LogFields mine({{"crd", "a"}});
  std::jthread([] { EXPECT_EQ("", Fields()); }).join();
}

}  // namespace log_fields_test
}  // namespace structural::controller
