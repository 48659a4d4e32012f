#include "schema/suite/served_crd.h"

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

// Sets `refusal` and `costs_too_much` of a CRD. Returns an error if the CRD cannot be validated.
base::Status FindRefusal(ServedCrd& crd) {
  base::Arena arena;
  const auto installed = validate::ValidateInstalled(crd.json, crd.resource.preserve_unknown_fields, arena);
  if (!installed.ok()) return installed.error();
  if (installed->result.valid()) return base::Ok();
  crd.refusal = validate::StatusMessage(installed->result);
  crd.costs_too_much = installed->costs_too_much;
  return base::Ok();
}

}  // namespace

base::Result<std::string> WithVersion(const Value& crd, std::string_view version, base::Arena& arena) {
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
  // A CRD in v1beta1 may have its only version in spec.version, without a list of versions. It is returned with this
  // version.
  if (versions == nullptr && TextOf(Below(spec, "version")) == version && !version.empty()) return JsonOf(copy);
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
