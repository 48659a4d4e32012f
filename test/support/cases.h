// Test cases that are data files: a new case needs no rebuild.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace structural::test {

// One entry of a case file. Case files are in folders below cases/. A test program must run in the folder that has
// cases/.
struct Case {
  std::string file;  // name of the file without folder and suffix, for example "array-items"
  std::string name;
  nlohmann::json data;
};

inline void PrintTo(const Case& c, std::ostream* out) { *out << c.file << ": " << c.name; }

// Returns all entries of the case files in a folder below cases/. A JSON file has a list of entries, an NDJSON file an
// entry a line. The files are read in the order of their names. Each entry has a "name".
std::vector<Case> LoadCases(const std::filesystem::path& folder);

// Returns the name of the case, changed so that GoogleTest accepts it.
std::string CaseName(const testing::TestParamInfo<Case>& info);

}  // namespace structural::test
