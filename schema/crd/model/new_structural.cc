#include "schema/crd/model/new_structural.h"

#include <algorithm>
#include <iterator>

#include "schema/crd/model/decode.h"

namespace structural::crd {
namespace {

// Builds the structural form of a schema and of its nested schemas. Stops at the first reason why the schema has no
// structural form.
class Builder {
 public:
  Builder(base::Arena& arena, EmptyLists empties) : arena_(arena), empties_(empties) {}

  const Structural* BuildStructural(const JSONSchemaProps& in);
  std::optional<NotRepresentable> reason;

 private:
  const NestedValueValidation* BuildNested(const JSONSchemaProps& in);
  bool Representable(const JSONSchemaProps& in);
  const ValueValidation* BuildValueValidation(const JSONSchemaProps& in);
  Generic BuildGeneric(const JSONSchemaProps& in);
  const Extensions* BuildExtensions(const JSONSchemaProps& in);
  const JSONSchemaProps* SingleItems(const JSONSchemaProps& in);
  template <typename T>
  const T* Share(const T& built, const T& none);
  List<NestedValueValidation> BuildList(List<JSONSchemaProps> in);
  template <typename T, typename Build>
  Map<T> BuildMap(const Map<JSONSchemaProps>& in, Build build);

  template <typename List>
  List Keep(List list) {
    return list.empty() && empties_ == EmptyLists::kDrop ? List() : list;
  }

