// Operations that derive a schema: {"schema": S} -> {"changed", "schema"}.
#include "schema/objects/transform.h"

#include "cli/batch/batch.h"
#include "cli/shared/schema_line.h"
#include "schema/publish/schema_writer.h"

namespace structural::cli {
namespace {

using crd::Structural;
using objects::Derived;

// `opening` is the part of the answer before the schema.
std::string Answer(std::string opening, const Structural& schema, base::Arena& arena) {
  publish::SchemaWriter(arena, opening).Write(schema);
  return opening += '}';
}

template <typename Derive>
base::Result<std::string> Transformed(std::string_view text, base::Arena& arena, Derive derive) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return std::string(R"({"schema":null})");
  const Derived derived = derive(*line->structural, arena);
  return Answer(derived.changed ? R"({"changed":true,"schema":)" : R"({"changed":false,"schema":)", *derived.schema,
                arena);
}

}  // namespace

base::Result<std::string> BatchRoundtrip(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, [](const Structural& schema, base::Arena&) { return Derived{&schema, false}; });
}

base::Result<std::string> BatchSkeleton(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, objects::Skeleton);
}

base::Result<std::string> BatchStripNullable(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, objects::StripNullable);
}

base::Result<std::string> BatchUnfold(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, objects::Unfold);
}

// The skeleton of an unfolded schema has none of the unfolded keywords.
base::Result<std::string> BatchUnfoldSkeleton(std::string_view line, base::Arena& arena) {
  return Transformed(line, arena, [](const Structural& schema, base::Arena& memory) {
    return objects::Skeleton(*objects::Unfold(schema, memory).schema, memory);
  });
}

base::Result<std::string> BatchStructuralV2(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  if (line->structural == nullptr) return std::string(R"({"schema":null})");
  return Answer("{\"schema\":", *publish::ToStructuralOpenAPIV2(*line->structural, arena), arena);
}

}  // namespace structural::cli
