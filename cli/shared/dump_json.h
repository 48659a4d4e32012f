// JSON as the reports have it: on one line, what is no UTF-8 replaced, as in a file's name.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace structural::lint {

std::string DumpJson(const nlohmann::ordered_json& value);

}  // namespace structural::lint
