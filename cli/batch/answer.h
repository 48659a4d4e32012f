// Parts of answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/json/write.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"
#include "schema/objects/validate.h"

namespace structural::cli {

// Of violations or warnings.
template <typename Said>
std::vector<std::string_view> TextsOf(const std::vector<Said>& list) {
  std::vector<std::string_view> texts;
  for (const Said& each : list) texts.push_back(each.text);
  return texts;
}

// Says so where there are rules: an answer without errors must not be taken for more than it is.
inline void AddNotice(bool has_rules, json::Writer& to) {
  if (has_rules) to.Add("notice", "x-kubernetes-validations are not evaluated");
}

inline void AddNotice(const model::Structural* schema, json::Writer& to) {
  AddNotice(schema != nullptr && objects::HasRules(*schema), to);
}

}  // namespace structural::cli
