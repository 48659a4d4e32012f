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

  // Returns the result of the method Equal that the type has in cel-go: a bool or an error.
  virtual Value Equal(const Value& other, Context& context) const = 0;

  // Prints the Go value: "1Gi".
  virtual std::string Print() const = 0;

  // Returns the name of the type in Go, for errors: "cel.Quantity".
  virtual std::string_view GoType() const { return TypeName(type()); }

  // is_hashable: whether Go accepts the value as a key of a map. is_key_by_text: whether two keys of this type are
  // equal if Print returns the same text for both.
  virtual bool is_hashable() const { return true; }
  virtual bool is_key_by_text() const { return false; }

  // Returns the size that costs depend on; nullopt if values of the type have no size.
  virtual std::optional<std::int64_t> Size() const { return std::nullopt; }

  // Whether == always costs 1 if its left operand is a value of this type. Otherwise the cost depends on the sizes.
  virtual bool has_cheap_equality() const { return true; }

 protected:
  ~Opaque() = default;
};

// A list of the host program, such as JSON data. Its elements are converted when they are used. It is in an Arena, so
// its destructor does not run.
class HostList {
 public:
  virtual std::int64_t Size() const = 0;
  // Returns an element, or an error. Precondition: 0 <= index < Size().
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

// A map of the host program. Its values are converted when they are used. It is in an Arena, so its destructor does not
// run.
class HostMap {
 public:
  virtual std::int64_t Size() const = 0;
  // Returns the value of a key; nullopt if the map does not have the key. The value can be an error.
  virtual std::optional<Value> Find(const Value& key, Context& context) const = 0;
  // Returns the key at an index below Size(). Returns null for a member that the schema does not specify.
  virtual Value Key(std::int64_t index, Context& context) const = 0;
  virtual Value Equal(const Value& other, Context& context) const = 0;
  virtual std::string_view GoType() const = 0;

 protected:
  ~HostMap() = default;
};

}  // namespace structural::cel::eval
