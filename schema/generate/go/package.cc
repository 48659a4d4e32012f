#include "schema/generate/go/package.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/crd/model/structural.h"
#include "schema/generate/go/node_markers.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"
#include "schema/generate/words.h"

namespace structural::generate::go {
namespace {

// A description as a comment in Go.
struct Description {
  Lines lines;
  bool lost = false;  // whether the first line is lost: controller-gen reads it as a marker or drops it
};

// Writes the declarations of the Go types for a schema. The declaration of a type precedes the declarations of the
// types of its fields. Not thread-safe.
class TypeWriter {
 public:
  // `names` are the names in the package. `names` and `diagnostics` must outlive the writer.
  TypeWriter(Names& names, Diagnostics& diagnostics) : names_(names), diagnostics_(diagnostics) {}

  // Adds the type of a kind as `name`, the types of its fields, and the type of its list.
  void WriteKind(const Kind& kind, const std::string& name, const std::string& list);

  // Returns the imports that the declarations need.
  const std::set<std::string_view>& imports() const { return imports_; }
  const std::vector<std::string>& declarations() const { return declarations_; }

 private:
  struct Field {
    std::string_view property;
    const crd::Structural& schema;
    std::string name;  // name in Go
    bool required;
  };
  // The name, documentation and markers of a declared type, which precede the Go type in the declaration.
  struct Head {
    std::string name;
    Lines doc;
    Markers markers;
  };
  // The place at which the type of list items or map values is written: inside the Go type of a field or of a declared
  // type.
  struct Use {
    Markers& markers;  // markers of the field or type
    bool direct;       // whether `markers` can restrict the items, as in a list
  };

  std::string Struct(const Node& node, Head head);
  std::string Named(const Node& node, Shape shape, Head head);
  std::string TypeOf(const Node& node, Shape shape, const std::string& name, const Use& use);
  std::string ElementOf(const Node& node, const char* keyword, const std::string& name, const Use& use);
  std::string Element(const Node& node, const std::string& name, const Use& use);
  std::string Imported(Shape shape);

  std::string Root(const Node& node, Head& head);
  std::vector<Field> FieldsOf(const Node& node, Names names, bool root, Markers& markers);
  std::string Fields(const Node& node, const std::vector<Field>& fields, const std::string& owner);
  std::string FieldText(const Node& node, const Field& field, const std::string& owner);

  Lines DocOf(const Node& node, Markers& markers);
  void Add(const Node& node, const NodeMarkers& found, Markers& markers);
  void ReportLoss(const Node& node, const std::string& keyword, Markers& markers);
  void LoseOfElement(const Node& node, Markers& markers);

  std::size_t Reserve();
  void Declare(std::size_t slot, const Head& head, const std::string& body);

