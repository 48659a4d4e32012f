// Parts of answers.
#pragma once

#include <string>
#include <vector>

#include "schema/base/quote.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"
#include "schema/objects/validate.h"

namespace structural::cli {

inline void AppendTexts(const std::vector<std::string>& texts, std::string& to) {
  to += '[';
  for (const std::string& text : texts) {
    if (&text != texts.data()) to += ',';
    base::AppendJsonString(text, to);
  }
  to += ']';
}

inline void AppendTexts(const std::vector<kubernetes::Violation>& violations, std::string& to) {
  std::vector<std::string> texts;
  for (const kubernetes::Violation& violation : violations) texts.push_back(violation.text);
  AppendTexts(texts, to);
}

// Says so where there are rules: an answer without errors must not be taken for more than it is.
inline void AppendNotice(bool has_rules, std::string& to) {
  if (has_rules) to += ",\"notice\":\"x-kubernetes-validations are not evaluated\"";
}

inline void AppendNotice(const model::Structural* schema, std::string& to) {
  AppendNotice(schema != nullptr && objects::HasRules(*schema), to);
}

}  // namespace structural::cli
