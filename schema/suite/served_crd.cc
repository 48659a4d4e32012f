#include "schema/suite/served_crd.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "schema/base/quote.h"
#include "schema/json/members.h"
#include "schema/json/patch.h"
#include "schema/json/write.h"
#include "schema/validate/validate.h"

namespace structural::suite {
namespace {

using base::ErrorCode;
using json::Value;

std::string JsonOf(const Value& value) {
  std::string json;
  json::AppendJson(value, json);
  return json;
}

// Upstream: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2): all texts about costs, and no other.
bool IsAboutCosts(std::string_view error) {
  constexpr std::string_view kTexts[] = {"estimated rule cost", "estimated messageExpression cost",
                                         "cost total"};
  return std::ranges::any_of(kTexts, [&](std::string_view text) {
    return error.find(text) != std::string_view::npos;
  });
}

// What preserves unknown fields cannot be created, and is taken as it is stored.
base::Status FindRefusal(ServedCrd& crd) {
  base::Arena arena;
  const auto verdict = crd.resource.preserve_unknown_fields
                           ? validate::ValidateUpdate(crd.json, crd.json, arena)
                           : validate::ValidateCreate(crd.json, arena, {.as_request = true});
  if (!verdict.ok()) return verdict.error();
  if (verdict->valid()) return base::Ok();
  crd.refusal = validate::StatusMessage(*verdict);
  crd.costs_too_much = std::ranges::all_of(
      verdict->errors, [](const auto& error) { return IsAboutCosts(error.text); });
  return base::Ok();
}

}  // namespace

base::Result<std::string> WithVersion(const Value& crd, std::string_view version,
                                      base::Arena& arena) {
  Value copy = DeepCopy(crd, arena);
  if (copy.is_object()) Take(copy, "status");
  Value* spec = copy.Find("spec");
  const Value* versions = Below(spec, "versions");
  for (const Value& each : ElementsOf(versions)) {
    if (TextOf(each.Find("name")) != version) continue;
    Value kept = each;
    Set(kept, "served", Value::Bool(true), arena);
    Set(kept, "storage", Value::Bool(true), arena);
    Set(*spec, "versions", Value::Array(arena.Copy(std::span<const Value>(&kept, 1))), arena);
    if (spec->Find("version") != nullptr) Set(*spec, "version", Value::String(version), arena);
    return JsonOf(copy);
  }
  // As v1beta1 has it.
  if (versions == nullptr && TextOf(Below(spec, "version")) == version && !version.empty())
    return JsonOf(copy);
  return {ErrorCode::kNotFound, "the CRD has no version " + base::Quote(version)};
}

base::Result<std::string> Patched(const Value& crd, std::string_view patch, base::Arena& arena) {
  const auto operations = json::Parser(arena).Parse(patch);
  if (!operations.ok()) return operations.error();
  Value copy = DeepCopy(crd, arena);
  const base::Status applied = json::ApplyPatch(*operations, copy, arena);
  if (!applied.ok()) return applied.error();
  if (copy.is_object()) Take(copy, "status");
  return JsonOf(copy);
}

base::Result<std::shared_ptr<const ServedCrd>> Serve(std::string json) {
  auto crd = std::make_shared<ServedCrd>();
  crd->json = std::move(json);
  auto resource = admission::Serve(crd->json, crd->arena);
  if (!resource.ok()) return resource.error();
  crd->resource = std::move(*resource);
  const base::Status read = FindRefusal(*crd);
  if (!read.ok()) return read.error();
  return std::shared_ptr<const ServedCrd>(std::move(crd));
}

}  // namespace structural::suite
