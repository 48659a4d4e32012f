// A plan as JSON.
#pragma once

#include <span>
#include <string>

#include "schema/fix/plan.h"

namespace structural::cli {

// JSON Patch: [{"op": "add", "path": "/spec", "value": …}].
std::string EditsAsJson(std::span<const fix::Edit> edits);

// [{"rule": …, "class": "same", "path": …, "reason": …, "done": true}].
std::string ItemsAsJson(std::span<const fix::Item> items);

}  // namespace structural::cli
