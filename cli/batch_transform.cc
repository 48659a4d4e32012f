// Schemas derived from a schema: {"schema": S} -> {"changed", "schema"}.
#include <nlohmann/json.hpp>

#include "cli/batch.h"
#include "cli/schema_line.h"
#include "schema/api/dump.h"
#include "schema/model/to_kube_openapi.h"
#include "schema/ops/transform.h"

namespace structural::cli {
namespace {

using nlohmann::json;
using ops::Derived;

template <typename Derive>
base::Result<std::string> Transformed(std::string_view text, base::Arena& arena, Derive derive) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return api::Dump(json{{"schema", nullptr}});
  const Derived derived = derive(*line->structural, arena);
  return api::Dump(
      json{{"changed", derived.changed}, {"schema", model::ToKubeOpenAPI(*derived.schema)}});
}

}  // namespace

base::Result<std::string> BatchSkeleton(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, ops::Skeleton);
}

base::Result<std::string> BatchStripNullable(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, ops::StripNullable);
}

base::Result<std::string> BatchUnfold(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, ops::Unfold);
}

// The skeleton of what was unfolded has nothing of it left.
base::Result<std::string> BatchUnfoldSkeleton(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, [](const model::Structural& schema, base::Arena& memory) {
    return ops::Skeleton(*ops::Unfold(schema, memory).schema, memory);
  });
}

}  // namespace structural::cli
