// TypeWriter: the fields of structs.

#include <algorithm>
#include <utility>

#include "schema/base/utf8.h"
#include "schema/generate/go/node_markers.h"
#include "schema/generate/go/type_writer.h"
#include "schema/generate/kind.h"

namespace structural::generate::go {
namespace {

// Appends a list of texts to a marker as the argument `name`.
void AddTexts(const char* name, const std::vector<std::string_view>& texts, Marker& marker) {
  if (texts.empty()) return;
  marker.append(",").append(name);
  char separator = '=';
  for (const std::string_view text : texts) (marker += std::exchange(separator, ';')) += WordArgument(text);
}

Marker ResourceMarker(const Resource& resource) {
  Marker marker = "kubebuilder:resource:path=" + WordArgument(resource.plural);
  if (!resource.singular.empty()) marker += ",singular=" + WordArgument(resource.singular);
  AddTexts("shortName", resource.short_names, marker);
  AddTexts("categories", resource.categories, marker);
  return marker + ",scope=" + (resource.namespaced ? "Namespaced" : "Cluster");
}

Marker ScaleMarker(const Scale& scale) {
  Marker marker = "kubebuilder:subresource:scale:specpath=" + Argument(scale.spec_path) +
                  ",statuspath=" + Argument(scale.status_path);
  if (scale.selector_path) marker += ",selectorpath=" + Argument(*scale.selector_path);
  return marker;
}

Marker ColumnMarker(const Column& column) {
  Marker marker = "kubebuilder:printcolumn:name=" + Argument(column.name) + ",type=" + Argument(column.type) +
                  ",JSONPath=" + Argument(column.json_path);
  if (!column.description.empty()) marker += ",description=" + Argument(column.description);
  if (!column.format.empty()) marker += ",format=" + Argument(column.format);
  if (column.priority != 0) marker += ",priority=" + std::to_string(column.priority);
  return marker;
}

// Returns the markers for a kind's names, scope, subresources, columns and version.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd/markers crd.go (v0.23.0).
Markers KindMarkers(const Kind& kind) {
  Markers markers = {"kubebuilder:object:root=true", ResourceMarker(kind.resource)};
  if (kind.status) markers.emplace_back("kubebuilder:subresource:status");
  if (kind.scale) markers.push_back(ScaleMarker(*kind.scale));
  for (const Column& column : kind.columns) markers.push_back(ColumnMarker(column));
  for (const std::string_view path : kind.selectable_fields)
    markers.push_back("kubebuilder:selectablefield:JSONPath=" + Argument(path));
  if (kind.storage) markers.emplace_back("kubebuilder:storageversion");
  if (!kind.served) markers.emplace_back("kubebuilder:unservedversion");
  if (!kind.deprecated) return markers;
  markers.emplace_back("kubebuilder:deprecatedversion");
  if (kind.warning) markers.back() += ":warning=" + Argument(*kind.warning);
  return markers;
}

using base::IsLetterOrDigit;
using crd::Structural;

constexpr std::string_view kMeta = "metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"";

// Characters other than letters and digits that encoding/json accepts in the name of a json tag;
// only those in ASCII. Upstream: Go encoding/json isValidTag (Go 1.26).
constexpr std::string_view kAllowed = "!#$%&()*+-./:;<=>?@[]^_{|}~ ";

bool CanBeTagged(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return IsLetterOrDigit(c) || kAllowed.find(c) != std::string_view::npos;
  });
}

// Whether a schema of apiVersion, kind or metadata has no information beyond its type and description.
bool IsPlain(const Structural& schema) {
  const Shape shape = ShapeOf(schema, "metadata");
  const NodeMarkers markers = MarkersOf(schema, shape, ProducedBy(shape));
  return schema.properties.empty() && markers.of_type_empty() && markers.field.empty() && markers.unmapped.empty();
}

std::string TagOf(std::string_view property, bool required) {
  std::string tag = "`json:\"" + std::string(property);
  if (!required) tag += ",omitempty";
  if (required && property == "-") tag += ",";
  return tag + "\"`";
}

// Whether only a pointer can express absence in Go; slices and maps can be nil.
bool NeedsPointer(Shape shape) { return shape != Shape::kList && shape != Shape::kMap && shape != Shape::kBytes; }

}  // namespace

