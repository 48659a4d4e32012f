#include "cli/lint/head.h"

#include "schema/base/json_reader.h"

namespace structural::lint {
namespace {

using base::JsonReader;

// Views into the text; a name with escapes in it is none that is looked for.
std::string_view NameOrNothing(JsonReader& in) {
  if (in.Peek() == JsonReader::Kind::kString) return in.EscapedString();
  in.Skip();
  return {};
}

}  // namespace

bool Head::IsCrd() const {
  return kind == "CustomResourceDefinition" && api_version.starts_with("apiextensions.k8s.io/");
}

bool Head::IsList() const { return kind.ends_with("List") && items.starts_with('['); }

Head ReadHead(std::string_view json) {
  Head head;
  if (!json.starts_with('{')) return head;
  base::Arena arena;
  JsonReader in(json, arena);
  std::string_view key;
  for (in.BeginObject(); !head.IsCrd() && in.NextKey(&key);) {
    if (key == "apiVersion") {
      head.api_version = NameOrNothing(in);
    } else if (key == "kind") {
      head.kind = NameOrNothing(in);
    } else if (key == "schema") {
      head.schema = NameOrNothing(in);
    } else {
      const std::string_view value = in.Skip();
      if (key == "items") head.items = value;
      if (key == "data") head.data = value;
      if (key == "properties") head.properties = value;
    }
  }
  return head;
}

}  // namespace structural::lint
