// A changed object in the order in which it was written.
#pragma once

#include <string>

#include "document/tree.h"
#include "schema/json/value.h"

namespace structural::cli {

// The value as JSON: what stands in the tree comes in its order there, what does not comes behind
// it, by key.
std::string JsonInOrder(const json::Value& value, const document::Tree& tree);

}  // namespace structural::cli
