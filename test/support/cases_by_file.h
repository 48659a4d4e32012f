// Test cases whose input is YAML. Since they are many and quick, all cases of a file are one test.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "schema/go/base64.h"
#include "test/support/cases.h"

namespace structural::test {

using CaseFile = std::pair<const std::string, std::vector<Case>>;

inline std::map<std::string, std::vector<Case>> CasesByFile(const std::string& folder) {
  std::map<std::string, std::vector<Case>> by_file;
  for (Case& c : LoadCases(folder)) by_file[c.file].push_back(std::move(c));
  return by_file;
}

inline std::string CaseFileName(const testing::TestParamInfo<CaseFile>& file) { return file.param.first; }

// Returns the text of a case: the value of "yaml", or the decoded value of "base64" if the text is not UTF-8.
inline std::string TextOf(const nlohmann::json& data) {
  if (data.contains("yaml")) return data["yaml"];
  return go::DecodeBase64(std::string(data["base64"])).value();
}

}  // namespace structural::test
