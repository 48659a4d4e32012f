// Generator: values that a schema accepts, and values near its limits, made from the schema alone.
//
// It fulfils types, required fields, enum, formats, patterns, limits of numbers, lengths and counts,
// sets and keys of lists, int-or-string, embedded resources, and what allOf, anyOf, oneOf and not
// demand, by trying branches. Rules in x-kubernetes-validations are met by search: what their text
// names is set, taken out and changed until they hold. A server may still refuse a value, and there
// are schemas that no value fulfils: see Accepts.
//
// The same schema and options give the same values, on every machine. Each call has a budget
// (Limits): hostile schemas cost no more.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/example/budget.h"
#include "schema/example/place.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"
#include "schema/objects/validate.h"

namespace structural::example {

enum class Size : std::uint8_t {
  kSmallest,  // what must be there; a server's defaults are not written
  kUsual,     // and the optional fields of the root and of the fields in it
  kFull,      // all optional fields that go together
};

// Texts are borrowed.
struct GeneratorOptions {
  std::uint64_t seed = 0;
  bool readable = false;     // "string" rather than "", where either will do
  bool is_resource = false;  // the root has apiVersion, kind and metadata
  bool has_status = false;   // a subresource: a create does not set it
  std::string_view api_version = "example.com/v1";
  std::string_view kind = "Example";
  std::string_view name = "example";
  Limits limits = {};  // of each call
  base::WorkBudget* work = nullptr;  // of all calls, instead of limits.work for each; must outlive the generator
};

// A structural schema with the checks of the server; ServedVersion has both. Either may be missing.
struct Schema {
  const model::Structural* structural = nullptr;
  const objects::Checks* checks = nullptr;
};

// Not thread-safe. Values point into the arena, the schema and the given values. Goes down by
// recursion, Limits::depth levels at most, and needs cel::kParseStack beside that.
class Generator {
 public:
  // All must outlive it.
  Generator(const Schema& schema, const GeneratorOptions& options, base::Arena& arena);
  ~Generator();

  struct Value {
    json::Value value;
    bool accepted = false;  // by the schema and its rules; otherwise it comes close
  };

  // Whether the last value could not be made within the limits.
  bool exhausted() const;

  // nullopt where there is not even an idea of such a value.
  std::optional<Value> Make(Size size);

  // The smallest value in which something of that size stands at the place. Entries of maps on the
  // way have the key that the step names; of a list it is the first item.
  std::optional<Value> MakeAt(Place place, Size size);

  // The smallest value in which `given` stands at the place; anything where it is null.
  std::optional<Value> With(Place place, const json::Value* given);

  // Values for the place that are on a limit of its schema or next to it; With puts one where it
  // belongs. Empty where the schema has no such place.
  std::vector<json::Value> Near(Place place);

  // By types, value validations, list types and rules, after defaulting; without the metadata of
  // the resource.
  bool Accepts(const json::Value& value);

  // Places of the schema, those near the root first; entries of maps have the key "key".
  std::vector<std::vector<Step>> Places(std::size_t most) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::example
