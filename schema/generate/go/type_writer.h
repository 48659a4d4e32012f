// TypeWriter: the Go types for a schema.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/generate/go/node_markers.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"
#include "schema/generate/words.h"

namespace structural::generate::go {

// A description as a comment in Go.
struct Description {
  Lines lines;
  bool lost = false;  // controller-gen does not read the first line as a description
};

// Returns the lines of a description with as few changes as possible. controller-gen reads lines that begin with a plus
// as markers and drops those that begin with TODO or ---, so these are joined with the line before.
//
// Upstream: sigs.k8s.io/controller-tools pkg/markers extractDoc (v0.23.0).
Description DescriptionOf(std::string_view text);

// Whether gofmt leaves these lines of a declaration's comment unchanged: it reformats lists, headings, code and quotes.
bool StaysAsItIs(const Lines& lines);

// Returns the text with a tab before every line that is not empty.
std::string Indented(std::string_view text);

// Adds declarations to a file. The declaration of a type precedes the declarations of the types of
// its fields. Not thread-safe.
class TypeWriter {
 public:
  // `names` are the names in the package. `names` and `diagnostics` must outlive the writer.
  TypeWriter(Names& names, Diagnostics& diagnostics) : names_(names), diagnostics_(diagnostics) {}

  // Adds the type of a kind as `name`, the types of its fields, and the type of its list.
  void WriteKind(const Kind& kind, const std::string& name, const std::string& list);

  // Imports of the declarations.
  const std::set<std::string_view>& imports() const { return imports_; }
  const std::vector<std::string>& declarations() const { return declarations_; }

 private:
  struct Field {
    std::string_view property;
    const crd::Structural& schema;
    std::string name;  // name in Go
    bool required;
  };
  // The part of a declaration before the type: name, documentation and markers.
  struct Head {
    std::string name;
    Lines doc;
    Markers markers;
  };
  // The use of an element in a field or type.
  struct Use {
    Markers& markers;  // markers of the field or type
    bool direct;       // the field or type can have markers for its items
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

}  // namespace structural::generate::go
