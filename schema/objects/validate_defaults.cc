#include <unordered_set>
#include <utility>

#include "schema/base/text.h"
#include "schema/crd/model/fields.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/default_values.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/objects/validate.h"

namespace structural::objects {
namespace {

using crd::Structural;
using json::Parser;
using json::Value;
using Errors = std::vector<kubernetes::FieldError>;

// The innermost resource that contains a schema, and the place of the schema in it.
struct CheckedResource {
  const Structural* schema;
  SurroundingObject place;
};

// Upstream: field/errors.go ErrorList.ToAggregate.
std::string Aggregate(const Errors& errors) {
  const std::vector<std::string> texts = kubernetes::TextsOf(errors);
  std::string text;
  std::unordered_set<std::string_view> seen;
  for (const std::string& error : texts) {
    if (seen.insert(error).second) base::AppendItem(text, ", ", error);
  }
  return seen.size() > 1 ? "[" + text + "]" : text;
}

class DefaultsValidation {
 public:
  DefaultsValidation(const DefaultsRules& rules, base::Arena& arena) : rules_(rules), arena_(arena), parser_(arena) {}

  void Node(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource, CheckedResource& resource,
            bool inside_meta);
  kubernetes::FieldErrorList errors;

 private:
  void Default(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource,
               const CheckedResource& resource, bool inside_meta);
  void Valid(const DefaultValue& at);
  bool InsideMeta(const kubernetes::ObjectPath& at, const Value& value, const CheckedResource& resource);
  bool Elsewhere(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource, Value& value);
  void Children(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource, CheckedResource& resource,
                bool inside_meta);
  Value Copy(crd::JsonText text) {
    const auto value = parser_.Parse(text);
    return value.ok() ? *value : Value();
  }

  bool ended() const { return ended_ || errors.full(); }

  const DefaultsRules& rules_;
  base::Arena& arena_;
  Parser parser_;
  bool ended_ = false;  // stopped by a cost limit
};

// Whether metadata with this value is valid.
bool DefaultsValidation::InsideMeta(const kubernetes::ObjectPath& at, const Value& value,
                                    const CheckedResource& resource) {
  const auto around = resource.place.Around(value, arena_);
  if (!around) return true;
  Value object = CopyWithTypeMeta(*around, arena_);
  const auto coerced =
      CoerceObjectMeta(kubernetes::ObjectPath(), object, resource.schema, true, MalformedMetadata::kIsAnError, arena_);
  std::string reason;
  if (coerced.error) {
    reason = coerced.error->Text();
  } else {
    reason = Aggregate(ValidateObjectMeta(kubernetes::ObjectPath(), object, resource.schema, true).Take());
  }
  if (reason.empty()) return true;
  errors.Add(kubernetes::InvalidError(at.Field(), value, "must result in valid metadata: " + reason));
  return false;
}

bool DefaultsValidation::Elsewhere(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource,
                                   Value& value) {
  bool pruned = true;
  if (rules_.require_pruned) {
    Value copy = Copy(schema.generic.default_value);
    Prune(copy, &schema, is_resource);
    pruned = Equal(copy, value);
  }
  auto coerced = CoerceObjectMeta(at, value, &schema, is_resource, MalformedMetadata::kIsAnError, arena_);
  // Upstream prints the value after its coercion.
  if (!pruned) errors.Add(kubernetes::InvalidError(at.Field(), value, "must not have unknown fields"));
  Errors found;
  if (coerced.error) {
    found.push_back(*std::move(coerced.error));
  } else {
    found = ValidateObjectMeta(at, value, &schema, is_resource).Take();
  }
  const bool fine = found.empty();
  errors.Append(std::move(found));
  return fine;
}

void DefaultsValidation::Default(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource,
                                 const CheckedResource& resource, bool inside_meta) {
  const base::Arena::Mark before = arena_.Here();
  Value value = Copy(schema.generic.default_value);
  const bool fine = inside_meta ? InsideMeta(at, Copy(schema.generic.default_value), resource)
                                : Elsewhere(at, schema, is_resource, value);
  const kubernetes::FieldName field = at.Field();
  if (fine) Valid({schema, value, field, resource.schema == &schema});
  arena_.Rewind(before);
}

// Runs rules only if the value is valid without them.
void DefaultsValidation::Valid(const DefaultValue& at) {
  Errors found = ValidateValue(at.path, *CompileChecks(at.schema, arena_), at.value);
  if (found.empty() && rules_.run != nullptr) ended_ = !rules_.run(at, found);
  errors.Append(std::move(found));
}

// Skips additionalProperties, inside which defaults are forbidden.
void DefaultsValidation::Children(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource,
                                  CheckedResource& resource, bool inside_meta) {
  if (schema.items != nullptr) {
    resource.place.EnterElement();
    Node(at.Name("items"), *schema.items, crd::IsResource(schema.items, false), resource, inside_meta);
    resource.place.Leave();
  }
  const kubernetes::ObjectPath properties = at.Name("properties");
  for (const auto& [key, property] : schema.properties) {
    resource.place.EnterKey(key);
    Node(properties.Key(key), *property, crd::IsResource(property, false), resource,
         inside_meta || (is_resource && crd::IsMetaField(key)));
    resource.place.Leave();
  }
}

void DefaultsValidation::Node(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource,
                              CheckedResource& resource, bool inside_meta) {
  if (ended()) return;
  const bool has_default = !schema.generic.default_value.empty();
  if (is_resource) {
    CheckedResource own{&schema, {}};
    if (has_default) Default(at.Name("default"), schema, true, own, false);
    return Children(at, schema, true, own, false);
  }
  if (has_default) Default(at.Name("default"), schema, false, resource, inside_meta);
  Children(at, schema, false, resource, inside_meta);
}

}  // namespace

Errors ValidateDefaults(const kubernetes::FieldName& path, const Structural* schema, const DefaultsRules& rules,
                        base::Arena& arena) {
  if (schema == nullptr) return {};
  DefaultsValidation validation(rules, arena);
  CheckedResource root{schema, {}};
  validation.Node(kubernetes::ObjectPath(path), *schema, crd::IsResource(schema, rules.is_resource_root), root, false);
  return std::move(validation.errors).Take();
}

}  // namespace structural::objects
