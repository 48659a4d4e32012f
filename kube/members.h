// Members of a JSON object that the server has answered: one that is missing, null or of another
// type counts as not there. For whole objects, which are few; what a list says is pulled.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace structural::kube {

// Empty where there is no such text.
std::string TextAt(const nlohmann::json& object, const char* member);

// 0 where there is no such integer.
int NumberAt(const nlohmann::json& object, const char* member);

// An empty object where there is no such object.
nlohmann::json ObjectAt(const nlohmann::json& object, const char* member);

}  // namespace structural::kube
