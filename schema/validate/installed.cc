#include "schema/validate/installed.h"

#include <algorithm>
#include <utility>

namespace structural::validate {
namespace {

// Upstream: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2): all texts about costs, and no other.
bool IsAboutCosts(std::string_view error) {
  constexpr std::string_view kTexts[] = {"estimated rule cost", "estimated messageExpression cost",
                                         "cost total"};
  return std::ranges::any_of(kTexts, [&](std::string_view text) {
    return error.find(text) != std::string_view::npos;
  });
}

}  // namespace

base::Result<Installed> ValidateInstalled(std::string_view crd, bool preserves, base::Arena& arena) {
  auto verdict = preserves ? ValidateUpdate(crd, crd, arena)
                           : ValidateCreate(crd, arena, {.as_request = true});
  if (!verdict.ok()) return verdict.error();
  const bool costs = std::ranges::all_of(
      verdict->errors, [](const auto& error) { return IsAboutCosts(error.text); });
  const bool valid = verdict->valid();
  return Installed{*std::move(verdict), !valid && costs};
}

}  // namespace structural::validate
