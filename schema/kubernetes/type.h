// Type: what a field of a Kubernetes API object is in Go, as data.
//
// The tables in crd_types.h say of every field of a CustomResourceDefinition how encoding/json
// reads and writes it; read.h and write.h are the only code that knows how.
#pragma once

#include <span>
#include <string_view>

namespace structural::kubernetes {

enum class Kind {
  kString,
  kBool,
  kInt32,
  kInt64,
  kDouble,
  kBytes,          // []byte: base64
  kTime,           // metav1.Time
  kJson,           // apiextensions JSON: any value, its numbers representable
  kAny,            // any value that nobody looks into (FieldsV1)
  kPointer,        // of element
  kList,           // of element
  kMap,            // string to element
  kStruct,         // of fields
  kSchemaOrArray,  // the three unions of JSONSchemaProps
  kSchemaOrBool,
  kSchemaOrStringArray,
};

struct Type;

struct Field {
  std::string_view name;
  const Type* type;
  bool omit_empty;
};

// Static storage. A union's element is JSONSchemaProps.
struct Type {
  Kind kind;
  const Type* element = nullptr;
  std::span<const Field> fields = {};  // sorted by name

  // nullptr where the struct has no such field. Names are matched exactly.
  const Field* Find(std::string_view name) const;
};

}  // namespace structural::kubernetes
