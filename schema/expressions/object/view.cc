#include "schema/expressions/object/view.h"

#include "schema/expressions/object/escape.h"

namespace structural::cel::object {
namespace {

using crd::Structural;

Structural StringSchema() {
  Structural schema;
  schema.generic.type = "string";
  return schema;
}

const Structural& StringType() {
  static const Structural schema = StringSchema();
  return schema;
}

const Structural& MetadataType() {
  static const crd::Map<Structural>::Entry names[] = {{"generateName", &StringType()}, {"name", &StringType()}};
  static const Structural schema = [] {
    Structural metadata;
    metadata.generic.type = "object";
    metadata.properties = crd::Map<Structural>(names);
    return metadata;
  }();
  return schema;
}

bool HasString(const Structural& schema, std::string_view name) {
  const Structural* property = schema.properties.Find(name);
  return property != nullptr && property->generic.type == "string";
}

bool HasTypeAndMetadata(const Structural& schema) {
  const Structural* metadata = schema.properties.Find("metadata");
  return HasString(schema, "kind") && HasString(schema, "apiVersion") && metadata != nullptr &&
         metadata->generic.type == "object" && HasString(*metadata, "name") && HasString(*metadata, "generateName");
}

// Returns the character or word for which `word` is the escape between underscores; empty if it is not an escape.
std::string_view Unescaped(std::string_view word) {
  if (word == "underscores") return "__";
  if (word == "dot") return ".";
  if (word == "dash") return "-";
  if (word == "slash") return "/";
  return {};
}

}  // namespace

View AsResource(const Structural& schema) { return {&schema, !HasTypeAndMetadata(schema)}; }

bool HasProperties(const View& view) { return view.is_resource || !view.schema->properties.absent(); }

std::optional<View> SchemaOf(const View& view, std::string_view name) {
  if (view.is_resource && (name == "kind" || name == "apiVersion")) return View{&StringType()};
  if (view.is_resource && name == "metadata") return View{&MetadataType()};
  if (HasProperties(view) || view.schema->extensions->x_embedded_resource) {
    const Structural* property = view.schema->properties.Find(name);
    return property == nullptr ? std::nullopt : std::optional(View{property});
  }
  const auto* additional = view.schema->additional_properties;
  if (additional == nullptr || additional->structural == nullptr) return std::nullopt;
  return View{additional->structural};
}

std::optional<std::string> Unescape(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size();) {
    const std::string_view rest = name.substr(i);
    const std::size_t end = rest.starts_with("__") ? rest.find("__", 3) : std::string_view::npos;
    const std::string_view word = end == std::string_view::npos ? std::string_view() : rest.substr(2, end - 2);
    if (word.empty() || word.find('_') != std::string_view::npos) {
      text += name[i++];
      continue;
    }
    const std::string_view unescaped = Unescaped(word);
    const bool reserved = IsReserved(word);
    if (unescaped.empty() && (!reserved || word.size() + 4 != name.size())) return std::nullopt;
    text += reserved ? word : unescaped;
    i += word.size() + 4;
  }
  return text;
}

}  // namespace structural::cel::object
