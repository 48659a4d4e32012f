// {"schema": …} -> {"changed","schema"}: a schema, unfolded as the KEP on structural schemas
// defines it, and its published form.
#include "cli/batch/batch.h"
#include "cli/shared/crd_files.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/publish/kep/unfold.h"

namespace structural::cli {
namespace {

using json::Value;

template <typename Derive>
base::Result<std::string> DeriveSchema(std::string_view text, base::Arena& arena, Derive derive) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const Value* schema = line->Find("schema");
  if (schema == nullptr || !schema->is_object()) {
    return {base::ErrorCode::kInvalidInput, "the line has no schema"};
  }
  const base::Status usable = CheckUnionsOf(*schema);
  if (!usable.ok()) return usable.error();
  const Value derived = derive(*schema);
  json::Writer to;
  to.BeginObject().Add("changed", !json::Equal(*schema, derived)).Add("schema", derived);
  return to.EndObject().Take();
}

}  // namespace

base::Result<std::string> BatchKepUnfold(std::string_view line, base::Arena& arena) {
  return DeriveSchema(line, arena, [&](const Value& s) { return publish::kep::Unfold(s, arena); });
}

base::Result<std::string> BatchKepStructuralV2(std::string_view line, base::Arena& arena) {
  return DeriveSchema(line, arena, [&](const Value& s) { return publish::kep::ToV2(s, arena); });
}

base::Result<std::string> BatchKepUnfoldSkeleton(std::string_view line, base::Arena& arena) {
  return DeriveSchema(line, arena, [&](const Value& s) { return publish::kep::Skeleton(s, arena); });
}

}  // namespace structural::cli
