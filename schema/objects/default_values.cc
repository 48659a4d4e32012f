#include "schema/objects/default_values.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "schema/base/text.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/check_value.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"
#include "schema/objects/validate.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;

using crd::Structural;
using json::Parser;

// Prunes each default within an object that contains only this default, because the result depends on the place of the
// default: inside the metadata of a resource, for example, unknown fields are dropped. Upstream, this object begins at
// the root of the schema. Here it begins at the innermost schema from which the result is the same. Therefore, the work
// for nested schemas is linear.
class DefaultsPruning {
 public:
  DefaultsPruning(const Structural& root, base::Arena& arena) : root_(root), arena_(arena), start_{&root, {}} {}

  const Structural* Node(const Structural& schema);
  bool failed = false;

 private:
  // The schema where the surrounding object begins, and the path to the current schema.
  struct Start {
    const Structural* schema;
    SurroundingObject place;
  };

  crd::JsonText Pruned(crd::JsonText text);
  const Structural* Child(std::string_view key, const Structural& schema, bool may_start);
  crd::Map<Structural> Fields(const Structural& schema);

  bool IsResource(const Structural& schema) const { return crd::IsResource(&schema, &schema == &root_); }

  const Structural& root_;
  base::Arena& arena_;
  Start start_;
  bool keeps_start_ = false;  // whether start_ must stay for all schemas inside the current one
};

// Returns the JSON of the pruned default; empty if pruning removes the whole default.
crd::JsonText DefaultsPruning::Pruned(crd::JsonText text) {
  const base::Arena::Mark before = arena_.Here();
  const auto value = Parser(arena_).Parse(text);
  const bool is_root = start_.schema == &root_;
  Value object = value.ok() ? start_.place.Around(*value, arena_) : Value();
  if (!value.ok() || (is_root && !object.is_object())) {
    failed = true;
    return text;
  }
  CoerceObjectMeta(kubernetes::ObjectPath(), object, start_.schema, is_root, MalformedMetadata::kIsDropped, arena_);
  Prune(object, start_.schema, is_root);
  const auto pruned = start_.place.FindIn(object);
  std::string written;
  if (pruned && !pruned->is_null()) AppendJson(*pruned, written);
  arena_.Rewind(before);
  return written.empty() ? crd::JsonText() : arena_.Copy(written);
}

// Prunes the defaults of the member `key`. `may_start`: whether the surrounding object may begin at the member, because
// the result does not depend on the schemas around it.
const Structural* DefaultsPruning::Child(std::string_view key, const Structural& schema, bool may_start) {
  if (may_start && !keeps_start_) {
    Start outer = std::exchange(start_, {&schema, {}});
    const Structural* pruned = Node(schema);
    start_ = std::move(outer);
    return pruned;
  }
  const bool before = std::exchange(keeps_start_, true);
  start_.place.EnterKey(key);
  const Structural* pruned = Node(schema);
  start_.place.Leave();
  keeps_start_ = before;
  return pruned;
}

crd::Map<Structural> DefaultsPruning::Fields(const Structural& schema) {
  using Entry = crd::Map<Structural>::Entry;
  if (schema.properties.empty()) return schema.properties;
  const bool is_resource = IsResource(schema);
  std::vector<Entry> pruned(schema.properties.begin(), schema.properties.end());
  for (Entry& field : pruned)
    field.value = Child(field.key, *field.value, !is_resource || !crd::IsMetaField(field.key));
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
    constexpr std::string_view kAnyKey = "*";
    const bool is_property = crd::PropertyCursor(schema.properties).Find(kAnyKey) != nullptr;
    additional->structural = Child(kAnyKey, *additional->structural, !is_property);
    node->additional_properties = additional;
  }
  if (schema.items != nullptr) {
    // If the root is a list, all defaults inside it are errors. The surrounding object of such a default must begin at
    // the root, where the error is found.
    const bool before = std::exchange(keeps_start_, keeps_start_ || &schema == &root_);
    start_.place.EnterElement();
    node->items = Node(*schema.items);
    start_.place.Leave();
    keeps_start_ = before;
  }
  node->properties = Fields(schema);
  return node;
}

}  // namespace

Value SurroundingObject::Around(const Value& value, base::Arena& arena) const {
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
  return inner;
}

