#include "schema/validate/installed.h"

#include <algorithm>
#include <utility>

#include "schema/validate/rule_ids.h"

namespace structural::validate {
base::Result<Installed> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena) {
  auto verdict = preserves ? ValidateUpdate(crd, crd, arena) : ValidateCreate(crd, arena, {.as_request = true});
  if (!verdict.ok()) return verdict.error();
  const bool costs = std::ranges::all_of(verdict->errors, [](const auto& error) { return error.rule == kCelCost; });
  const bool valid = verdict->valid();
  return Installed{*std::move(verdict), !valid && costs};
}

}  // namespace structural::validate
