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

// Says so where the schema has rules: an answer without errors must not be taken for more than it
// is.
inline void AppendNotice(const model::Structural* schema, std::string& to) {
  if (schema == nullptr || !objects::HasRules(*schema)) return;
  to += ",\"notice\":\"x-kubernetes-validations are not evaluated\"";
}

}  // namespace structural::cli
