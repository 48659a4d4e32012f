// Value: the value of a CEL expression at run time.
//
// A Value has 16 bytes and points into an Arena, into the host program's data or to static memory, which must outlive
// it. A copy shares the data. Values are immutable, except the accumulator of a loop, which is invisible outside of the
// loop. Therefore threads can share values.
//
// Upstream: cel-go common/types (v0.29.2).
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "schema/cel/type.h"
#include "schema/go/moment.h"

namespace structural::cel::eval {

class Opaque;
class HostList;
class HostMap;
struct ConcatList;
struct ListBuilder;
struct MapNode;
class Value;

enum class Kind : std::uint8_t {
  kNull,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,  // UTF-8
  kBytes,
  kDuration,  // number of nanoseconds
  kTimestamp,
  kType,
  kList,      // see list.h
  kMap,       // see map.h
  kOptional,  // an optional, with or without a value
  kOpaque,    // a value of a library: a quantity, an IP address
  kError,     // a failed evaluation, with its message
};

// The representation of a list or a map.
enum class Form : std::uint8_t {
  kNone,     // neither a list nor a map
  kArray,    // list: an array of elements
  kConcat,   // list: the concatenation of two lists
  kMutable,  // list or map: the accumulator of a loop
  kEntries,  // map: made by an expression
  kHost,     // list or map of the host program
};

// A point in time in the years 1 to 9999, with the offset that it is printed with.
using Timestamp = go::Moment;

class Value {
 public:
  Value() = default;  // null
  static Value Bool(bool value) { return {Kind::kBool, {.boolean = value}}; }
  static Value Int(std::int64_t value) { return {Kind::kInt, {.integer = value}}; }
  static Value Uint(std::uint64_t value) { return {Kind::kUint, {.unsigned_integer = value}}; }
  static Value Double(double value) { return {Kind::kDouble, {.real = value}}; }
  // String and Bytes do not copy the text, which must outlive the value.
  static Value String(std::string_view text) { return Text(Kind::kString, text); }
  static Value Bytes(std::string_view bytes) { return Text(Kind::kBytes, bytes); }
  static Value Duration(std::int64_t nanoseconds) { return {Kind::kDuration, {.integer = nanoseconds}}; }
  static Value Time(const Timestamp& time) {
    Value value(Kind::kTimestamp, {.integer = time.seconds});
    value.size_ = static_cast<std::uint32_t>(time.nanoseconds);
    value.offset_ = time.offset_minutes;
    return value;
  }
  // The type must be static or outlive the program.
  static Value TypeOf(const cel::Type& type) { return {Kind::kType, {.type = &type}}; }
  // List does not copy the elements, which must outlive the value.
  static Value List(std::span<const Value> elements) {
    Value value(Kind::kList, {.values = elements.data()}, Form::kArray);
    value.size_ = static_cast<std::uint32_t>(elements.size());
    return value;
  }
  static Value List(const HostList& list) { return {Kind::kList, {.host_list = &list}, Form::kHost}; }
  static Value List(const ConcatList& list) { return {Kind::kList, {.concat_list = &list}, Form::kConcat}; }
  static Value List(ListBuilder& list) { return {Kind::kList, {.mutable_list = &list}, Form::kMutable}; }
  static Value Map(const HostMap& map) { return {Kind::kMap, {.host_map = &map}, Form::kHost}; }
  static Value Map(const MapNode& map) { return {Kind::kMap, {.map = &map}, Form::kEntries}; }
  static Value MutableMap(MapNode& map) { return {Kind::kMap, {.mutable_map = &map}, Form::kMutable}; }
  // optional.none().
  static Value EmptyOptional() { return {Kind::kOptional, {.values = nullptr}}; }
  // optional.of(value). The value is not copied; Context::Optional copies it.
  static Value Optional(const Value& value) { return {Kind::kOptional, {.values = &value}}; }
  static Value Of(const Opaque& opaque) { return {Kind::kOpaque, {.opaque = &opaque}}; }
  // The message is not copied; Context::Fail copies it.
  static Value Error(std::string_view message) { return Text(Kind::kError, message); }

