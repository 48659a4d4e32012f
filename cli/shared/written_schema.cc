#include "cli/shared/written_schema.h"

#include "schema/json/lookup.h"

namespace structural::cli {
namespace {

using json::Value;

Value SchemaIn(const Value* around) {
  const Value* found = Below(around, "openAPIV3Schema");
  return found == nullptr ? Value() : *found;
}

}  // namespace

Value WrittenSchema(const Value* spec, std::string_view version) {
  if (spec == nullptr) return {};
  for (const Value& each : ElementsOf(spec->Find("versions"))) {
    const Value own = SchemaIn(each.Find("schema"));
    if (TextOf(each.Find("name")) == version && !own.is_null()) return own;
  }
  return SchemaIn(spec->Find("validation"));
}

}  // namespace structural::cli
