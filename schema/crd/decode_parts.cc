#include "schema/crd/decode_parts.h"

#include <string>

#include "schema/kubernetes/crd_parts.h"
#include "schema/kubernetes/read.h"
#include "schema/model/decode_values.h"

namespace structural::crd {

using json::JsonReader;
using model::ReadString;

void ReadNames(JsonReader& in, Names& out) {
  model::ReadObject(in, [&](std::string_view key) {
    if (key == "plural") return ReadString(in, out.plural);
    if (key == "kind") return ReadString(in, out.kind);
    if (key == "listKind") return ReadString(in, out.list_kind);
    kubernetes::CheckMember(in, kubernetes::kNames, key);
  });
}

void ReadSubresources(JsonReader& in, std::optional<Subresources>& out) {
  if (model::ReadNull(in)) return out.reset();
  if (!out) out.emplace();
  model::ReadObject(in, [&](std::string_view key) {
    const bool present = in.Peek() != JsonReader::Kind::kNull;
    if (key == "status") out->status = present;
    if (key == "scale") out->scale = present;
    kubernetes::CheckMember(in, *kubernetes::kSubresources.element, key);
  });
}

void ReadSelectableFields(JsonReader& in, base::Arena& arena, model::List<SelectableField>& out) {
  model::ReadList<SelectableField>(in, arena, out, [&](SelectableField& field) {
    model::ReadObject(in, [&](std::string_view key) {
      if (key == "jsonPath") return ReadString(in, field.json_path);
      in.Skip();
    });
  });
}

void DefaultNames(Names& names, base::Arena& arena) {
  if (!names.list_kind.empty() || names.kind.empty()) return;
  names.list_kind = arena.Copy(std::string_view(std::string(names.kind) + "List"));
}

}  // namespace structural::crd
