// Parts of answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/kubernetes/violation.h"

namespace structural::cli {

// Of violations or warnings.
template <typename Said>
std::vector<std::string_view> TextsOf(const std::vector<Said>& list) {
  std::vector<std::string_view> texts;
  for (const Said& each : list) texts.push_back(each.text);
  return texts;
}

}  // namespace structural::cli
