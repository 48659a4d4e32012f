// Operations on a schema and an object: {"schema": …, "object": …, "isResourceRoot": …}.
#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/shared/schema_line.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/prune.h"

namespace structural::cli {
namespace {

// Returns {"object": O}, with the object after `change`.
template <typename Change>
base::Result<std::string> Changed(std::string_view text, base::Arena& arena, Change change) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  auto object = ObjectOf(*line);
  if (!object.ok()) return object.error();
  const base::Status changed = change(*line, *object);
  if (!changed.ok()) return changed.error();
  std::string answer = "{\"object\":";
  answer.reserve(text.size());
  json::AppendJson(*object, answer);
  return answer += '}';
}

}  // namespace

base::Result<std::string> BatchPrune(std::string_view line, base::Arena& arena) {
  std::vector<std::string> dropped;
  auto answer = Changed(line, arena, [&](const SchemaLine& read, json::Value& object) {
    objects::Prune(object, read.structural, read.is_resource_root, &dropped);
    return base::Ok();
  });
  if (!answer.ok()) return answer;
  answer->pop_back();
  json::Writer(*answer).Add("pruned", dropped).EndObject();
  return answer;
}

base::Result<std::string> BatchPruneNulls(std::string_view line, base::Arena& arena) {
  return Changed(line, arena, [](const SchemaLine& read, json::Value& object) {
    objects::PruneNulls(object, read.structural);
    return base::Ok();
  });
}

base::Result<std::string> BatchDefault(std::string_view line, base::Arena& arena) {
  return Changed(line, arena, [&](const SchemaLine& read, json::Value& object) {
    return objects::Default(object, read.structural, arena);
  });
}

base::Result<std::string> BatchDefaultServer(std::string_view line, base::Arena& arena) {
  return Changed(line, arena, [&](const SchemaLine& read, json::Value& object) {
    objects::Prune(object, read.structural, read.is_resource_root);
    objects::PruneNulls(object, read.structural);
    return objects::Default(object, read.structural, arena);
  });
}

}  // namespace structural::cli
