// Prints the items of a plan in the notation of the cases.
#pragma once

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "schema/fix/plan.h"

namespace structural::test {

// Returns the items as texts, for example ["array-items needs-you not done"].
inline nlohmann::json ItemsOf(const fix::Plan& plan) {
  nlohmann::json items = nlohmann::json::array();
  for (const fix::Item& item : plan.items) {
    EXPECT_FALSE(item.reason.empty());
    items.push_back(item.rule + " " + std::string(NameOf(item.impact)) + (item.done ? "" : " not done"));
  }
  return items;
}

}  // namespace structural::test
