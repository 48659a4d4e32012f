// The types that a Go source file declares, with the data that their JSON depends on.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/publish/go_source/lexer.h"
#include "document/document.h"

namespace structural::go_source {

// Words that follow a + in the comment before a declaration: "optional", "union".
using Markers = std::set<std::string, std::less<>>;

struct Struct;

// The type of a field or declaration. Copies share their nested types, which are immutable.
struct Type {
  enum class Kind {
    kNamed,    // a named type of this package, or a predeclared type of Go
    kForeign,  // a type of another package: "metav1.ObjectMeta"
    kPointer,
    kList,  // a slice or an array
    kMap,
    kStruct,
    kOther,  // interfaces, functions, channels
  };

  Kind kind = Kind::kOther;
  std::string name;                      // name of a kNamed or kForeign type
  std::shared_ptr<const Type> element;   // element type of a kPointer, kList or kMap
  std::shared_ptr<const Struct> fields;  // fields of a kStruct
};

struct Field {
  std::string name;      // Go name; for an embedded field, the name of its type
  std::string json;      // JSON key; empty: the field is not in JSON, or is inlined
  bool inlined = false;  // JSON has the type's fields in place of this field
  bool optional = false;
  bool omitted = false;  // the json tag has omitempty or omitzero
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

// Parses a file. Returns its declarations, or the first error. Skips everything except type declarations. Limits the
// nesting of types.
std::variant<SourceFile, SyntaxError> ReadSource(std::string_view text);

}  // namespace structural::go_source
