#include "schema/objects/validate.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/json/value.h"
#include "schema/objects/check_value.h"

namespace structural::objects {
namespace {

using crd::JSONSchemaProps;
using crd::NestedValueValidation;
using crd::Structural;
using crd::ValueValidation;
using json::Parser;
using json::Value;

// Returns a pointer to the limits; null if they restrict no value. exclusiveMaximum or exclusiveMinimum alone restricts
// no value.
const Limits* NonEmpty(const Limits& limits) {
  Limits rest = limits;
  rest.exclusive_maximum = rest.exclusive_minimum = false;
  return crd::SameLimits(rest, {}) ? nullptr : &limits;
}

// The checks of an empty schema: every value is valid.
constexpr Checks kEmptyChecks;

class Compiler {
 public:
  Compiler(base::Arena& arena, EnumNumbers numbers, int minor)
      : arena_(arena), parser_(arena), numbers_(numbers), too_few_(minor >= kFirstMinorWithTooFew) {}

  const Checks* Of(const JSONSchemaProps& schema);
  const Checks* Of(const Structural& schema);
  const Checks* Of(const NestedValueValidation& schema);

 private:
  Checks* New() {
    auto* made = arena_.New<Checks>();
    made->reports_too_few = too_few_;
    return made;
  }

  std::span<const Value> Enumeration(std::span<const crd::JsonText> texts);
  void Generic(const crd::Generic& generic, Checks& to);
  void Values(const ValueValidation& values, Checks& to);

  template <typename T>
  std::span<const Checks* const> List(crd::List<T> list) {
    std::vector<const Checks*> checks;
    checks.reserve(list.size());
    for (const T* schema : list) checks.push_back(Of(*schema));
    return arena_.Copy(std::span<const Checks* const>(checks));
  }

  template <typename T>
  std::span<const FieldChecks> Fields(const crd::Map<T>& map) {
    std::vector<FieldChecks> fields;
    fields.reserve(map.size());
    for (const auto& [key, schema] : map) fields.push_back({key, Of(*schema)});
    return arena_.Copy(std::span<const FieldChecks>(fields));
  }

