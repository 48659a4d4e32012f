// JSON values with Go's numbers: an integral literal within 64 bits is an integer, every other
// number a double.
#pragma once

#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace structural::api {

// Precondition: the text is one valid JSON value, as JsonReader::Skip returns it. A repeated key
// counts as its last. Numbers beyond the range of a double become infinite.
nlohmann::json ParseJsonValue(std::string_view text);

}  // namespace structural::api
