// Values of libraries, and lists and maps of data of others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// A value that only a library's functions know: a quantity, an IP address. In an Arena, so nothing
// runs when it ends. Immutable.
class Opaque {
 public:
  // The same object for all values of a type.
  virtual const cel::Type& type() const = 0;

  // A bool, or an error. cel-go's Equal of the type.
  virtual Value Equal(const Value& other, Context& context) const = 0;

  // As Go prints what the value is of: "1Gi".
  virtual std::string Print() const = 0;

  // Go's name of the type, for errors: "cel.Quantity".
  virtual std::string_view GoType() const { return TypeName(type()); }

  // As keys of Go's maps: whether it takes such a value, and whether values that are printed alike
  // are one key.
  virtual bool is_hashable() const { return true; }
  virtual bool is_key_by_text() const { return false; }

  // The type's Size, which costs go by; nullopt where it has none.
  virtual std::optional<std::int64_t> Size() const { return std::nullopt; }

  // Whether == of such a value on the left costs 1, whatever its size.
  virtual bool has_cheap_equality() const { return true; }

 protected:
  ~Opaque() = default;
};

// A list of data of others. Its elements become values when they are asked for. As Opaque.
class HostList {
 public:
  virtual std::int64_t Size() const = 0;
  // Precondition: 0 <= index < Size(). May be an error.
  virtual Value Get(std::int64_t index, Context& context) const = 0;
  // list == other; a bool, or an error. `other` may be of any kind.
  virtual Value Equal(const Value& other, Context& context) const = 0;
  // list + other.
  virtual Value Add(const Value& other, Context& context) const = 0;
  // element in list.
  virtual Value Contains(const Value& element, Context& context) const = 0;
  // Go's name of the type, for errors: "*common.unstructuredList".
  virtual std::string_view GoType() const = 0;

 protected:
  ~HostList() = default;
};

// A map of data of others. As HostList.
class HostMap {
 public:
  virtual std::int64_t Size() const = 0;
  // nullopt where there is no such key. The value may be an error.
  virtual std::optional<Value> Find(const Value& key, Context& context) const = 0;
  // The key at a place; as many as Size().
  virtual Value Key(std::int64_t index, Context& context) const = 0;
  virtual Value Equal(const Value& other, Context& context) const = 0;
  virtual std::string_view GoType() const = 0;

 protected:
  ~HostMap() = default;
};

}  // namespace structural::cel::eval
