// Parts of answers.
#pragma once

#include <string>
#include <vector>

#include "schema/kubernetes/violation.h"

namespace structural::cli {

inline std::vector<std::string> TextsOf(const std::vector<kubernetes::Violation>& violations) {
  std::vector<std::string> texts;
  for (const kubernetes::Violation& each : violations) texts.push_back(each.Text());
  return texts;
}

}  // namespace structural::cli
