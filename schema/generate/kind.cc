#include "schema/generate/kind.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "schema/base/output_budget.h"
#include "schema/crd/convert.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/members.h"
#include "schema/json/value.h"

namespace structural::generate {
namespace {

using json::Value;

constexpr std::size_t kShortName = 256;

std::optional<std::string_view> OptionalText(const Value* value) {
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->text();
}

std::vector<std::string_view> Texts(const Value* value) {
  std::vector<std::string_view> texts;
  for (const Value& element : ElementsOf(value)) texts.push_back(TextOf(&element));
  return texts;
}

Resource ReadResource(const Value& crd) {
  const Value* spec = crd.Find("spec");
  const Value* names = Below(spec, "names");
  return {.crd_name = TextOf(Below(crd.Find("metadata"), "name")),
          .group = TextOf(Below(spec, "group")),
          .kind = TextOf(Below(names, "kind")),
          .list_kind = TextOf(Below(names, "listKind")),
          .plural = TextOf(Below(names, "plural")),
          .singular = TextOf(Below(names, "singular")),
          .short_names = Texts(Below(names, "shortNames")),
          .categories = Texts(Below(names, "categories")),
          .namespaced = TextOf(Below(spec, "scope")) == "Namespaced"};
}

Column ReadColumn(const Value& column) {
  const Value* priority = column.Find("priority");
  const bool given = priority != nullptr && priority->kind() == Value::Kind::kInt;
  return {.name = TextOf(column.Find("name")),
          .type = TextOf(column.Find("type")),
          .json_path = TextOf(column.Find("jsonPath")),
          .description = TextOf(column.Find("description")),
          .format = TextOf(column.Find("format")),
          .priority = given ? priority->integer() : 0};
}

void ReadSubresources(const Value* subresources, Kind& kind) {
  if (subresources == nullptr) return;
  const Value* status = subresources->Find("status");
  kind.has_status_subresource = status != nullptr && !status->is_null();
  const Value* scale = subresources->Find("scale");
  if (scale == nullptr || !scale->is_object()) return;
  kind.scale = {TextOf(scale->Find("specReplicasPath")), TextOf(scale->Find("statusReplicasPath")),
                OptionalText(scale->Find("labelSelectorPath"))};
}

Kind ReadVersion(const Value& version, Resource resource, std::size_t index) {
  Kind kind;
  kind.resource = std::move(resource);
  kind.version = TextOf(version.Find("name"));
  kind.version_index = index;
  kind.served = IsTrue(version.Find("served"));
  kind.storage = IsTrue(version.Find("storage"));
  kind.deprecated = IsTrue(version.Find("deprecated"));
  kind.deprecation_warning = OptionalText(version.Find("deprecationWarning"));
  ReadSubresources(version.Find("subresources"), kind);
  for (const Value& column : ElementsOf(version.Find("additionalPrinterColumns")))
    kind.columns.push_back(ReadColumn(column));
  for (const Value& field : ElementsOf(version.Find("selectableFields")))
    kind.selectable_fields.push_back(TextOf(field.Find("jsonPath")));
  return kind;
}

// Returns the violations of the version with this index. Ignores the other versions.
std::vector<std::string> Violations(crd::CustomResourceDefinition crd, std::size_t index) {
  for (std::size_t i = 0; i < crd.versions.size(); ++i)
    if (i != index) crd.versions[i].schema = nullptr;
  base::Arena arena;
  const crd::EvaluationResult verdict = crd::Evaluate(crd, arena);
  std::vector<std::string> texts;
  for (const kubernetes::Violation& violation : verdict.violations) texts.push_back(violation.Text());
  if (texts.empty() && verdict.condition) texts.push_back(verdict.condition->message);
  return texts;
}

bool IsDeeper(const crd::Structural* schema, int levels) {
  if (schema == nullptr) return false;
  if (levels == 0) return true;
  const auto* additional = schema->additional_properties;
  return IsDeeper(schema->items, levels - 1) ||
         (additional != nullptr && IsDeeper(additional->structural, levels - 1)) ||
         std::ranges::any_of(schema->properties,
                             [&](const auto& property) { return IsDeeper(property.value, levels - 1); });
}

// Adds the lengths of long type names in a schema to `sum`. `around` is the length of the type name of the schema
// itself, which contains the names of all fields around it. Short names are ignored, because their total length is at
// most proportional to the size of the schema. Stops if `sum` exceeds `max`.
void AddNames(const crd::Structural* schema, std::size_t around, std::size_t max, std::size_t& sum) {
  if (schema == nullptr || sum > max) return;
  if (around > kShortName) sum += around;
  const auto* additional = schema->additional_properties;
  AddNames(schema->items, around + 4, max, sum);
  if (additional != nullptr) AddNames(additional->structural, around + 5, max, sum);
  for (const auto& [key, property] : schema->properties) AddNames(property, around + key.size(), max, sum);
}

// Whether a name can be the name of a folder and of a package, and can be in a comment.
bool IsName(std::string_view name) {
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

// Reads the schema of a kind. If the kind is refused, adds the reasons to kind.refusal_reasons instead. `names`: bytes
// of the long type names of all kinds so far.
void ReadSchema(const crd::CustomResourceDefinition& crd, Kind& kind, std::size_t& names, base::Arena& arena) {
  const crd::JSONSchemaProps* schema = crd.versions[kind.version_index].schema;
  if (!IsName(kind.resource.group) || !IsName(kind.version)) {
    kind.refusal_reasons.push_back("the group or the version is not a DNS name");
    return;
  }
  if (schema == nullptr) {
    kind.refusal_reasons.push_back("the version has no schema");
    return;
  }
  kind.refusal_reasons = Violations(crd, kind.version_index);
  if (!kind.refusal_reasons.empty()) return;
  const auto built = crd::NewStructural(*schema, arena);
  kind.schema = *std::get_if<const crd::Structural*>(&built);
  const bool deep = IsDeeper(kind.schema, kMaxSchemaDepth);
  if (!deep) AddNames(kind.schema, 0, kMaxTypeNameBytes, names);
  if (!deep && names <= kMaxTypeNameBytes) return;
  kind.schema = nullptr;
  kind.refusal_reasons.push_back(
      deep ? "the schema is nested deeper than " + std::to_string(kMaxSchemaDepth) + " levels"
           : "long names of its types have more than " + std::to_string(kMaxTypeNameBytes) + " bytes");
}

// Drops the reasons that exceed the budget, and marks the end with base::kTruncated. Thousands of versions can share
// one schema, and the reasons of each version repeat the violations of the schema.
void KeepWithin(base::OutputBudget& budget, std::vector<std::string>& reasons) {
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (budget.Spend(reasons[i].size())) continue;
    reasons.resize(i + 1);
    reasons.back() = base::kTruncated;
  }
}

}  // namespace

base::Result<std::vector<Kind>> ReadKinds(std::string_view crd, base::Arena& arena) {
  const auto converted = crd::Convert(crd, arena);
  if (!converted.ok()) return converted.error();
  const std::string_view text = arena.Copy(converted->v1());
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error();
  const auto value = json::Parser(arena).Parse(text);
  if (!value.ok()) return value.error();
  const Resource resource = ReadResource(*value);
  std::vector<Kind> kinds;
  std::size_t names = 0;
  base::OutputBudget refused;
  for (const Value& version : ElementsOf(Below(value->Find("spec"), "versions"))) {
    kinds.push_back(ReadVersion(version, resource, kinds.size()));
    if (refused.exhausted()) {
      kinds.back().refusal_reasons.emplace_back(base::kTruncated);
      continue;
    }
    ReadSchema(*decoded, kinds.back(), names, arena);
    KeepWithin(refused, kinds.back().refusal_reasons);
  }
  return kinds;
}

}  // namespace structural::generate
