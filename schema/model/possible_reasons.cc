#include <iterator>

#include "schema/model/new_structural.h"
#include "schema/model/representable.h"

namespace structural::model {
namespace {

using Reasons = std::vector<NotRepresentable>;

// What stands before the properties is visited in a fixed order: the first find counts.
Reasons InFixedOrder(const JSONSchemaProps& in) {
  if (auto reason = UnsupportedKeyword(in)) return {*std::move(reason)};
  if (in.values->not_schema != nullptr) {
    if (auto found = PossibleReasons(*in.values->not_schema); !found.empty()) return found;
  }
  for (const auto list : {in.values->all_of, in.values->any_of, in.values->one_of}) {
    for (const JSONSchemaProps* schema : list) {
      if (auto found = PossibleReasons(*schema); !found.empty()) return found;
    }
  }
  if (auto reason = PreserveUnknownFieldsFalse(in)) return {*std::move(reason)};
  if (auto reason = ItemsArray(in)) return {*std::move(reason)};
  if (in.items != nullptr && in.items->schema != nullptr) return PossibleReasons(*in.items->schema);
  return {};
}

}  // namespace

Reasons PossibleReasons(const JSONSchemaProps& in) {
  Reasons reasons = InFixedOrder(in);
  if (!reasons.empty()) return reasons;
  for (const auto& [key, schema] : in.properties) {
    auto found = PossibleReasons(*schema);
    std::move(found.begin(), found.end(), std::back_inserter(reasons));
  }
  if (!reasons.empty()) return reasons;
  const auto* additional = in.additional_properties;
  if (additional == nullptr || additional->schema == nullptr) return {};
  return PossibleReasons(*additional->schema);
}

}  // namespace structural::model
