#include "schema/example/probes.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "schema/admission/resource.h"
#include "schema/example/generator.h"
#include "schema/example/random.h"
#include "schema/json/write.h"
#include "schema/objects/fields.h"

namespace structural::example {
namespace {

using json::Value;

// Passes over the places.
constexpr std::size_t kMostTurns = 50;

// The object itself, its type and its metadata, and what a create drops.
bool IsOfTheResource(const std::vector<Step>& place, bool has_status) {
  return place.empty() || objects::IsMetaField(place[0].name) ||
         (has_status && place[0].name == "status");
}

class Prober {
 public:
  Prober(Generator& generator, const ProbeOptions& options, bool has_status)
      : generator_(generator), options_(options), random_(options.seed),
        places_(generator.Places(options.most_places)) {
    for (std::size_t i = places_.size(); i > 1; --i)
      std::swap(places_[i - 1], places_[random_.Below(i)]);
    std::erase_if(places_, [&](const auto& place) { return IsOfTheResource(place, has_status); });
  }

  std::vector<Value> Run() {
    std::size_t last = 1;
    for (std::size_t turn = 0; turn < kMostTurns && last != objects_.size() && !Full(); ++turn) {
      last = objects_.size();
      for (const auto& place : places_) {
        if (!Full()) Probe(place);
      }
    }
    return std::move(objects_);
  }

 private:
  bool Full() const { return objects_.size() >= options_.count; }

  void Probe(const std::vector<Step>& place) {
    const std::vector<Value> near = generator_.Near(place);
    if (near.empty()) return;
    const Value& value = near[random_.Below(near.size())];
    const auto made = generator_.With(place, &value);
    if (!made) return;
    std::string text;
    json::AppendJson(made->value, text);
    if (seen_.insert(std::move(text)).second) objects_.push_back(made->value);
  }

  Generator& generator_;
  const ProbeOptions& options_;
  Random random_;
  std::vector<std::vector<Step>> places_;
  std::unordered_set<std::string> seen_;
  std::vector<Value> objects_;
};

}  // namespace

std::vector<Value> Probes(const admission::ServedResource& resource,
                          const admission::ServedVersion& version, const ProbeOptions& options,
                          base::Arena& arena) {
  GeneratorOptions made;
  made.seed = options.seed;
  made.is_resource = true;
  made.has_status = version.has_status;
  made.api_version =
      arena.Copy(std::string_view(admission::GroupVersion{resource.group, version.name}.Text()));
  made.kind = resource.kind;
  made.limits = {.values = 20'000, .judgements = 3'000};
  Generator generator({version.schema, version.checks}, made, arena);
  return Prober(generator, options, version.has_status).Run();
}

}  // namespace structural::example
