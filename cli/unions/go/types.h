// The types that a Go source file declares, as far as their JSON goes.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/unions/go/lexer.h"
#include "document/document.h"

namespace structural::go_source {

// What stands behind a + in the comment before something: "optional", "union".
using Markers = std::set<std::string, std::less<>>;

struct Struct;

// A type where it is used. Copies share what is below it, which never changes.
struct Type {
  enum class Kind {
    kNamed,    // a type of this package, or of Go
    kForeign,  // of another package: "metav1.ObjectMeta"
    kPointer,
    kList,  // a slice or an array
    kMap,
    kStruct,
    kOther,  // interfaces, functions, channels
  };

  Kind kind = Kind::kOther;
  std::string name;                      // of kNamed, kForeign
  std::shared_ptr<const Type> element;   // of kPointer, kList, kMap
  std::shared_ptr<const Struct> fields;  // of kStruct
};

struct Field {
  std::string name;      // in Go; of an embedded one that of its type
  std::string json;      // its key; empty: JSON does not have it, or has its fields
  bool inlined = false;  // JSON has its fields in its place
  bool optional = false;
  bool omitted = false;  // where it is empty, by the tag of JSON
  Markers markers;
  Type type;
  document::Position at;
};

struct Struct {
  std::vector<Field> fields;
};

struct Declaration {
  std::string name;
  Markers markers;
  Type type;
  document::Position at;
};

struct SourceFile {
  std::string package;
  std::vector<Declaration> types;
};

// Reads a file, or tells the first mistake in it. What is no declaration of a type is passed over.
// How deep types are nested is bounded.
std::variant<SourceFile, SyntaxError> ReadSource(std::string_view text);

}  // namespace structural::go_source
