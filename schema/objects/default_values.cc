#include "schema/objects/default_values.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "schema/base/text.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/objects/validate.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;

using crd::Structural;
using json::Parser;

class DefaultsPruning {
 public:
  DefaultsPruning(const Structural& root, base::Arena& arena) : root_(root), arena_(arena) {}

  const Structural* Node(const Structural& schema);
  bool failed = false;

 private:
  crd::JsonText Pruned(crd::JsonText text);
  const Structural* Child(std::string_view key, const Structural& schema);
  crd::Map<Structural> Fields(const crd::Map<Structural>& fields);

  const Structural& root_;
  base::Arena& arena_;
  SurroundingObject place_;
};

// Returns the JSON of the pruned default; empty if pruning removes the whole default.
crd::JsonText DefaultsPruning::Pruned(crd::JsonText text) {
  const base::Arena::Mark before = arena_.Here();
  const auto value = Parser(arena_).Parse(text);
  auto object = value.ok() ? place_.Around(*value, arena_) : std::nullopt;
  if (!object) {
    failed = true;
    return text;
  }
  CoerceObjectMeta(kubernetes::ObjectPath(), *object, &root_, true, MalformedMetadata::kIsDropped, arena_);
  Prune(*object, &root_, true);
  const auto pruned = place_.In(*object);
  std::string written;
  if (pruned && !pruned->is_null()) AppendJson(*pruned, written);
  arena_.Rewind(before);
  return written.empty() ? crd::JsonText() : arena_.Copy(written);
}

const Structural* DefaultsPruning::Child(std::string_view key, const Structural& schema) {
  place_.EnterKey(key);
  const Structural* pruned = Node(schema);
  place_.Leave();
  return pruned;
}

crd::Map<Structural> DefaultsPruning::Fields(const crd::Map<Structural>& fields) {
  using Entry = crd::Map<Structural>::Entry;
  if (fields.empty()) return fields;
  std::vector<Entry> pruned(fields.begin(), fields.end());
  for (Entry& field : pruned) field.value = Child(field.key, *field.value);
  return crd::Map<Structural>(arena_.Copy(std::span<const Entry>(pruned)));
}

const Structural* DefaultsPruning::Node(const Structural& schema) {
  auto* node = arena_.New<Structural>();
  *node = schema;
  if (!schema.generic.default_value.empty()) {
    node->generic.default_value = Pruned(schema.generic.default_value);
  }
  if (schema.additional_properties != nullptr && schema.additional_properties->structural) {
    auto* additional = arena_.New<crd::StructuralOrBool>();
    *additional = *schema.additional_properties;
    additional->structural = Child("*", *additional->structural);
    node->additional_properties = additional;
  }
  if (schema.items != nullptr) {
    place_.EnterElement();
    node->items = Node(*schema.items);
    place_.Leave();
  }
  node->properties = Fields(schema.properties);
  return node;
}

}  // namespace

std::optional<Value> SurroundingObject::Around(const Value& value, base::Arena& arena) const {
  Value inner = value;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (*step) {
      auto* member = arena.New<Member>();
      *member = {**step, inner};
      inner = Value::Object({member, 1});
    } else {
      auto* element = arena.New<Value>();
      *element = inner;
      inner = Value::Array({element, 1});
    }
  }
  return inner.is_object() ? std::optional(inner) : std::nullopt;
}

std::optional<Value> SurroundingObject::In(const Value& root) const {
  Value at = root;
  for (const auto& step : steps_) {
    if (step) {
      const Value* next = at.Find(*step);
      if (next == nullptr) return std::nullopt;
      at = *next;
    } else {
      if (!at.is_array() || at.elements().empty()) return std::nullopt;
      at = at.elements().front();
    }
  }
  return at;
}

namespace {

// Returns a copy of the object. If apiVersion or kind is missing, the copy has a placeholder. Precondition: `object` is
// a JSON object.
Value CopyWithTypeMeta(const Value& object, base::Arena& arena) {
  std::vector<Member> members(object.members().begin(), object.members().end());
  if (object.Find("apiVersion") == nullptr) {
    members.push_back({"apiVersion", Value::String("validation/v1")});
  }
  if (object.Find("kind") == nullptr) members.push_back({"kind", Value::String("Validation")});
  std::ranges::sort(members, {}, &Member::key);
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace

base::Result<const Structural*> PruneDefaults(const Structural& schema, base::Arena& arena) {
  DefaultsPruning pruning(schema, arena);
  const Structural* pruned = pruning.Node(schema);
  if (!pruning.failed) return pruned;
  return {base::ErrorCode::kInvalidInput, "the default of the root must be an object"};
}

namespace {

using Errors = std::vector<kubernetes::FieldError>;

// The schema of the innermost resource (the root or an embedded resource) that contains a schema, and the path from
// this resource to the schema.
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
  DefaultsValidation(const DefaultsOptions& options, base::Arena& arena)
      : options_(options), arena_(arena), parser_(arena) {}

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

  const DefaultsOptions& options_;
  base::Arena& arena_;
  Parser parser_;
  bool ended_ = false;  // whether a cost limit has ended the validation
};

// Whether a default inside metadata results in valid metadata. If not, adds an error.
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
  if (options_.require_pruned) {
    Value copy = Copy(schema.generic.default_value);
    Prune(copy, &schema, is_resource);
    pruned = Equal(copy, value);
  }
  auto coerced = CoerceObjectMeta(at, value, &schema, is_resource, MalformedMetadata::kIsAnError, arena_);
  // like upstream, prints the value after coercion
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

// Checks a default against its schema. Evaluates validation rules only if the default has no other errors.
void DefaultsValidation::Valid(const DefaultValue& at) {
  Errors found = ValidateValue(at.path, *CompileChecks(at.schema, arena_, options_.minor), at.value);
  if (found.empty() && options_.run != nullptr) ended_ = !options_.run(at, found);
  errors.Append(std::move(found));
}

// Visits the schemas directly inside a schema. Skips additionalProperties, because defaults are forbidden there.
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

Errors ValidateDefaults(const kubernetes::FieldName& path, const Structural* schema, const DefaultsOptions& options,
                        base::Arena& arena) {
  if (schema == nullptr) return {};
  DefaultsValidation validation(options, arena);
  CheckedResource root{schema, {}};
  validation.Node(kubernetes::ObjectPath(path), *schema, crd::IsResource(schema, options.is_resource_root), root,
                  false);
  return std::move(validation.errors).Take();
}

}  // namespace structural::objects
