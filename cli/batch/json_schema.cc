// {"crd": C, "version": V, "draft": "2020-12", "open": true} -> {"schema", "unsaid"}: the JSON
// Schema of a version, and the keywords that it cannot express.
#include "schema/publish/editor/json_schema.h"

#include <algorithm>

#include "cli/batch/batch.h"
#include "schema/crd/crd.h"
#include "schema/json/members.h"
#include "schema/json/write.h"

namespace structural::cli {

base::Result<std::string> BatchJsonSchema(std::string_view text, base::Arena& arena) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const json::Value* crd_value = line->Find("crd");
  if (crd_value == nullptr) return {base::ErrorCode::kInvalidInput, "no crd"};
  std::string json;
  json::AppendJson(*crd_value, json);
  const auto crd = crd::Decode(arena.Copy(std::string_view(json)), arena);
  if (!crd.ok()) return crd.error();
  const std::string_view version = TextOf(line->Find("version"));
  if (std::ranges::find(crd->versions, version, &crd::Version::name) == crd->versions.end())
    return {base::ErrorCode::kInvalidInput, "crd: no such version"};
  const bool open = IsTrue(line->Find("open")), newer = TextOf(line->Find("draft")) == "2020-12";
  const auto schema = publish::JsonSchemaOf(publish::ResourceOf(*crd, version, arena),
                                            {newer ? publish::Draft::k2020 : publish::Draft::k07,
                                             open ? publish::Unknown::kAllowed : publish::Unknown::kRefused});
  json::Writer to;
  to.BeginObject().Key("schema").Raw(schema.text);
  return to.Add("unsaid", schema.inexpressible).EndObject().Take();
}

}  // namespace structural::cli
