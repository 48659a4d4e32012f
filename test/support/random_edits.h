// Random edits of a JSON value.
#pragma once

#include <random>
#include <vector>

#include <nlohmann/json.hpp>

#include "document/edit.h"

namespace structural::test {

using Random = std::mt19937;

// 0 to n - 1, everywhere the same.
inline std::size_t Pick(Random& random, std::size_t n) { return random() % n; }

// Whatever one writes into a document, and what one should not.
std::string RandomText(Random& random);
nlohmann::json RandomValue(Random& random, int depth);

// An operation of JSON Patch that `value` allows.
nlohmann::json RandomOperation(Random& random, const nlohmann::json& value);
document::Edit EditOf(const nlohmann::json& operation, Random& random);

}  // namespace structural::test