  base::Arena& arena_;
  Parser parser_;
  const EnumNumbers numbers_;
  const bool too_few_;
};

// Changes each number to the number that a server reads after it has stored the CRD: 1.0 becomes the integer 1.
void ToStoredNumbers(Value& value) {
  // Go writes numbers of at least 1e21 with an exponent, so that they stay doubles. Integers are below 2^63.
  constexpr double kLongest = 1e21, kBound = 9223372036854775808.0;
  for (Value& element : value.is_array() ? value.elements() : std::span<Value>()) ToStoredNumbers(element);
  for (json::Member& member : value.is_object() ? value.members() : std::span<json::Member>())
    ToStoredNumbers(member.value);
  if (value.kind() != Value::Kind::kDouble) return;
  const double number = value.real();
  const bool whole = std::trunc(number) == number && std::fabs(number) < kLongest;
  if (whole && number >= -kBound && number < kBound) value = Value::Int(static_cast<std::int64_t>(number));
}

std::span<const Value> Compiler::Enumeration(std::span<const crd::JsonText> texts) {
  std::vector<Value> values;
  for (const crd::JsonText text : texts) {
    const auto value = text.empty() ? Value() : parser_.Parse(text);
    values.push_back(value.ok() ? *value : Value());
    if (numbers_ == EnumNumbers::kAsStored) ToStoredNumbers(values.back());
  }
  return arena_.Copy(std::span<const Value>(values));
}

// Whether the server checks this format for values of the schema's type.
bool IsSupported(std::string_view format, const Checks& checks) {
  const std::string_view type = checks.type_count == 1 ? checks.types[0] : "";
  if (type.empty() || type == "string") return kubernetes::FindFormat(format) != nullptr;
  if (type == "integer") return format == "int32" || format == "int64";
  return type == "number" && (format == "float" || format == "double");
}

const Checks* Compiler::Of(const JSONSchemaProps& schema) {
  if (&schema == &crd::kEmptySchema) return &kEmptyChecks;
  Checks* to = New();
  const auto& [format, pattern, default_value, enumeration, all_of, one_of, any_of, not_schema] = *schema.values;
  if (!schema.type.empty()) to->types[to->type_count++] = schema.type;
  if (schema.x_int_or_string) {
    to->types[0] = "integer";
    to->types[1] = "string";
    to->type_count = 2;
  }
  to->nullable = schema.nullable;
  if (IsSupported(format, *to)) to->format = format;
  to->known_format = kubernetes::FindFormat(to->format);
  to->pattern = pattern;
  to->limits = NonEmpty(*schema.rare);
  to->enumeration = Enumeration(enumeration);
  to->required = schema.required;
  to->properties = Fields(schema.properties);
  if (const auto* additional = schema.additional_properties) {
    to->forbids_additional_properties = !additional->allows;
    if (additional->schema != nullptr) to->additional_properties = Of(*additional->schema);
  }
  if (schema.items != nullptr && schema.items->schema) to->items = Of(*schema.items->schema);
  to->all_of = List(all_of);
  to->one_of = List(one_of);
  to->any_of = List(any_of);
  if (not_schema != nullptr) to->not_schema = Of(*not_schema);
  return to;
}

void Compiler::Generic(const crd::Generic& generic, Checks& to) {
  if (!generic.type.empty()) to.types[to.type_count++] = generic.type;
  to.nullable = generic.nullable;
}

void Compiler::Values(const ValueValidation& values, Checks& to) {
  to.format = values.format;
  to.known_format = kubernetes::FindFormat(values.format);
  to.pattern = values.pattern;
  to.limits = NonEmpty(values);
  to.enumeration = Enumeration(values.enumeration);
  to.required = values.required;
  to.all_of = List(values.all_of);
  to.one_of = List(values.one_of);
  to.any_of = List(values.any_of);
  if (values.not_schema != nullptr) to.not_schema = Of(*values.not_schema);
}

const Checks* Compiler::Of(const Structural& schema) {
  if (&schema == &crd::kEmptyStructural) return &kEmptyChecks;
  Checks* to = New();
  Generic(schema.generic, *to);
  Values(*schema.value_validation, *to);
  if (schema.items != nullptr) to->items = Of(*schema.items);
  to->properties = Fields(schema.properties);
  if (const auto* additional = schema.additional_properties) {
    to->forbids_additional_properties = !additional->allows;
    if (additional->structural != nullptr) to->additional_properties = Of(*additional->structural);
  }
  return to;
}

// Compiles a schema inside allOf, anyOf, oneOf or not. Like Kubernetes, ignores its additionalProperties.
const Checks* Compiler::Of(const NestedValueValidation& schema) {
  if (&schema == &crd::kNoNestedValueValidation) return &kEmptyChecks;
  Checks* to = New();
  Generic(schema.forbidden_generics, *to);
  Values(*schema.value_validation, *to);
  if (schema.items != nullptr) to->items = Of(*schema.items);
  to->properties = Fields(schema.properties);
  return to;
}

}  // namespace

const Checks* CompileChecks(const JSONSchemaProps& schema, base::Arena& arena, EnumNumbers numbers, int minor) {
  return Compiler(arena, numbers, minor).Of(schema);
}

const Checks* CompileChecks(const Structural& schema, base::Arena& arena, int minor) {
  return Compiler(arena, EnumNumbers::kAsWritten, minor).Of(schema);
}

namespace {

using objects::HasRules;
bool HasRules(const crd::NestedValueValidation& validation);

template <typename T>
bool AnyHasRules(const crd::List<T>& list) {
  return std::ranges::any_of(list, [](const T* each) { return HasRules(*each); });
}

template <typename T>
bool AnyHasRules(const crd::Map<T>& map) {
  return std::any_of(map.begin(), map.end(), [](const auto& e) { return HasRules(*e.value); });
}

bool HasRules(const crd::ValueValidation& v) {
  return AnyHasRules(v.all_of) || AnyHasRules(v.any_of) || AnyHasRules(v.one_of) ||
         (v.not_schema != nullptr && HasRules(*v.not_schema));
}

bool HasRules(const crd::NestedValueValidation& v) {
  return !v.x_validations.empty() || HasRules(*v.value_validation) || AnyHasRules(v.properties) ||
         (v.items != nullptr && HasRules(*v.items)) ||
         (v.additional_properties != nullptr && HasRules(*v.additional_properties));
}

}  // namespace

bool HasRules(const crd::Structural& s) {
  const auto* additional = s.additional_properties;
  return !s.x_validations.empty() || HasRules(*s.value_validation) || AnyHasRules(s.properties) ||
         (s.items != nullptr && HasRules(*s.items)) ||
         (additional != nullptr && additional->structural != nullptr && HasRules(*additional->structural));
}

std::vector<kubernetes::FieldError> ValidateValue(const kubernetes::FieldName& prefix, const Checks& checks,
                                                  const Value& value, const crd::CorrelatedValue& update,
                                                  base::WorkBudget* work) {
  Outcome quick;
  CheckValue(checks, value, kubernetes::ObjectPath(), Reporter(work), quick);
  const auto is_cut = [work] { return work != nullptr && work->exhausted(); };
  if (!quick.failed && !is_cut()) return {};
  Outcome outcome;
  base::OutputBudget budget;
  CheckValue(checks, value, kubernetes::ObjectPath(), Reporter(prefix, budget, work), outcome, update);
  std::vector<kubernetes::FieldError> errors;
  std::unordered_set<std::string_view> told;
  for (Failure& failure : outcome.failures) {
    if (!told.insert(failure.message).second) continue;
    errors.push_back(std::move(failure.error));
  }
  if (budget.exhausted() || is_cut()) errors.push_back(kubernetes::TruncatedError());
  return errors;
}

}  // namespace structural::objects
