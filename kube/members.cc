#include "kube/members.h"

#include <nlohmann/json.hpp>

namespace structural::kube {
namespace {

using nlohmann::json;

// nullptr where there is none.
const json* Find(const json& object, const char* member) {
  const auto found = object.find(member);
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

std::string TextAt(const json& object, const char* member) {
  const json* found = Find(object, member);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

int NumberAt(const json& object, const char* member) {
  const json* found = Find(object, member);
  return found != nullptr && found->is_number_integer() ? found->get<int>() : 0;
}

json ObjectAt(const json& object, const char* member) {
  const json* found = Find(object, member);
  return found != nullptr && found->is_object() ? *found : json::object();
}

}  // namespace structural::kube