  Names& names_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> imports_;
  std::vector<std::string> declarations_;
};

std::string Lined(const Markers& markers) {
  std::string text;
  for (const Marker& marker : markers) text.append("// +").append(marker).append("\n");
  return text;
}

// Whether the Go type of the shape is from another package. A named type with markers must then be a struct that embeds
// this type.
bool IsForeign(Shape shape) { return shape > Shape::kTime; }

// Returns the shape for a named type that has markers. Bytes and times become strings: controller-gen would check the
// markers of bytes as those of a list, and the markers of a time as those of a value without a type.
Shape Markable(Shape shape) { return shape == Shape::kBytes || shape == Shape::kTime ? Shape::kString : shape; }

std::string_view WithoutLeadingSpace(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

bool IsFence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

bool IsMarker(std::string_view line) { return WithoutLeadingSpace(line).starts_with("+"); }

bool IsDropped(std::string_view line) { return line.starts_with("TODO") || line.starts_with("---"); }

void Join(std::string_view line, Lines& to) {
  if (to.back().empty()) to.pop_back();
  to.back().append(" ").append(WithoutLeadingSpace(line));
}

// Returns the lines of a description with as few changes as possible. controller-gen reads a line that begins with a
// plus as a marker, and drops a line that begins with TODO or ---. Such lines are joined with the line before.
//
// Upstream: sigs.k8s.io/controller-tools pkg/markers extractDoc (v0.23.0).
Description DescriptionOf(std::string_view text) {
  Description description;
  bool fenced = false;
  for (const std::string& line : LinesOf(text)) {
    if (IsFence(line)) fenced = !fenced;
    const bool marker = IsMarker(line);
    const bool misread = marker || (!fenced && IsDropped(line));
    if (misread && !description.lines.empty()) {
      Join(line, description.lines);
      continue;
    }
    description.lost = description.lost || misread;
    if (!marker && (!line.empty() || !description.lines.empty())) description.lines.push_back(line);
  }
  return description;
}

// Whether gofmt does not change these lines in the comment of a declaration. gofmt changes lists, headings, code and
// quotes.
bool StaysAsItIs(const Lines& lines) {
  return std::ranges::all_of(lines, [](const std::string& line) {
    const char first = line.empty() ? ' ' : line.front();
    const bool letter = base::IsLetter(first);
    return letter && line.find("``") == std::string::npos && line.find("''") == std::string::npos;
  });
}

// Returns the text with a tab before every line that is not empty.
std::string Indented(std::string_view text) {
  std::string indented;
  bool begins = true;
  for (const char c : text) {
    if (begins && c != '\n') indented += '\t';
    indented += c;
    begins = c == '\n';
  }
  return indented;
}

std::size_t TypeWriter::Reserve() {
  declarations_.emplace_back();
  return declarations_.size() - 1;
}

// Writes a declaration, with its markers and an empty line above the documentation. If gofmt would change the
// documentation, writes the declaration in parentheses, in which gofmt does not change comments.
void TypeWriter::Declare(std::size_t slot, const Head& head, const std::string& body) {
  std::string doc;
  AppendComment(head.doc, "", doc);
  std::string markers = Lined(head.markers);
  if (StaysAsItIs(head.doc)) {
    if (!markers.empty()) markers += "\n";
    declarations_[slot] = markers + doc + "type " + head.name + " " + body + "\n";
    return;
  }
  if (!markers.empty()) doc += "//\n";
  declarations_[slot] = "type (\n" + Indented(doc + markers + head.name + " " + body + "\n") + ")\n";
}

std::string TypeWriter::Imported(Shape shape) {
  const std::string_view package = ImportFor(shape);
  if (!package.empty()) imports_.insert(package);
  return std::string(TypeName(shape));
}

Lines TypeWriter::DocOf(const Node& node, Markers& markers) {
  auto description = DescriptionOf(node.schema.generic.description.Value());
  if (description.lost) ReportLoss(node, "description", markers);
  return std::move(description.lines);
}

void TypeWriter::ReportLoss(const Node& node, const std::string& keyword, Markers& markers) {
  markers.push_back(ReportUnmapped(node.path.Child(keyword), diagnostics_));
}

void TypeWriter::LoseOfElement(const Node& node, Markers& markers) {
  const crd::Generic& generic = node.schema.generic;
  if (generic.nullable) ReportLoss(node, "nullable", markers);
  if (!generic.default_value.empty()) ReportLoss(node, "default", markers);
  if (!generic.annotations->example.empty()) ReportLoss(node, "example", markers);
}

void TypeWriter::Add(const Node& node, const NodeMarkers& found, Markers& markers) {
  for (const Marker& marker : found.validation) markers.push_back(ValidationMarker(marker));
  for (const Marker& marker : found.structure) markers.push_back(marker);
  for (const std::string& keyword : found.unmapped_keywords) ReportLoss(node, keyword, markers);
}

std::string TypeWriter::Struct(const Node& node, Head head) {
  const std::size_t slot = Reserve();
  Add(node, MarkersOf(node.schema, Shape::kStruct, GeneratedSchemaOf(Shape::kStruct)), head.markers);
  const auto fields = FieldsOf(node, Names({}), false, head.markers);
  const std::string text = Fields(node, fields, head.name);
  Declare(slot, head, text.empty() ? "struct{}" : "struct {\n" + text + "}");
  return head.name;
}

// Declares a named type for a schema whose markers and documentation cannot be written where the schema is used.
// Returns the name of the type.
std::string TypeWriter::Named(const Node& node, Shape shape, Head head) {
  const std::size_t slot = Reserve();
  shape = Markable(shape);
  const bool wraps = IsForeign(shape);
  const GeneratedSchema wrapped{.type = "object", .format = "", .type_is_known = true, .is_wrapped = true};
  Add(node, MarkersOf(node.schema, shape, wraps ? wrapped : GeneratedSchemaOf(shape)), head.markers);
  const std::string body = wraps ? "struct {\n\t" + Imported(shape) + " `json:\",inline\"`\n}"
                                 : TypeOf(node, shape, head.name, {head.markers, true});
  Declare(slot, head, body);
  return head.name;
}

std::string TypeWriter::TypeOf(const Node& node, Shape shape, const std::string& name, const Use& use) {
  if (shape != Shape::kStruct && !node.schema.value_validation->required.empty())
    ReportLoss(node, "required", use.markers);
  switch (shape) {
    case Shape::kStruct: return Struct(node, {names_.TakeUnique(name), {}, {}});
    case Shape::kList: return "[]" + ElementOf(node, "items", ElementName(name), use);
    case Shape::kMap:
      return "map[string]" + ElementOf(node, "additionalProperties", name + "Value", {use.markers, false});
    default: return Imported(shape);
  }
}

std::string TypeWriter::ElementOf(const Node& node, const char* keyword, const std::string& name, const Use& use) {
  const auto* additional = node.schema.additional_properties;
  const crd::Structural* element = node.schema.items;
  if (node.schema.items == nullptr && additional != nullptr) element = additional->structural;
  if (element == nullptr) return Imported(Shape::kJson);
  return Element({*element, node.path.Child(keyword)}, name, use);
}

std::string TypeWriter::Element(const Node& node, const std::string& name, const Use& use) {
  const Shape shape = ShapeOf(node.schema, "");
  LoseOfElement(node, use.markers);
  Lines doc = DocOf(node, use.markers);
  if (shape == Shape::kStruct) return Struct(node, {names_.TakeUnique(name), std::move(doc), {}});
  const NodeMarkers found = MarkersOf(node.schema, shape, GeneratedSchemaOf(shape));
  const bool elsewhere = !doc.empty() || !found.structure.empty() || (!found.validation.empty() && !use.direct);
  if (elsewhere) return Named(node, shape, {names_.TakeUnique(name), std::move(doc), {}});
  for (const Marker& marker : found.validation) use.markers.push_back(ItemsMarker(marker));
  for (const std::string& keyword : found.unmapped_keywords) ReportLoss(node, keyword, use.markers);
  return TypeOf(node, shape, name, {use.markers, false});
}

// Appends the texts to a marker as the list argument `name`. Appends nothing if the list is empty.
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
  Marker marker = "kubebuilder:subresource:scale:specpath=" + QuotedArgument(scale.spec_path) +
                  ",statuspath=" + QuotedArgument(scale.status_path);
  if (scale.selector_path) marker += ",selectorpath=" + QuotedArgument(*scale.selector_path);
  return marker;
}

Marker ColumnMarker(const Column& column) {
  Marker marker = "kubebuilder:printcolumn:name=" + QuotedArgument(column.name) +
                  ",type=" + QuotedArgument(column.type) + ",JSONPath=" + QuotedArgument(column.json_path);
  if (!column.description.empty()) marker += ",description=" + QuotedArgument(column.description);
  if (!column.format.empty()) marker += ",format=" + QuotedArgument(column.format);
  if (column.priority != 0) marker += ",priority=" + std::to_string(column.priority);
  return marker;
}

// Returns the markers for a kind's names, scope, subresources, columns and version.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd/markers crd.go (v0.23.0).
Markers KindMarkers(const Kind& kind) {
  Markers markers = {"kubebuilder:object:root=true", ResourceMarker(kind.resource)};
  if (kind.has_status_subresource) markers.emplace_back("kubebuilder:subresource:status");
  if (kind.scale) markers.push_back(ScaleMarker(*kind.scale));
  for (const Column& column : kind.columns) markers.push_back(ColumnMarker(column));
  for (const std::string_view path : kind.selectable_fields)
    markers.push_back("kubebuilder:selectablefield:JSONPath=" + QuotedArgument(path));
  if (kind.storage) markers.emplace_back("kubebuilder:storageversion");
  if (!kind.served) markers.emplace_back("kubebuilder:unservedversion");
  if (!kind.deprecated) return markers;
  markers.emplace_back("kubebuilder:deprecatedversion");
  if (kind.deprecation_warning) markers.back() += ":warning=" + QuotedArgument(*kind.deprecation_warning);
  return markers;
}

using base::IsLetterOrDigit;
using crd::Structural;

constexpr std::string_view kMeta = "metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"";

// The ASCII characters other than letters and digits that encoding/json accepts in the name of a json tag.
//
// Upstream: Go encoding/json isValidTag (Go 1.26).
constexpr std::string_view kAllowed = "!#$%&()*+-./:;<=>?@[]^_{|}~ ";

bool CanBeTagged(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return IsLetterOrDigit(c) || kAllowed.find(c) != std::string_view::npos;
  });
}

