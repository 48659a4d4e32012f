// TypeWriter: the types of Go that a schema is.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/generate/go/node_markers.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"
#include "schema/generate/words.h"
#include "schema/model/structural.h"

namespace structural::generate::go {

// Descriptions as comments in Go.
struct Description {
  Lines lines;
  bool lost = false;  // it begins with what controller-gen takes for something else
};

// As few changes as can be: controller-gen reads lines that begin with a plus as markers, and drops
// those that begin with TODO or ---, so that these go to the end of the line before.
//
// Upstream: sigs.k8s.io/controller-tools pkg/markers extractDoc (v0.23.0).
Description DescriptionOf(std::string_view text);

// Whether gofmt leaves these lines as they are where they document a declaration: it has an opinion
// on lists, headings, code and quotes.
bool StaysAsItIs(const Lines& lines);

// Every line that is not empty further in by a tab.
std::string Indented(std::string_view text);

// Adds declarations to a file, each before those of its fields. Not thread-safe.
class TypeWriter {
 public:
  // `names` are those of the package. Both must outlive the writer.
  TypeWriter(Names& names, Diagnostics& diagnostics) : names_(names), diagnostics_(diagnostics) {}

  // The type of the kind, under this name, with the types of its fields, and that of its list.
  void WriteKind(const Kind& kind, const std::string& name, const std::string& list);

  // Packages, as they are imported.
  const std::set<std::string_view>& imports() const { return imports_; }
  const std::vector<std::string>& declarations() const { return declarations_; }

 private:
  struct Field {
    std::string_view property;
    const model::Structural& schema;
    std::string name;  // in Go
    bool required;
  };
  // What stands before a type: how it is described, and its markers.
  struct Head {
    std::string name;
    Lines doc;
    Markers markers;
  };
  // Where an element is used.
  struct Use {
    Markers& markers;  // of the field or type
    bool direct;       // its items can be marked there
  };

  std::string Struct(const Node& node, Head head);
  std::string Named(const Node& node, Shape shape, Head head);
  std::string TypeOf(const Node& node, Shape shape, const std::string& name, const Use& use);
  std::string ElementOf(const Node& node, const char* keyword, const std::string& name,
                        const Use& use);
  std::string Element(const Node& node, const std::string& name, const Use& use);
  std::string Imported(Shape shape);

  std::string Root(const Node& node, Head& head);
  std::vector<Field> FieldsOf(const Node& node, Names names, bool root, Markers& markers);
  std::string Fields(const Node& node, const std::vector<Field>& fields, const std::string& owner);
  std::string FieldText(const Node& node, const Field& field, const std::string& owner);

  Lines DocOf(const Node& node, Markers& markers);
  void Add(const Node& node, const NodeMarkers& found, Markers& markers);
  void Lose(const Node& node, const std::string& keyword, Markers& markers);
  void LoseOfElement(const Node& node, Markers& markers);

  std::size_t Reserve();
  void Declare(std::size_t slot, const Head& head, const std::string& body);

  Names& names_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> imports_;
  std::vector<std::string> declarations_;
};

}  // namespace structural::generate::go
