// Type: data that describes the Go type of a field in a Kubernetes API object.
//
// The tables in crd_types.h determine how each field of a CustomResourceDefinition is read and written, like in
// encoding/json. Only read.h and write.h interpret these types.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace structural::kubernetes {

enum class Kind {
  kString,
  kBool,
  kInt32,
  kInt64,
  kDouble,
  kBytes,                // []byte: base64
  kTime,                 // metav1.Time
  kJson,                 // apiextensions' type JSON: any value whose numbers are in the range of a double
  kAny,                  // any value, unchanged (FieldsV1)
  kPointer,              // pointer to `element`
  kList,                 // list of `element`
  kMap,                  // map from strings to `element`
  kStruct,               // struct with the fields in `fields`
  kSchemaOrArray,        // a JSONSchemaProps or a list of them (items)
  kSchemaOrBool,         // a JSONSchemaProps or a bool (additionalProperties)
  kSchemaOrStringArray,  // a JSONSchemaProps or a list of strings (dependencies)
};

struct Type;

struct Field {
  std::string_view name;
  const Type* type;
  bool omit_empty;
};

// A Go type, in static storage.
struct Type {
  Kind kind;
  const Type* element = nullptr;       // the pointed-to or contained type; JSONSchemaProps for the last three kinds
  std::span<const Field> fields = {};  // sorted by name

  // Returns the field of a struct; nullptr if it does not exist. Names are case-sensitive.
  const Field* Find(std::string_view name) const {
    const auto at = std::ranges::lower_bound(fields, name, {}, &Field::name);
    return at == fields.end() || at->name != name ? nullptr : &*at;
  }
};

// Types that have no name in Kubernetes' Go code.

inline constexpr Type kString{Kind::kString};
inline constexpr Type kBool{Kind::kBool};
inline constexpr Type kInt32{Kind::kInt32};
inline constexpr Type kInt64{Kind::kInt64};
inline constexpr Type kDouble{Kind::kDouble};
inline constexpr Type kBytes{Kind::kBytes};
inline constexpr Type kTime{Kind::kTime};
inline constexpr Type kJson{Kind::kJson};
inline constexpr Type kAny{Kind::kAny};
inline constexpr Type kOptionalString{Kind::kPointer, &kString};
inline constexpr Type kOptionalBool{Kind::kPointer, &kBool};
inline constexpr Type kOptionalInt32{Kind::kPointer, &kInt32};
inline constexpr Type kOptionalInt64{Kind::kPointer, &kInt64};
inline constexpr Type kOptionalDouble{Kind::kPointer, &kDouble};
inline constexpr Type kOptionalTime{Kind::kPointer, &kTime};
inline constexpr Type kOptionalJson{Kind::kPointer, &kJson};
inline constexpr Type kOptionalAny{Kind::kPointer, &kAny};
inline constexpr Type kStrings{Kind::kList, &kString};
inline constexpr Type kStringMap{Kind::kMap, &kString};
inline constexpr Type kJsonList{Kind::kList, &kJson};

// Values of Field::omit_empty. kOmitEmpty: encoding/json omits the field if its value is zero. kWriteZero:
// encoding/json always writes the field.
inline constexpr bool kOmitEmpty = true;
inline constexpr bool kWriteZero = false;

}  // namespace structural::kubernetes
