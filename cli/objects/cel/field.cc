#include "cli/objects/cel/field.h"

#include <algorithm>

#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/crd/model/correlated.h"
#include "schema/expressions/declared_type.h"
#include "schema/kubernetes/object_path.h"

namespace structural::cli {
namespace {

using crd::CorrelatedValue;
using crd::Structural;
using expressions::SchemaScope;
using kubernetes::ObjectPath;

bool EndsName(std::string_view rest, std::size_t size) {
  return rest.size() == size || rest[size] == '.' || rest[size] == '[' || rest[size] == '{';
}

// Returns the size of the step to elements ([], [*], {} or {*}) at the start of the text; 0 if the text begins with
// another step.
std::size_t ElementSize(std::string_view rest) {
  for (const std::string_view form : {"[]", "[*]", "{}", "{*}"}) {
    if (rest.starts_with(form)) return form.size();
  }
  return 0;
}

std::string FieldsOf(const Structural& schema, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& entry : schema.properties) names.push_back(entry.key);
  return DidYouMean(MostSimilar(name, names));
}

// Calls a function for each value in an object to which the steps of a path lead.
class FieldVisitor {
 public:
  FieldVisitor(const std::vector<FieldStep>& steps, const std::vector<const Structural*>& schemas,
               const std::function<bool(const CelField::Value&)>& visit)
      : steps_(steps), schemas_(schemas), visit_(visit) {}

  void Visit(std::size_t step, const json::Value& value, const json::Value* old, const ObjectPath& path) {
    if (ended_ || value.is_null()) return;
    if (step == steps_.size()) {
      ended_ = !visit_({path.IsRoot() ? "" : path.Field().text, value, old});
    } else if (!steps_[step].is_element) {
      const std::string_view name = steps_[step].name;
      const json::Value* next = value.Find(name);
      if (next == nullptr) return;
      Visit(step + 1, *next, OldMember(step, old, name), path.Name(name));
    } else if (value.is_array()) {
      VisitElements(step, value, old, path);
    } else if (value.is_object()) {
      for (const json::Member& member : value.members())
        Visit(step + 1, member.value, OldMember(step, old, member.key), path.Key(member.key));
    }
  }

 private:
  const json::Value* OldMember(std::size_t step, const json::Value* old, std::string_view name) {
    if (old == nullptr) return nullptr;
    const auto& type = schemas_[step]->extensions->x_map_type;
    const bool correlatable = !type || *type == "granular" || *type == "atomic";
    return correlatable ? old->Find(name) : nullptr;
  }

  void VisitElements(std::size_t step, const json::Value& list, const json::Value* old, const ObjectPath& path) {
    const auto elements = list.elements();
    for (std::size_t i = 0; i < elements.size(); ++i) {
      CorrelatedValue element;
      if (old != nullptr && old->is_array())
        element = CorrelatedValue(list, *old, *schemas_[step], correlations_).Index(i);
      Visit(step + 1, elements[i], element ? &element.old() : nullptr, path.Index(i));
    }
  }

  const std::vector<FieldStep>& steps_;
  const std::vector<const Structural*>& schemas_;
  const std::function<bool(const CelField::Value&)>& visit_;
  crd::CorrelationCache correlations_;
  bool ended_ = false;
};

}  // namespace

base::Result<CelField> CelField::Find(std::string_view path, const crd::JSONSchemaProps& props,
                                      const Structural& schema, base::Arena& arena) {
  CelField field;
  field.arena_ = &arena;
  field.scopes_.emplace_back(props, schema, arena);
  field.schemas_.push_back(&schema);
  const base::Status taken = field.TakeAll(arena.Copy(path));
  if (!taken.ok()) return taken.error();
  return field;
}

base::Status CelField::TakeAll(std::string_view path) {
  for (std::string_view rest = path; !rest.empty() && rest != ".";) {
    const auto taken = TakeNext(rest);
    if (!taken.ok()) return taken.error().In(base::Quote(path));
    rest.remove_prefix(*taken);
  }
  return base::Ok();
}

// Appends the step at the start of `rest` to the path, and returns its size in bytes. Returns an error if the schema
// has no such field or elements.
base::Result<std::size_t> CelField::TakeNext(std::string_view rest) {
  const auto invalid = [](std::string message) {
    return base::Error(base::ErrorCode::kInvalidInput, std::move(message));
  };
  if (const std::size_t size = ElementSize(rest); size > 0) {
    if (TakeElement()) return size;
    return invalid(base::Quote(path()) + " is no list or map");
  }
  const std::size_t end = rest.starts_with("['") ? rest.find("']", 2) : rest.npos;
  if (end != rest.npos) {
    const std::string_view name = rest.substr(2, end - 2);
    if (TakeName(name)) return end + 2;
    return invalid(base::Quote(path()) + " has no field " + base::Quote(name));
  }
  const std::size_t dot = rest.starts_with('.') ? 1 : 0;
  rest.remove_prefix(dot);
  const std::size_t size = TakeLongestName(rest);
  if (size > 0) return dot + size;
  const std::string_view name = rest.substr(0, rest.find_first_of(".[{"));
  return invalid(base::Quote(path()) + " has no field " + base::Quote(name) + FieldsOf(schema(), name));
}

// Appends the longest property name at the start of `rest`; shorter ones are ignored, because names can contain dots.
// If the current schema is a list or a map, first appends the step to its elements. Returns the size of the name in
// bytes; 0 if `rest` does not begin with a property name.
std::size_t CelField::TakeLongestName(std::string_view rest) {
  while (true) {
    std::size_t longest = 0;
    for (const auto& entry : schema().properties) {
      const bool fits = rest.starts_with(entry.key) && EndsName(rest, entry.key.size());
      if (fits) longest = std::max(longest, entry.key.size());
    }
    if (longest > 0 && TakeName(rest.substr(0, longest))) return longest;
    if (!TakeElement()) return 0;
  }
}

bool CelField::TakeName(std::string_view name) {
  const Structural* next = schema().properties.Find(name);
  if (next == nullptr) return false;
  scopes_.push_back(scopes_.back().Property(name));
  schemas_.push_back(next);
  steps_.push_back({false, name});
  return true;
}

bool CelField::TakeElement() {
  const Structural& at = schema();
  const Structural* additional = crd::AdditionalPropertiesOf(at);
  if (at.items == nullptr && additional == nullptr) return false;
  const bool found_again = at.items == nullptr || at.extensions->x_list_type == "map";
  if (!found_again && uncorrelatable_list_.empty()) uncorrelatable_list_ = path();
  scopes_.push_back(at.items != nullptr ? scopes_.back().Items() : scopes_.back().AdditionalProperties());
  schemas_.push_back(at.items != nullptr ? at.items : additional);
  steps_.push_back({true, {}});
  return true;
}

std::uint64_t CelField::max_calls() const {
  const auto& values = scopes_.back().max_values();
  if (values) return *values;
  const auto* declared = expressions::Declare(schema(), is_resource(), *arena_);
  const std::int64_t min = declared == nullptr ? 0 : declared->min_json_bytes;
  return static_cast<std::uint64_t>(expressions::kMaxRequestBytes / (min + 1));
}

void CelField::Visit(const json::Value& object, const json::Value* old,
                     const std::function<bool(const Value&)>& visit) const {
  FieldVisitor(steps_, schemas_, visit).Visit(0, object, old, ObjectPath());
}

}  // namespace structural::cli