std::optional<Value> SurroundingObject::FindIn(const Value& root) const {
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

// Whether the schema, or one inside it that DefaultsValidation visits, has a default.
bool HasDefaults(const Structural& schema) {
  if (!schema.generic.default_value.empty()) return true;
  if (schema.items != nullptr && HasDefaults(*schema.items)) return true;
  return std::ranges::any_of(schema.properties, [](const auto& field) { return HasDefaults(*field.value); });
}

// A schema with its checks. The checks are compiled once for the whole schema, because each of many nested schemas may
// have a default.
struct CheckedSchema {
  const Structural& schema;
  const Checks& checks;
};

class DefaultsValidation {
 public:
  DefaultsValidation(const Structural& root, const DefaultsOptions& options, base::Arena& arena)
      : options_(options), arena_(arena), parser_(arena) {
    if (options.run_rules != nullptr) FindRules(root);
  }

  void Node(const kubernetes::ObjectPath& at, const CheckedSchema& of, bool is_resource, CheckedResource& resource,
            bool inside_meta);
  kubernetes::FieldErrorList errors;

 private:
  bool FindRules(const Structural& schema);
  void Default(const kubernetes::ObjectPath& at, const CheckedSchema& of, bool is_resource,
               const CheckedResource& resource, bool inside_meta);
  void Valid(const kubernetes::ObjectPath& at, const CheckedSchema& of, const Value& value, bool is_resource);
  bool InsideMeta(const kubernetes::ObjectPath& at, const Value& value, const CheckedResource& resource);
  bool Elsewhere(const kubernetes::ObjectPath& at, const Structural& schema, bool is_resource, Value& value);
  void Children(const kubernetes::ObjectPath& at, const CheckedSchema& of, bool is_resource, CheckedResource& resource,
                bool inside_meta);
  Value Copy(crd::JsonText text) {
    const auto value = parser_.Parse(text);
    return value.ok() ? *value : Value();
  }

  bool ended() const { return ended_ || errors.full(); }

  const DefaultsOptions& options_;
  base::Arena& arena_;
  Parser parser_;
  std::unordered_set<const Structural*> with_rules_;  // schemas that have CEL rules, themselves or inside
  bool ended_ = false;  // whether the validation has ended because a cost limit was exceeded
};

// Adds those of `schema` and the schemas inside it to with_rules_ that have CEL rules, themselves or inside. Returns
// whether `schema` was added.
bool DefaultsValidation::FindRules(const Structural& schema) {
  bool any = !schema.x_validations.empty();
  if (schema.items != nullptr) any |= FindRules(*schema.items);
  const auto* additional = schema.additional_properties;
  if (additional != nullptr && additional->structural != nullptr) any |= FindRules(*additional->structural);
  for (const auto& field : schema.properties) any |= FindRules(*field.value);
  if (any) with_rules_.insert(&schema);
  return any;
}

// Whether a default inside metadata results in valid metadata. If not, adds an error.
bool DefaultsValidation::InsideMeta(const kubernetes::ObjectPath& at, const Value& value,
                                    const CheckedResource& resource) {
  const Value around = resource.place.Around(value, arena_);
  if (!around.is_object()) return true;
  Value object = CopyWithTypeMeta(around, arena_);
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

void DefaultsValidation::Default(const kubernetes::ObjectPath& at, const CheckedSchema& of, bool is_resource,
                                 const CheckedResource& resource, bool inside_meta) {
  const base::Arena::Mark before = arena_.Here();
  Value value = Copy(of.schema.generic.default_value);
  const bool fine = inside_meta ? InsideMeta(at, Copy(of.schema.generic.default_value), resource)
                                : Elsewhere(at, of.schema, is_resource, value);
  if (fine) Valid(at, of, value, resource.schema == &of.schema);
  arena_.Rewind(before);
}

// Checks a default against its schema. Evaluates CEL rules only if the default has no other errors.
void DefaultsValidation::Valid(const kubernetes::ObjectPath& at, const CheckedSchema& of, const Value& value,
                               bool is_resource) {
  Outcome outcome;
  CheckValue(of.checks, value, kubernetes::ObjectPath(), Reporter(), outcome);
  const bool runs = options_.run_rules != nullptr && with_rules_.contains(&of.schema);
  if (!outcome.failed && !runs) return;
  const kubernetes::FieldName field = at.Field();
  Errors found = outcome.failed ? ValidateValue(field, of.checks, value) : Errors();
  if (found.empty() && runs) ended_ = !options_.run_rules({of.schema, value, field, is_resource}, found);
  errors.Append(std::move(found));
}

// Visits the schemas directly inside a schema. Skips additionalProperties, because defaults are forbidden there.
void DefaultsValidation::Children(const kubernetes::ObjectPath& at, const CheckedSchema& of, bool is_resource,
                                  CheckedResource& resource, bool inside_meta) {
  const Structural& schema = of.schema;
  if (schema.items != nullptr) {
    resource.place.EnterElement();
    Node(at.Name("items"), {*schema.items, *of.checks.items}, crd::IsResource(schema.items, false), resource,
         inside_meta);
    resource.place.Leave();
  }
  const kubernetes::ObjectPath properties = at.Name("properties");
  const FieldChecks* checks = of.checks.properties.data();  // checks of the same fields, in the same order
  for (const auto& [key, property] : schema.properties) {
    resource.place.EnterKey(key);
    Node(properties.Key(key), {*property, *checks++->value}, crd::IsResource(property, false), resource,
         inside_meta || (is_resource && crd::IsMetaField(key)));
    resource.place.Leave();
  }
}

void DefaultsValidation::Node(const kubernetes::ObjectPath& at, const CheckedSchema& of, bool is_resource,
                              CheckedResource& resource, bool inside_meta) {
  if (ended()) return;
  const bool has_default = !of.schema.generic.default_value.empty();
  if (is_resource) {
    CheckedResource own{&of.schema, {}};
    if (has_default) Default(at.Name("default"), of, true, own, false);
    return Children(at, of, true, own, false);
  }
  if (has_default) Default(at.Name("default"), of, false, resource, inside_meta);
  Children(at, of, false, resource, inside_meta);
}

}  // namespace

Errors ValidateDefaults(const kubernetes::FieldName& path, const Structural* schema, const DefaultsOptions& options,
                        base::Arena& arena) {
  if (schema == nullptr || !HasDefaults(*schema)) return {};
  const Checks& checks = *CompileChecks(*schema, arena, options.minor);
  DefaultsValidation validation(*schema, options, arena);
  CheckedResource root{schema, {}};
  validation.Node(kubernetes::ObjectPath(path), {*schema, checks}, crd::IsResource(schema, options.is_resource_root),
                  root, false);
  return std::move(validation.errors).Take();
}

}  // namespace structural::objects
