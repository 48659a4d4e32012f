// The types of expressions.
//
// Upstream: cel-go common/types/types.go, checker/format.go (v0.29.2).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"

namespace structural::cel {

enum class TypeKind : std::uint8_t {
  kAny,
  kBool,
  kBytes,
  kDouble,
  kDuration,
  kDyn,
  kError,
  kInt,
  kList,  // parameter: element
  kMap,   // parameters: key, value
  kNull,
  kOpaque,  // a named type with parameters: optional_type(int)
  kString,
  kStruct,  // a named type, whose fields a StructProvider knows
  kTimestamp,
  kType,       // type(int), the type of the value `int`; parameter: int
  kParameter,  // a type parameter with a name, or a type variable with a number
  kUint,
};

// A type of CEL. Immutable; its memory is static or belongs to an Arena.
struct Type {
  // Maximum number of nodes of a type. A type is a tree of its parameters; a Type object that occurs several times in
  // the tree counts each time.
  static constexpr std::uint32_t kMaxTypeNodes = 10'000;
  // Value of `variable` for all types except type variables.
  static constexpr std::int32_t kNotVariable = -1;

  TypeKind kind = TypeKind::kDyn;
  bool nullable = false;                 // whether null is a value, too: wrapper(int)
  bool is_generic = false;               // whether the type is or contains a type parameter
  std::int32_t variable = kNotVariable;  // number of the type variable (see Bindings)
  std::uint32_t node_count = 1;          // number of nodes
  std::string_view name = {};            // only for kOpaque, kStruct and kParameter
  std::span<const Type* const> parameters = {};
};

// Returns the type of a kind whose types have neither parameters nor names, such as kInt.
const Type& BasicType(TypeKind kind);

// Prints a type for errors: map(string, list(int)).
std::string FormatType(const Type& type);

// Prints the types of a call's arguments for errors: (int, int). `is_member`: whether the function is called on its
// first argument. The result is then int.(string).
std::string FormatArguments(std::span<const Type* const> types, bool is_member);

// Returns the type's name at run time, without parameters: "list", "google.protobuf.Duration".
std::string_view TypeName(const Type& type);

bool SameType(const Type& a, const Type& b);

bool IsDyn(const Type& type);  // whether the type is only known at run time
bool IsDynOrError(const Type& type);
// Returns the type of an optional's value; null if `type` is not an optional type.
const Type* UnwrapOptional(const Type& type);

// Makes types. Not thread-safe.
class TypeFactory {
 public:
  explicit TypeFactory(base::Arena& arena) : arena_(arena) {}

  // Whether a requested type had more than Type::kMaxTypeNodes nodes. Such a type is replaced by dyn.
  bool exceeded_max_nodes() const { return exceeded_; }

  const Type* List(const Type* element) { return Make(TypeKind::kList, {}, {&element, 1}); }
  const Type* Map(const Type* key, const Type* value);
  const Type* Optional(const Type* of) { return Make(TypeKind::kOpaque, "optional_type", {&of, 1}); }
  const Type* TypeOf(const Type* type) { return Make(TypeKind::kType, {}, {&type, 1}); }
  const Type* Nullable(const Type& type);
  const Type* Variable(std::int32_t number);

  // Returns the type of a kind with a name and parameters. `name` must outlive the type.
  const Type* Make(TypeKind kind, std::string_view name, std::span<const Type* const> parameters);

 private:
  base::Arena& arena_;
  bool exceeded_ = false;
};

}  // namespace structural::cel