  base::Arena& arena_;
  const EmptyLists empties_;
};

// Returns a copy of the value in the arena. If the value is zero, returns the shared object `none` instead, to save
// memory.
template <typename T>
const T* Builder::Share(const T& built, const T& none) {
  if (IsZero(built)) return &none;
  auto* own = arena_.New<T>();
  *own = built;
  return own;
}

Generic Builder::BuildGeneric(const JSONSchemaProps& in) {
  const SchemaAnnotations annotations{in.rare->title, in.rare->external_docs, in.rare->example};
  return {in.description, in.type, in.values->default_value, Share(annotations, kNoSchemaAnnotations), in.nullable};
}

bool Builder::Representable(const JSONSchemaProps& in) {
  if (!reason) reason = FindUnsupportedKeyword(in);
  return !reason;
}

List<NestedValueValidation> Builder::BuildList(List<JSONSchemaProps> in) {
  if (in.empty() || reason) return {};
  auto* out = static_cast<const NestedValueValidation**>(arena_.Allocate(in.size() * sizeof(void*), alignof(void*)));
  for (std::size_t i = 0; i < in.size() && !reason; ++i) out[i] = BuildNested(*in[i]);
  return {out, in.size()};
}

template <typename T, typename Build>
Map<T> Builder::BuildMap(const Map<JSONSchemaProps>& in, Build build) {
  using Entry = typename Map<T>::Entry;
  if (Keep(in).absent() || reason) return {};
  auto* out = static_cast<Entry*>(arena_.Allocate(in.size() * sizeof(Entry), alignof(Entry)));
  Entry* at = out;
  for (const auto& entry : in) {
    if (!reason) *at++ = {entry.key, build(*entry.value)};
  }
  return Map<T>(std::span<const Entry>(out, at));
}

const ValueValidation* Builder::BuildValueValidation(const JSONSchemaProps& in) {
  const JSONSchemaProps* inverted = in.values->not_schema;
  const auto* not_schema = inverted != nullptr ? BuildNested(*inverted) : nullptr;
  const auto all_of = BuildList(in.values->all_of);
  const auto any_of = BuildList(in.values->any_of);
  const auto one_of = BuildList(in.values->one_of);
  ValueValidation built;
  static_cast<Limits&>(built) = *in.rare;
  built.format = in.values->format;
  built.pattern = in.values->pattern;
  built.enumeration = in.values->enumeration;
  built.required = Keep(in.required);
  built.all_of = all_of;
  built.one_of = one_of;
  built.any_of = any_of;
  built.not_schema = not_schema;
  return Share(built, kNoValueValidation);
}

const Extensions* Builder::BuildExtensions(const JSONSchemaProps& in) {
  if (!reason) reason = FindPreserveUnknownFieldsFalse(in);
  const Extensions built{in.x_preserve_unknown_fields.value_or(false),
                         in.x_embedded_resource,
                         in.x_int_or_string,
                         Keep(in.rare->x_list_map_keys),
                         in.rare->x_list_type,
                         in.rare->x_map_type};
  return Share(built, kNoExtensions);
}

const JSONSchemaProps* Builder::SingleItems(const JSONSchemaProps& in) {
  if (!reason) reason = FindItemsArray(in);
  return in.items == nullptr || reason ? nullptr : in.items->schema;
}

const NestedValueValidation* Builder::BuildNested(const JSONSchemaProps& in) {
  if (&in == &kEmptySchema) return &kNoNestedValueValidation;
  auto* out = arena_.New<NestedValueValidation>();
  if (!Representable(in)) return out;
  out->value_validation = BuildValueValidation(in);
  out->forbidden_generics = BuildGeneric(in);
  out->forbidden_extensions = BuildExtensions(in);
  out->x_validations = Keep(in.rare->x_validations);
  if (const auto* items = SingleItems(in)) out->items = BuildNested(*items);
  out->properties = BuildMap<NestedValueValidation>(in.properties, [&](auto& s) { return BuildNested(s); });
  if (const auto* additional = in.additional_properties; additional != nullptr && !reason) {
    if (additional->schema != nullptr) {
      out->additional_properties = BuildNested(*additional->schema);
    } else if (additional->allows) {
      out->additional_properties = &kNoNestedValueValidation;
    }
  }
  return out;
}

// Whether neither the schema nor any schema inside it has a default. Precondition: the member without_defaults of each
// child schema is already set.
bool WithoutDefaults(const Structural& schema) {
  const auto none = [](const Structural* below) { return below == nullptr || below->without_defaults; };
  const auto* additional = schema.additional_properties;
  return schema.generic.default_value.empty() && none(schema.items) &&
         (additional == nullptr || none(additional->structural)) &&
         std::all_of(schema.properties.begin(), schema.properties.end(),
                     [&](const auto& property) { return none(property.value); });
}

const Structural* Builder::BuildStructural(const JSONSchemaProps& in) {
  if (&in == &kEmptySchema) return &kEmptyStructural;
  auto* out = arena_.New<Structural>();
  if (!Representable(in)) return out;
  out->value_validation = BuildValueValidation(in);
  out->generic = BuildGeneric(in);
  out->extensions = BuildExtensions(in);
  out->x_validations = Keep(in.rare->x_validations);
  if (const auto* items = SingleItems(in)) out->items = BuildStructural(*items);
  out->properties = BuildMap<Structural>(in.properties, [&](auto& s) { return BuildStructural(s); });
  if (const auto* additional = in.additional_properties; additional != nullptr && !reason) {
    auto* either = arena_.New<StructuralOrBool>();
    either->allows = additional->allows;
    if (additional->schema != nullptr) either->structural = BuildStructural(*additional->schema);
    out->additional_properties = either;
  }
  out->without_defaults = WithoutDefaults(*out);
  return out;
}

}  // namespace

std::variant<const Structural*, NotRepresentable> NewStructural(const JSONSchemaProps& schema, base::Arena& arena,
                                                                EmptyLists empties) {
  Builder builder(arena, empties);
  const Structural* structural = builder.BuildStructural(schema);
  if (builder.reason) return *std::move(builder.reason);
  return structural;
}

namespace {

using Reasons = std::vector<NotRepresentable>;

std::optional<NotRepresentable> NotSupported(std::string_view keyword) {
  return NotRepresentable{std::string(keyword), "OpenAPIV3Schema '" + std::string(keyword) + "' is not supported"};
}

// Returns the reasons in the keywords that Kubernetes visits before the properties. Kubernetes visits these keywords in
// a fixed order, and stops at the first keyword with a reason.
Reasons InFixedOrder(const JSONSchemaProps& in) {
  if (auto reason = FindUnsupportedKeyword(in)) return {*std::move(reason)};
  if (in.values->not_schema != nullptr) {
    if (auto found = ReasonsNotRepresentable(*in.values->not_schema); !found.empty()) return found;
  }
  for (const auto list : {in.values->all_of, in.values->any_of, in.values->one_of}) {
    for (const JSONSchemaProps* schema : list) {
      if (auto found = ReasonsNotRepresentable(*schema); !found.empty()) return found;
    }
  }
  if (auto reason = FindPreserveUnknownFieldsFalse(in)) return {*std::move(reason)};
  if (auto reason = FindItemsArray(in)) return {*std::move(reason)};
  if (in.items != nullptr && in.items->schema != nullptr) return ReasonsNotRepresentable(*in.items->schema);
  return {};
}

}  // namespace

std::optional<NotRepresentable> FindUnsupportedKeyword(const JSONSchemaProps& schema) {
  if (!schema.rare->id.empty()) return NotSupported("id");
  if (!schema.rare->schema.empty()) return NotSupported("schema");
  if (schema.rare->ref && !schema.rare->ref->empty()) return NotSupported("$ref");
  if (!schema.rare->pattern_properties.empty()) return NotSupported("patternProperties");
  if (!schema.rare->dependencies.empty()) return NotSupported("dependencies");
  if (schema.rare->additional_items != nullptr) return NotSupported("additionalItems");
  if (!schema.rare->definitions.empty()) return NotSupported("definitions");
  return std::nullopt;
}

std::optional<NotRepresentable> FindPreserveUnknownFieldsFalse(const JSONSchemaProps& schema) {
  if (schema.x_preserve_unknown_fields != false) return std::nullopt;
  return NotRepresentable{"x-kubernetes-preserve-unknown-fields",
                          "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"};
}

std::optional<NotRepresentable> FindItemsArray(const JSONSchemaProps& schema) {
  if (schema.items == nullptr || schema.items->schemas.empty()) return std::nullopt;
  return NotRepresentable{"items", "OpenAPIV3Schema 'items' must be a schema, but is an array"};
}

Reasons ReasonsNotRepresentable(const JSONSchemaProps& in) {
  Reasons reasons = InFixedOrder(in);
  if (!reasons.empty()) return reasons;
  for (const auto& [key, schema] : in.properties) {
    auto found = ReasonsNotRepresentable(*schema);
    std::move(found.begin(), found.end(), std::back_inserter(reasons));
  }
  if (!reasons.empty()) return reasons;
  const auto* additional = in.additional_properties;
  if (additional == nullptr || additional->schema == nullptr) return {};
  return ReasonsNotRepresentable(*additional->schema);
}

}  // namespace structural::crd
