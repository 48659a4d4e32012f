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
  kList,       // of its parameter
  kMap,        // from its first parameter to its second
  kNull,
  kOpaque,     // with a name, and parameters: optional_type(int)
  kString,
  kStruct,     // with a name; a StructProvider has its fields
  kTimestamp,
  kType,       // of types; with a parameter, of that one
  kParameter,  // stands for a type, by its name or its variable
  kUint,
};

// In an Arena or static; not changed once made.
struct Type {
  // Types are trees, of which parts may be the same object. Larger ones are not made.
  static constexpr std::uint32_t kMostParts = 10'000;
  // Of a parameter that has a name and is no variable.
  static constexpr std::int32_t kNamed = -1;

  TypeKind kind = TypeKind::kDyn;
  bool nullable = false;  // null is a value of it, too: wrapper(int)
  bool open = false;      // has parameters that stand for types, or is one
  std::int32_t variable = kNamed;
  std::uint32_t parts = 1;
  std::string_view name = {};  // of kOpaque, kStruct and kParameter
  std::span<const Type* const> parameters = {};
};

// The one that has no parameters and no name. Precondition: there is one of the kind.
const Type& BasicType(TypeKind kind);

// As errors have it: map(string, list(int)).
std::string FormatType(const Type& type);

// As errors have the arguments of a call: (int, int), or int.(string) where the first one is what
// the function is called on.
std::string FormatArguments(std::span<const Type* const> types, bool on_first);

// Without parameters: "list".
std::string_view TypeName(const Type& type);

bool SameType(const Type& a, const Type& b);

bool IsDyn(const Type& type);           // of any kind, known when it runs
bool IsDynOrError(const Type& type);
const Type* OptionalOf(const Type& type);  // its parameter; null where it is no optional

// Makes types. Not thread-safe.
class TypeFactory {
 public:
  explicit TypeFactory(base::Arena& arena) : arena_(arena) {}

  // Whether a type was too large; then it is dyn.
  bool exceeded() const { return exceeded_; }

  const Type* List(const Type* element) { return With(TypeKind::kList, {}, {&element, 1}); }
  const Type* Map(const Type* key, const Type* value);
  const Type* Optional(const Type* of) {
    return With(TypeKind::kOpaque, "optional_type", {&of, 1});
  }
  const Type* TypeOf(const Type* type) { return With(TypeKind::kType, {}, {&type, 1}); }
  const Type* Nullable(const Type& type);
  const Type* Variable(std::int32_t number);

  // The name must outlive the type.
  const Type* With(TypeKind kind, std::string_view name, std::span<const Type* const> parameters);

 private:
  base::Arena& arena_;
  bool exceeded_ = false;
};

}  // namespace structural::cel
