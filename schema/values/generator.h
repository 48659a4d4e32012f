// Generator makes values that a schema accepts, and values near its limits, from the schema alone.
//
// The values satisfy types, required fields, enums, formats, patterns, limits of numbers, lengths and counts, sets and
// list map keys, int-or-string, and embedded resources. The generator tries the branches of allOf, anyOf, oneOf and
// not. It satisfies rules in x-kubernetes-validations by search: it adds, removes and changes the fields that a rule
// names until the rule holds. A server may still refuse a value, and some schemas accept no value: see Accepts.
//
// Equal schemas and options give equal values on every machine. Each call has a budget (Limits), so that hostile
// schemas cannot exhaust memory or time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/objects/validate.h"
#include "schema/values/budget.h"
#include "schema/values/place.h"

namespace structural::values {

enum class Size : std::uint8_t {
  kSmallest,  // only required fields, without those for which a server sets a default
  kUsual,     // required fields, and optional fields of the root and of its fields
  kFull,      // all optional fields that can be combined
};

// Texts must outlive the generator.
struct GeneratorOptions {
  std::uint64_t seed = 0;
  bool readable = false;     // whether "string" is preferred to "", if both are accepted
  bool is_resource = false;  // whether the root has apiVersion, kind and metadata
  bool has_status = false;   // whether status is a subresource, which a create does not set
  std::string_view api_version = "example.com/v1";
  std::string_view kind = "Example";
  std::string_view name = "example";
  Limits limits = {};  // limits of each call
  // work limit for all calls, instead of limits.work; must outlive the generator; null: limits.work for each call
  base::WorkBudget* work = nullptr;
};

// A structural schema and its compiled checks, as in admission::ServedVersion. Each may be null.
struct Schema {
  const crd::Structural* structural = nullptr;
  const objects::Checks* checks = nullptr;
};

// Generates values for one schema. Values point into the arena, the schema and the given values. Not thread-safe.
// Recursive, at most Limits::depth levels: also needs a stack of cel::kParseStack.
class Generator {
 public:
  // All arguments must outlive the generator.
  Generator(const Schema& schema, const GeneratorOptions& options, base::Arena& arena);
  ~Generator();

  struct Value {
    json::Value value;
    bool accepted = false;  // whether the schema, with its CEL rules, accepts the value; if not, it is only close
  };

  // Whether the last call exceeded the limits.
  bool exhausted() const;

  // Returns a value; nullopt if none was found.
  std::optional<Value> Make(Size size);

  // Returns the smallest value in which the value at the place has this size; nullopt if none was found. A step to an
  // entry of a map has the key of the entry. A step to an item leads to the first item.
  std::optional<Value> MakeAt(ValuePath place, Size size);

  // Returns the smallest value that has `given` at the place; nullopt if none was found. If `given` is null, any value
  // may be there.
  std::optional<Value> MakeWith(ValuePath place, const json::Value* given);

  // Returns values for the place that are at or next to a limit of its schema; MakeWith inserts one of them into a
  // value. Empty if the schema has no such place.
  std::vector<json::Value> ValuesNearLimits(ValuePath place);

  // Whether a value is accepted after defaulting: its types, value validations, list types and CEL rules. The metadata
  // of the resource is not checked.
  bool Accepts(const json::Value& value);

  // Returns at most `max` places of the schema, those near the root first. Entries of maps have the key "key".
  std::vector<std::vector<Step>> Places(std::size_t max) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::values
