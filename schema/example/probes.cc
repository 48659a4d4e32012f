#include "schema/example/probes.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "schema/admission/resource.h"
#include "schema/crd/model/structural.h"
#include "schema/example/example.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/values/generator.h"
#include "schema/values/random.h"

namespace structural::example {
namespace {

using admission::ServedResource;
using admission::ServedVersion;
using json::Value;

// Combine ends after this number of consecutive merges whose results equal earlier probes.
constexpr std::size_t kMaxRepeated = 200;

// Whether the place is the resource itself, its apiVersion, kind or metadata, or a status that a create drops.
bool IsOfTheResource(const std::vector<values::Step>& place, bool has_status) {
  return place.empty() || crd::IsMetaField(place[0].name) || (has_status && place[0].name == "status");
}

class Prober {
 public:
  Prober(const ServedResource& resource, const ServedVersion& version, values::Generator& generator,
         const ProbeOptions& options, base::Arena& arena)
      : resource_(resource),
        version_(version),
        generator_(generator),
        options_(options),
        random_(options.seed),
        places_(generator.Places(options.max_places)),
        arena_(arena) {
    places_ = Shuffled(std::move(places_));
    const bool drops_status = version.has_status && !options.with_status;
    std::erase_if(places_, [&](const auto& place) { return IsOfTheResource(place, drops_status); });
  }

  std::vector<Value> Run() {
    near_.resize(places_.size());
    bool more = true;
    for (std::size_t turn = 0; more && !Full(); ++turn) {
      more = false;
      for (std::size_t i = 0; i < places_.size() && !Full(); ++i) {
        if (turn == 0) near_[i] = Shuffled(generator_.ValuesNearLimits(places_[i]));
        if (turn >= near_[i].size()) continue;
        more = true;
        Probe(places_[i], near_[i][turn]);
      }
    }
    Combine();
    return std::move(objects_);
  }

 private:
  bool Full() const { return objects_.size() >= options_.max_count; }

  // Adds probes that are merged from pairs of accepted probes. In such a probe, two values are near a limit.
  void Combine() {
    for (std::size_t repeated = 0; repeated < kMaxRepeated && !accepted_.empty() && !Full();) {
      const Value& one = accepted_[random_.NextBelow(accepted_.size())];
      const Value& other = accepted_[random_.NextBelow(accepted_.size())];
      repeated = Keep(Both(one, other)) ? 0 : repeated + 1;
    }
  }

  // Merges two values. Two objects become an object with the members of both. Two lists become a list with the items of
  // both or, in half of the cases, `other`. Other values become `other`.
  Value Both(const Value& one, const Value& other) {
    if (one.is_array() && other.is_array() && random_.NextBelow(2) == 0) {
      std::vector<Value> items(one.elements().begin(), one.elements().end());
      items.insert(items.end(), other.elements().begin(), other.elements().end());
      return Value::Array(arena_.Copy(std::span<const Value>(items)));
    }
    if (!one.is_object() || !other.is_object()) return other;
    Value both = json::DeepCopy(one, arena_);
    for (const json::Member& member : other.members()) {
      const Value* field = one.Find(member.key);
      json::Set(both, member.key, field == nullptr ? member.value : Both(*field, member.value), arena_);
    }
    return both;
  }

  bool Keep(const Value& object) {
    std::string text;
    json::AppendJson(object, text);
    if (!seen_.insert(std::move(text)).second) return false;
    if (!options_.only_accepted || CreateErrors(resource_, version_, object).empty()) objects_.push_back(object);
    return true;
  }

  template <typename T>
  std::vector<T> Shuffled(std::vector<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random_.NextBelow(i)]);
    return values;
  }

  void Probe(const std::vector<values::Step>& place, const Value& value) {
    const auto made = generator_.MakeWith(place, &value);
    if (!made) return;
    if (Keep(made->value) && made->accepted) accepted_.push_back(made->value);
  }

  const ServedResource& resource_;
  const ServedVersion& version_;
  values::Generator& generator_;
  const ProbeOptions& options_;
  values::Random random_;
  std::vector<std::vector<values::Step>> places_;
  std::vector<std::vector<Value>> near_;  // for each place: the values of Generator::ValuesNearLimits
  std::unordered_set<std::string> seen_;
  std::vector<Value> objects_, accepted_;
  base::Arena& arena_;
};

}  // namespace

std::vector<Value> Probes(const ServedResource& resource, const ServedVersion& version, const ProbeOptions& options,
                          base::Arena& arena) {
  values::GeneratorOptions made;
  made.seed = options.seed;
  made.is_resource = true;
  made.has_status = version.has_status && !options.with_status;
  made.api_version = arena.Copy(std::string_view(admission::GroupVersion{resource.group, version.name}.Text()));
  made.kind = resource.kind;
  made.limits = {.values = 20'000, .checks = 3'000};
  values::Generator generator({version.schema, version.checks}, made, arena);
  return Prober(resource, version, generator, options, arena).Run();
}

}  // namespace structural::example
