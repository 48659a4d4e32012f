#include "schema/crd/release_1_21.h"

#include <span>

namespace structural::crd {
namespace {

using model::JSONSchemaProps;
using model::JSONSchemaPropsOrArray;
using model::JSONSchemaPropsOrBool;
using model::RareKeywords;
using model::ValueKeywords;

class Reader {
 public:
  explicit Reader(base::Arena& arena) : arena_(arena) {}

  // nested: under a junctor.
  const JSONSchemaProps* Read(const JSONSchemaProps* from, bool nested) {
    if (from == nullptr) return nullptr;
    auto* to = arena_.New<JSONSchemaProps>();
    *to = *from;
    to->properties = ReadMap(from->properties, nested);
    to->items = ReadItems(from->items, nested);
    to->additional_properties = ReadAdditional(from->additional_properties, nested);
    to->values = ReadJunctors(from->values);
    to->rare = ReadRare(from->rare);
    return to;
  }

 private:
  using List = model::List<JSONSchemaProps>;
  using Map = model::Map<JSONSchemaProps>;

  List ReadList(List from, bool nested) {
    if (from.empty()) return from;
    const std::span<const JSONSchemaProps*> to = arena_.Copy(from);
    for (const JSONSchemaProps*& schema : to) schema = Read(schema, nested);
    return to;
  }

  Map ReadMap(const Map& from, bool nested) {
    if (from.empty()) return from;
    const std::span<Map::Entry> to =
        arena_.Copy(std::span<const Map::Entry>(from.begin(), from.end()));
    for (Map::Entry& entry : to) entry.value = Read(entry.value, nested);
    return Map(to);
  }

  const JSONSchemaPropsOrArray* ReadItems(const JSONSchemaPropsOrArray* from, bool nested) {
    if (from == nullptr) return nullptr;
    auto* to = arena_.New<JSONSchemaPropsOrArray>();
    to->schema = Read(from->schema, nested);
    to->schemas = ReadList(from->schemas, nested);
    return to;
  }

  const JSONSchemaPropsOrBool* ReadAdditional(const JSONSchemaPropsOrBool* from, bool nested) {
    if (from == nullptr) return nullptr;
    auto* to = arena_.New<JSONSchemaPropsOrBool>();
    to->allows = from->allows || nested;  // `true` is a violation still
    to->schema = Read(from->schema, nested);
    return to;
  }

  const ValueKeywords* ReadJunctors(const ValueKeywords* from) {
    if (from == &model::kNoValueKeywords) return from;
    auto* to = arena_.New<ValueKeywords>();
    *to = *from;
    to->all_of = ReadList(from->all_of, true);
    to->any_of = ReadList(from->any_of, true);
    to->one_of = ReadList(from->one_of, true);
    to->not_schema = Read(from->not_schema, true);
    return to;
  }

  const RareKeywords* ReadRare(const RareKeywords* from) {
    if (from->external_docs == nullptr && from->example.empty() && from->x_validations.empty())
      return from;
    auto* to = arena_.New<RareKeywords>();
    *to = *from;
    to->external_docs = nullptr;
    to->example = {};
    to->x_validations = {};
    return to;
  }

  base::Arena& arena_;
};

}  // namespace

const JSONSchemaProps* AsIn1_21(const JSONSchemaProps& schema, base::Arena& arena) {
  return Reader(arena).Read(&schema, false);
}

}  // namespace structural::crd
