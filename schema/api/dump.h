// JSON text as Go's encoding/json writes it, without HTML escaping.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace structural::api {

// Keys sorted bytewise. Floats as Go prints them: 9223372036854775808 becomes 9223372036854776000,
// exponents from 1e21 up and below 1e-6. A binary value stands for the text of its subtype.
std::string Dump(const nlohmann::json& value, std::span<const std::string> texts = {});

}  // namespace structural::api
