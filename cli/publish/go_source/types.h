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

// Markers in the comment before a declaration, without the "+": "optional", "union".
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
  std::string name;          // Go name; for an embedded field, the name of its type
  std::string json;          // JSON key; empty: the field is not in JSON, or is inlined
  bool inlined = false;      // true: JSON has the fields of the type in place of this field
  bool optional = false;     // true: the field has a marker for optional fields, omitempty or omitzero
  bool omits_empty = false;  // the json tag has omitempty or omitzero
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

// Parses a Go file. Returns the declarations of its types, or the first error. Everything else in the file is skipped.
// Types that are nested too deeply are an error.
std::variant<SourceFile, SyntaxError> ReadSource(std::string_view text);

}  // namespace structural::go_source
