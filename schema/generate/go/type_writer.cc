#include "schema/generate/go/type_writer.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::generate::go {
namespace {

std::string Lined(const Markers& markers) {
  std::string text;
  for (const Marker& marker : markers) text.append("// +").append(marker).append("\n");
  return text;
}

// Whether the type is from another package, so that markers need a struct around it.
bool IsForeign(Shape shape) { return shape > Shape::kTime; }

// Returns the shape of a named type. Bytes and times become strings, because markers would see a list or no type.
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

}  // namespace

std::size_t TypeWriter::Reserve() {
  declarations_.emplace_back();
  return declarations_.size() - 1;
}

// Writes a declaration with its markers above the documentation, apart from it. If gofmt would reformat the
// documentation, writes both in parentheses, where gofmt does not change comments.
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
  markers.push_back(Unmapped(node.path.Child(keyword), diagnostics_));
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
  for (const std::string& keyword : found.unmapped) ReportLoss(node, keyword, markers);
}

std::string TypeWriter::Struct(const Node& node, Head head) {
  const std::size_t slot = Reserve();
  Add(node, MarkersOf(node.schema, Shape::kStruct, ProducedBy(Shape::kStruct)), head.markers);
  const auto fields = FieldsOf(node, Names({}), false, head.markers);
  const std::string text = Fields(node, fields, head.name);
  Declare(slot, head, text.empty() ? "struct{}" : "struct {\n" + text + "}");
  return head.name;
}

// Declares a type for a schema whose markers and documentation cannot be written at its use.
std::string TypeWriter::Named(const Node& node, Shape shape, Head head) {
  const std::size_t slot = Reserve();
  shape = Markable(shape);
  const bool wraps = IsForeign(shape);
  const Produced wrapped{.type = "object", .format = "", .visible = true, .wrapped = true};
  Add(node, MarkersOf(node.schema, shape, wraps ? wrapped : ProducedBy(shape)), head.markers);
  const std::string body = wraps ? "struct {\n\t" + Imported(shape) + " `json:\",inline\"`\n}"
                                 : TypeOf(node, shape, head.name, {head.markers, true});
  Declare(slot, head, body);
  return head.name;
}

std::string TypeWriter::TypeOf(const Node& node, Shape shape, const std::string& name, const Use& use) {
  if (shape != Shape::kStruct && !node.schema.value_validation->required.empty())
    ReportLoss(node, "required", use.markers);
  switch (shape) {
    case Shape::kStruct: return Struct(node, {names_.Take(name), {}, {}});
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
  if (shape == Shape::kStruct) return Struct(node, {names_.Take(name), std::move(doc), {}});
  const NodeMarkers found = MarkersOf(node.schema, shape, ProducedBy(shape));
  const bool elsewhere = !doc.empty() || !found.structure.empty() || (!found.validation.empty() && !use.direct);
  if (elsewhere) return Named(node, shape, {names_.Take(name), std::move(doc), {}});
  for (const Marker& marker : found.validation) use.markers.push_back(ItemsMarker(marker));
  for (const std::string& keyword : found.unmapped) ReportLoss(node, keyword, use.markers);
  return TypeOf(node, shape, name, {use.markers, false});
}

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

bool StaysAsItIs(const Lines& lines) {
  return std::ranges::all_of(lines, [](const std::string& line) {
    const char first = line.empty() ? ' ' : line.front();
    const bool letter = base::IsLetter(first);
    return letter && line.find("``") == std::string::npos && line.find("''") == std::string::npos;
  });
}

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

}  // namespace structural::generate::go
