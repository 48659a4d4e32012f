#include "test/support/cases.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace structural::test {
namespace {

using nlohmann::json;

std::vector<json> Entries(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (path.extension() == ".json") return json::parse(in).get<std::vector<json>>();
  std::vector<json> entries;
  for (std::string line; std::getline(in, line);) entries.push_back(json::parse(line));
  return entries;
}

}  // namespace

std::vector<Case> LoadCases(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("cases" / folder)) {
    const auto ending = entry.path().extension();
    if (ending == ".json" || ending == ".ndjson") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Case> cases;
  for (const auto& file : files) {
    for (auto& data : Entries(file)) {
      std::string name = data.at("name");
      cases.push_back({file.stem().string(), std::move(name), std::move(data)});
    }
  }
  if (cases.empty()) throw std::runtime_error("no case in " + folder.string());
  return cases;
}

std::string CaseName(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.file + "_" + info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

}  // namespace structural::test