  Kind kind() const { return kind_; }
  Form form() const { return form_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_error() const { return kind_ == Kind::kError; }
  bool is_string() const { return kind_ == Kind::kString; }
  bool is_true() const { return kind_ == Kind::kBool && held_.boolean; }
  bool is_false() const { return kind_ == Kind::kBool && !held_.boolean; }

  // Precondition of each accessor: the value has the kind, and for lists and maps the form, that the accessor returns.
  bool boolean() const { return HeldAs(Kind::kBool).boolean; }
  std::int64_t integer() const { return HeldAs(Kind::kInt).integer; }
  std::uint64_t unsigned_integer() const { return HeldAs(Kind::kUint).unsigned_integer; }
  double real() const { return HeldAs(Kind::kDouble).real; }
  // Returns the text of a string, bytes or an error.
  std::string_view text() const {
    assert(kind_ == Kind::kString || kind_ == Kind::kBytes || kind_ == Kind::kError);
    return {held_.text, size_};
  }
  // Returns the bits of an integer or a duration, or the pointer of a type, a list, a map or an optional. The pointer is
  // equal for two copies of one value.
  std::uint64_t bits() const {
    const bool is_number = kind_ == Kind::kInt || kind_ == Kind::kUint || kind_ == Kind::kDuration;
    return is_number ? held_.unsigned_integer : reinterpret_cast<std::uintptr_t>(held_.values);
  }
  std::int64_t duration() const { return HeldAs(Kind::kDuration).integer; }
  Timestamp time() const { return {HeldAs(Kind::kTimestamp).integer, static_cast<std::int32_t>(size_), offset_}; }
  const cel::Type& type() const { return *HeldAs(Kind::kType).type; }
  const Opaque& opaque() const { return *HeldAs(Kind::kOpaque).opaque; }
  bool has_value() const { return HeldAs(Kind::kOptional).values != nullptr; }
  // Precondition: has_value().
  const Value& value() const {
    assert(has_value());
    return *held_.values;
  }
  std::span<const Value> elements() const { return {HeldAs(Kind::kList, Form::kArray).values, size_}; }
  const HostList& host_list() const { return *HeldAs(Kind::kList, Form::kHost).host_list; }
  const ConcatList& concat_list() const { return *HeldAs(Kind::kList, Form::kConcat).concat_list; }
  ListBuilder& mutable_list() const { return *HeldAs(Kind::kList, Form::kMutable).mutable_list; }
  const HostMap& host_map() const { return *HeldAs(Kind::kMap, Form::kHost).host_map; }
  // Returns a map of the form kEntries or kMutable.
  const MapNode& map() const {
    assert(kind_ == Kind::kMap && form_ != Form::kHost);
    return *held_.map;
  }
  MapNode& mutable_map() const { return *HeldAs(Kind::kMap, Form::kMutable).mutable_map; }
  // Returns the address of the contents of a list or map. Copies of one value have the same address. Two containers
  // have different addresses, even if their contents are equal.
  const void* identity() const { return held_.values; }

 private:
  union Held {
    bool boolean;
    std::int64_t integer;
    std::uint64_t unsigned_integer;
    double real;
    const char* text;
    const cel::Type* type;
    const Value* values;
    const Opaque* opaque;
    const HostList* host_list;
    const ConcatList* concat_list;
    ListBuilder* mutable_list;
    const HostMap* host_map;
    const MapNode* map;
    MapNode* mutable_map;
  };

  Value(Kind kind, Held held, Form form = Form::kNone) : held_(held), kind_(kind), form_(form) {}

  const Held& HeldAs([[maybe_unused]] Kind kind, [[maybe_unused]] Form form = Form::kNone) const {
    assert(kind_ == kind && form_ == form);
    return held_;
  }

  static Value Text(Kind kind, std::string_view text) {
    Value value(kind, {.text = text.data()});
    value.size_ = static_cast<std::uint32_t>(text.size());
    return value;
  }

  Held held_{.integer = 0};
  std::uint32_t size_ = 0;
  Kind kind_ = Kind::kNull;
  Form form_ = Form::kNone;
  std::int16_t offset_ = 0;
};

static_assert(sizeof(Value) == 16 && std::is_trivially_copyable_v<Value>);

// Returns the type of a value at run time: list(dyn), map(dyn, dyn), optional_type(dyn), the type of errors, or the
// basic type of its kind.
const cel::Type& RuntimeType(const Value& value);
inline std::string_view RuntimeTypeName(const Value& value) { return TypeName(RuntimeType(value)); }

}  // namespace structural::cel::eval
