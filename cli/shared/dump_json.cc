#include "cli/shared/dump_json.h"

#include <nlohmann/json.hpp>

namespace structural::lint {

std::string DumpJson(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace structural::lint
