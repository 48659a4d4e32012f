#include "schema/example/example.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "schema/admission/admit.h"
#include "schema/admission/resource.h"
#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/kubernetes/object_path.h"

namespace structural::example {
namespace {

using json::Value;

// Removes fields and items of a value as long as `accepts` returns true for the rest.
class Shrinker {
 public:
  Shrinker(const Value& value, const std::function<bool(const Value&)>& accepts, std::size_t max_calls,
           base::Arena& arena)
      : root_(json::DeepCopy(value, arena)), accepts_(accepts), left_(max_calls), arena_(arena) {}

  Value Run() {
    for (changed_ = true; changed_;) {
      changed_ = false;
      At(root_);
    }
    return root_;
  }

 private:
  void At(Value& value) {
    if (value.is_object()) Members(value);
    if (value.is_array()) Items(value);
  }

  void Members(Value& object) {
    std::vector<std::string_view> keys;
    for (const json::Member& member : object.members()) keys.push_back(member.key);
    for (const std::string_view key : keys) {
      const Value before = object;
      Value less = Copied(object);
      json::Take(less, key);
      if (Try(object, less, before)) continue;
      At(*object.Find(key));
    }
  }

  void Items(Value& list) {
    for (std::size_t i = list.elements().size(); i-- > 0;) {
      const Value before = list;
      std::vector<Value> items(list.elements().begin(), list.elements().end());
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
      if (Try(list, Value::Array(arena_.Copy(std::span<const Value>(items))), before)) continue;
      At(list.elements()[i]);
    }
  }

  bool Try(Value& place, const Value& less, const Value& before) {
    if (left_ == 0) return false;
    --left_;
    place = less;
    if (accepts_(root_)) return changed_ = true;
    place = before;
    return false;
  }

  // Returns a copy whose members can be changed without a change of `object`.
  Value Copied(const Value& object) {
    return Value::Object(arena_.Copy(std::span<const json::Member>(object.members())));
  }

  Value root_;
  const std::function<bool(const Value&)>& accepts_;
  std::size_t left_;
  base::Arena& arena_;
  bool changed_ = false;
};

// Removes fields and items of a value, outer ones first, until `accepts` returns false for each further removal.
// Precondition: `accepts` returns true for `value`. Calls `accepts` at most `max_calls` times.
Value Shrink(const Value& value, const std::function<bool(const Value&)>& accepts, std::size_t max_calls,
             base::Arena& arena) {
  return Shrinker(value, accepts, max_calls, arena).Run();
}

using admission::ServedResource;
using admission::ServedVersion;
using crd::Structural;
using kubernetes::ObjectPath;

constexpr std::size_t kMaxRequests = 20'000;
constexpr std::size_t kMaxValues = 2'000'000;
constexpr std::size_t kMaxPaths = 1'000;

// Finds the properties of the schema that the value lacks, at most about kMaxPaths.
class AbsentFields {
 public:
  void Add(const ObjectPath& at, const Value& value, const Structural& schema) {
    if (value.is_array() && schema.items != nullptr) {
      std::size_t index = 0;
      for (const Value& item : value.elements()) Add(at.Index(index++), item, *schema.items);
    }
    if (!value.is_object() || paths.size() >= kMaxPaths) return;
    for (const auto& [name, property] : schema.properties) {
      const bool is_meta = crd::IsMetaField(name) || (at.IsRoot() && name == "status");
      const Value* field = value.Find(name);
      if (field != nullptr) {
        Add(at.Name(name), *field, *property);
      } else if (!is_meta) {
        paths.push_back(at.Name(name).Field().text);
      }
    }
    const Structural* additional = crd::AdditionalPropertiesOf(schema);
    if (additional == nullptr) return;
    for (const json::Member& entry : value.members()) Add(at.Key(entry.key), entry.value, *additional);
  }

  std::vector<std::string> paths;
};

values::GeneratorOptions OptionsFor(const ServedResource& resource, const ServedVersion& version,
                                    const ExampleOptions& options, base::Arena& arena) {
  const admission::GroupVersion api{resource.group, version.name};
  values::GeneratorOptions made;
  made.seed = options.seed;
  made.readable = true;
  made.is_resource = true;
  made.has_status = version.has_status;
  made.api_version = arena.Copy(std::string_view(api.Text()));
  made.kind = resource.kind;
  made.limits = options.limits;
  return made;
}

// Returns the maximum number of requests to try. The number is smaller for expensive CEL rules, whose cost is measured
// in one request.
std::size_t MostRequests(const ServedVersion& version, const Value& object) {
  if (version.rules == nullptr) return kMaxRequests;
  base::Arena arena;
  const auto cost = static_cast<std::size_t>(version.rules->Run({.object = object}, arena).cost);
  return std::min(kMaxRequests, values::Limits().cost / std::max<std::size_t>(1, cost));
}

// Returns an object of the requested size, or of the largest smaller size that a server accepts. If none is accepted,
// returns the last object that was made, with its errors.
Example FirstAccepted(values::Generator& generator, const ServedResource& resource, const ServedVersion& version,
                      const ExampleOptions& options) {
  Example closest{Value(), {"no object was found that the schema accepts"}};
  bool exhausted = false;
  for (const values::Size size : {values::Size::kFull, values::Size::kUsual, values::Size::kSmallest}) {
    const auto made = size > options.size ? std::nullopt : generator.MakeAt(options.place, size);
    exhausted |= size <= options.size && generator.exhausted();
    if (!made) continue;
    closest = {made->value, CreateErrors(resource, version, made->value)};
    if (closest.errors.empty()) break;
  }
  closest.is_reduced = exhausted;
  return closest;
}

}  // namespace

std::vector<std::string> CreateErrors(const ServedResource& resource, const ServedVersion& version, const Value& object,
                                      base::WorkBudget* work) {
  base::Arena arena;
  std::string body;
  json::AppendJson(object, body);
  if (work != nullptr) work->Spend(body.size());
  admission::Request request{.body = body, .work = work};
  if (resource.namespaced) request.namespace_name = "default";
  return kubernetes::TextsOf(admission::Admit(resource, version, request, arena).errors);
}

Example MakeExample(const ServedResource& resource, const ServedVersion& version, const ExampleOptions& options,
                    base::Arena& arena) {
  values::Generator generator({version.schema, version.checks}, OptionsFor(resource, version, options, arena), arena);
  Example example = FirstAccepted(generator, resource, version, options);
  if (!example.errors.empty()) return example;
  base::WorkBudget work(options.limits.work);
  std::size_t values = 0;  // number of values in the objects that were tried
  const auto accepts = [&](const Value& object) {
    values += values::CountValues(object);
    return values <= kMaxValues && values::ValueAt(object, options.place) != nullptr &&
           CreateErrors(resource, version, object, &work).empty() && !work.exhausted();
  };
  if (options.size == values::Size::kSmallest)
    example.object = Shrink(example.object, accepts, MostRequests(version, example.object), arena);
  if (options.size == values::Size::kFull && version.schema != nullptr) {
    AbsentFields absent;
    absent.Add(ObjectPath(), example.object, *version.schema);
    example.omitted_fields = std::move(absent.paths);
  }
  return example;
}

}  // namespace structural::example
