// A plan as JSON.
#pragma once

#include <span>
#include <string>

#include "schema/fix/plan.h"

namespace structural::cli {

// JSON Patch: [{"op": "add", "path": "/spec", "value": …}], of edits and moves.
std::string PatchAsJson(const fix::Plan& plan);

// [{"rule": …, "class": "same", "path": …, "reason": …, "done": true}].
std::string ItemsAsJson(std::span<const fix::Item> items);

}  // namespace structural::cli
