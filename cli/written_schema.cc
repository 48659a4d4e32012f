#include "cli/written_schema.h"

namespace structural::cli {
namespace {

using ops::Value;

Value SchemaIn(const Value* around) {
  const Value* found = around == nullptr ? nullptr : around->Find("openAPIV3Schema");
  return found == nullptr ? Value() : *found;
}

bool HasName(const Value& version, std::string_view wanted) {
  const Value* name = version.Find("name");
  return name != nullptr && name->is_string() && name->text() == wanted;
}

}  // namespace

Value WrittenSchema(const Value* spec, std::string_view version) {
  if (spec == nullptr) return {};
  const Value* versions = spec->Find("versions");
  if (versions != nullptr && versions->is_array()) {
    for (const Value& each : versions->elements()) {
      const Value own = SchemaIn(each.Find("schema"));
      if (HasName(each, version) && !own.is_null()) return own;
    }
  }
  return SchemaIn(spec->Find("validation"));
}

}  // namespace structural::cli
