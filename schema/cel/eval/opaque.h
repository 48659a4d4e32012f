// Values of libraries, and lists and maps of the host program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// A value of a library, such as a quantity or an IP address. It is in an Arena, so its destructor does not run.
// Immutable.
class Opaque {
 public:
  // Returns the same object for all values of a type.
  virtual const cel::Type& type() const = 0;

  // Returns the result of cel-go's method Equal of the type: a bool or an error.
  virtual Value Equal(const Value& other, Context& context) const = 0;

  // Prints the Go value: "1Gi".
  virtual std::string Print() const = 0;

  // Returns the name of the type in Go, for errors: "cel.Quantity".
  virtual std::string_view GoType() const { return TypeName(type()); }

  // Returns whether Go accepts such a value as the key of a map, and whether equal texts are then the same key.
  virtual bool is_hashable() const { return true; }
  virtual bool is_key_by_text() const { return false; }

  // The size that costs depend on; nullopt if the type has none.
  virtual std::optional<std::int64_t> Size() const { return std::nullopt; }

  // Whether == costs 1 for any size, if its left operand is a value of this type.
  virtual bool has_cheap_equality() const { return true; }

 protected:
  ~Opaque() = default;
};

// A list of the host program, such as JSON data. Its elements are converted when they are used. Lifetime as of Opaque.
class HostList {
 public:
  virtual std::int64_t Size() const = 0;
  // Precondition: 0 <= index < Size(). Can return an error.
  virtual Value Get(std::int64_t index, Context& context) const = 0;
  // Returns the value of list == other: a bool or an error. `other` can be any value.
  virtual Value Equal(const Value& other, Context& context) const = 0;
  // Returns the value of list + other.
  virtual Value Add(const Value& other, Context& context) const = 0;
  // Returns the value of `element in list`.
  virtual Value Contains(const Value& element, Context& context) const = 0;
  // Returns the name of the type in Go, for errors: "*common.unstructuredList".
  virtual std::string_view GoType() const = 0;

 protected:
  ~HostList() = default;
};

// A map of the host program. Its values are converted when they are used. Lifetime as of Opaque.
class HostMap {
 public:
  virtual std::int64_t Size() const = 0;
  // Returns nullopt if the map does not have the key. The value can be an error.
  virtual std::optional<Value> Find(const Value& key, Context& context) const = 0;
  // Returns the key at an index below Size().
  virtual Value Key(std::int64_t index, Context& context) const = 0;
  virtual Value Equal(const Value& other, Context& context) const = 0;
  virtual std::string_view GoType() const = 0;

 protected:
  ~HostMap() = default;
};

}  // namespace structural::cel::eval