void TypeWriter::WriteKind(const Kind& kind, const std::string& name, const std::string& list) {
  const RootPath root(kind);
  const Node node{*kind.schema, root.path()};
  const std::size_t slot = Reserve();
  Head head{name, {}, KindMarkers(kind)};
  head.doc = DocOf(node, head.markers);
  const std::string body = Root(node, head);
  Declare(slot, head, body);
  imports_.insert(kMeta);
  Declare(Reserve(), {list, {list + " is a list of " + name + "."}, {"kubebuilder:object:root=true"}},
          "struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\n\tmetav1.ListMeta "
          "`json:\"metadata,omitempty\"`\n\n\tItems []" +
              name + " `json:\"items\"`\n}");
}

std::string TypeWriter::Root(const Node& node, Head& head) {
  Add(node, MarkersOf(node.schema, Shape::kStruct, ProducedBy(Shape::kStruct)), head.markers);
  LoseOfElement(node, head.markers);
  const auto fields = FieldsOf(node, Names({"TypeMeta", "ObjectMeta"}), true, head.markers);
  const bool required = RequiredOf(node.schema).contains("metadata");
  std::string text = "struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\n\t// +";
  text.append(required ? "required" : "optional").append("\n\tmetav1.ObjectMeta ");
  text.append(TagOf("metadata", required)).append("\n");
  const std::string own = Fields(node, fields, head.name);
  if (!own.empty()) text.append("\n").append(own);
  return text + "}";
}

// Plain names get their Go names first, so that only the others get numbers.
std::vector<TypeWriter::Field> TypeWriter::FieldsOf(const Node& node, Names names, bool root, Markers& markers) {
  for (const char* method : {"DeepCopy", "DeepCopyInto", "DeepCopyObject"}) names.Take(method);
  std::vector<Field> fields;
  const auto required = RequiredOf(node.schema);
  for (const auto& [property, schema] : node.schema.properties) {
    const bool native = root && IsNative(property);
    if (native ? !IsPlain(*schema) : !CanBeTagged(property))
      markers.push_back(Unmapped(node.path.Child("properties", property), diagnostics_));
    else if (!native)
      fields.push_back({property, *schema, "", required.contains(property)});
  }
  for (const bool plain : {true, false}) {
    for (Field& field : fields)
      if (std::ranges::all_of(field.property, IsLetterOrDigit) == plain)
        field.name = names.Take(ExportedName(field.property));
  }
  const auto known = [&](std::string_view property) {
    return node.schema.properties.Find(property) != nullptr || (root && IsNative(property));
  };
  if (!std::ranges::all_of(required, known)) ReportLoss(node, "required", markers);
  return fields;
}

std::string TypeWriter::Fields(const Node& node, const std::vector<Field>& fields, const std::string& owner) {
  std::string text;
  for (const Field& field : fields) {
    if (!text.empty()) text += "\n";
    text += FieldText({field.schema, node.path.Child("properties", field.property)}, field, owner);
  }
  return text;
}

std::string TypeWriter::FieldText(const Node& node, const Field& field, const std::string& owner) {
  const Shape shape = ShapeOf(node.schema, field.property);
  const NodeMarkers found = MarkersOf(node.schema, shape, ProducedBy(shape));
  Markers markers = {field.required ? "required" : "optional"};
  const Lines doc = DocOf(node, markers);
  if (shape != Shape::kStruct) Add(node, found, markers);
  const std::string type = TypeOf(node, shape, owner + field.name, {markers, true});
  markers.insert(markers.end(), found.field.begin(), found.field.end());
  const bool pointer = NeedsPointer(shape) && (!field.required || node.schema.generic.nullable);
  std::string text;
  AppendComment(doc, "\t", text);
  if (!doc.empty()) text += "\t//\n";
  for (const Marker& marker : markers) text.append("\t// +").append(marker).append("\n");
  text.append("\t").append(field.name).append(pointer ? " *" : " ").append(type);
  return text.append(" ").append(TagOf(field.property, field.required)).append("\n");
}

}  // namespace structural::generate::go