// Whether a schema of apiVersion, kind or metadata has no information beyond its type and description.
bool IsPlain(const Structural& schema) {
  const Shape shape = ShapeOf(schema, "metadata");
  const NodeMarkers markers = MarkersOf(schema, shape, GeneratedSchemaOf(shape));
  return schema.properties.empty() && markers.type_markers_empty() && markers.field.empty() &&
         markers.unmapped_keywords.empty();
}

std::string TagOf(std::string_view property, bool required) {
  std::string tag = "`json:\"" + std::string(property);
  if (!required) tag += ",omitempty";
  if (required && property == "-") tag += ",";
  return tag + "\"`";
}

// Whether Go needs a pointer to express that a value of the shape is absent. Slices and maps can be nil.
bool NeedsPointer(Shape shape) { return shape != Shape::kList && shape != Shape::kMap && shape != Shape::kBytes; }

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
  Add(node, MarkersOf(node.schema, Shape::kStruct, GeneratedSchemaOf(Shape::kStruct)), head.markers);
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

// Returns the Go fields of a struct. Properties with only letters and digits get their Go names first, so only names of
// other properties can get a number that makes them unique.
std::vector<TypeWriter::Field> TypeWriter::FieldsOf(const Node& node, Names names, bool root, Markers& markers) {
  for (const char* method : {"DeepCopy", "DeepCopyInto", "DeepCopyObject"}) names.TakeUnique(method);
  std::vector<Field> fields;
  const auto required = RequiredOf(node.schema);
  for (const auto& [property, schema] : node.schema.properties) {
    const bool native = root && IsNative(property);
    if (native ? !IsPlain(*schema) : !CanBeTagged(property))
      markers.push_back(ReportUnmapped(node.path.Child("properties", property), diagnostics_));
    else if (!native)
      fields.push_back({property, *schema, "", required.contains(property)});
  }
  for (const bool plain : {true, false}) {
    for (Field& field : fields)
      if (std::ranges::all_of(field.property, IsLetterOrDigit) == plain)
        field.name = names.TakeUnique(ExportedName(field.property));
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
  const NodeMarkers found = MarkersOf(node.schema, shape, GeneratedSchemaOf(shape));
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

using base::IsDigit;
using base::IsLower;

// Names that a package cannot have: Go's keywords, and `main`, which is for programs. Sorted.
constexpr std::array<std::string_view, 26> kReserved = {
    "break",   "case",  "chan",   "const",  "continue", "default", "defer",     "else", "fallthrough",
    "for",     "func",  "go",     "goto",   "if",       "import",  "interface", "main", "map",
    "package", "range", "return", "select", "struct",   "switch",  "type",      "var"};

// Returns a version as a package name: "v1".
std::string PackageName(std::string_view version) {
  std::string name;
  for (const char c : version) name += IsLower(c) || IsDigit(c) ? c : '_';
  if (name.empty() || !IsLower(name.front())) name.insert(0, 1, 'v');
  if (std::ranges::binary_search(kReserved, std::string_view(name))) name += '_';
  return name;
}

// The declarations of one or more kinds.
struct Types {
  std::set<std::string_view> imports;
  std::string text;
};

std::string NameOf(const Kind& kind, std::string_view name) {
  return name.empty() ? PackageName(kind.version) : std::string(name);
}

std::string Clause(const Kind& kind, std::string_view given) {
  const std::string name = NameOf(kind, given), group(kind.resource.group);
  std::string text =
      "// Package " + name + " has the types of the API " + group + "/" + std::string(kind.version) + ".\n//\n";
  text += "// +kubebuilder:object:generate=true\n// +groupName=" + group + "\n";
  if (name != kind.version) text += "// +versionName=" + std::string(kind.version) + "\n";
  return text + "package " + name + "\n";
}

std::string Import(const std::set<std::string_view>& imports) {
  const auto path = [](std::string_view import) { return import.substr(import.find('"')); };
  std::vector<std::string_view> sorted(imports.begin(), imports.end());
  std::ranges::sort(sorted, {}, path);
  std::string text = "\nimport (\n";
  for (const std::string_view import : sorted) text.append("\t").append(import).append("\n");
  return text + ")\n";
}

// Reports the names of a kind (kind and list kind) that differ from those that controller-gen derives from the Go
// names, because no marker can set them.
void DiagnoseNames(const NamedKind& named, Diagnostics& diagnostics) {
  const Resource& resource = named.kind.resource;
  if (named.name != resource.kind)
    diagnostics.push_back({"spec.names.kind", "is not a unique name in Go: " + named.name});
  if (resource.list_kind != named.name + "List") diagnostics.push_back({"spec.names.listKind", "it has no marker"});
}

class Writer {
 public:
  Writer(const std::vector<const Kind*>& kinds, PackageText& to) : kinds_(NameKinds(kinds, names_)), to_(to) {
    to_.diagnostics.resize(kinds.size());
  }

  const std::vector<NamedKind>& kinds() const { return kinds_; }

  void Add(const NamedKind& named, Types& types) {
    Diagnostics& diagnostics = to_.diagnostics[named.index];
    DiagnoseNames(named, diagnostics);
    TypeWriter writer(names_, diagnostics);
    writer.WriteKind(named.kind, named.name, named.list_name);
    types.imports.insert(writer.imports().begin(), writer.imports().end());
    for (const std::string& declaration : writer.declarations()) types.text += "\n" + declaration;
  }

 private:
  Names names_{{"AddToScheme", "GroupVersion", "SchemeBuilder", "SchemeGroupVersion"}};
  const std::vector<NamedKind> kinds_;
  PackageText& to_;
};

}  // namespace

PackageText WritePackage(const std::vector<const Kind*>& kinds, std::string_view name) {
  PackageText package;
  package.files.push_back({"doc.go", Clause(*kinds.front(), name)});
  Writer writer(kinds, package);
  Names files({"doc"});
  for (const NamedKind& kind : writer.kinds()) {
    Types types;
    writer.Add(kind, types);
    const std::string file = files.TakeUnique(base::ToLowerAscii(kind.name)) + "_types.go";
    package.files.push_back({file, "package " + NameOf(kind.kind, name) + "\n" + Import(types.imports) + types.text});
  }
  return package;
}

PackageText WriteOneFile(const std::vector<const Kind*>& kinds, std::string_view name) {
  PackageText package;
  Writer writer(kinds, package);
  Types types;
  for (const NamedKind& kind : writer.kinds()) writer.Add(kind, types);
  package.files.push_back({"types.go", Clause(*kinds.front(), name) + Import(types.imports) + types.text});
  return package;
}

std::string FolderOf(const Kind& kind, std::string_view name) {
  return std::string(kind.resource.group) + "/" + NameOf(kind, name);
}

}  // namespace structural::generate::go
