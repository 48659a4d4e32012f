#include "schema/model/decode.h"

#include <iterator>
#include <vector>

#include "schema/model/decode_values.h"

namespace structural::model {
namespace {

using base::Arena;
using base::JsonReader;
using Kind = JsonReader::Kind;

void DecodeList(JsonReader& in, Arena& arena, List<JSONSchemaProps>& out) {
  ReadList<JSONSchemaProps>(in, arena, out,
                            [&](JSONSchemaProps& to) { DecodeSchema(in, arena, to); });
}

void DecodeMap(JsonReader& in, Arena& arena, Map<JSONSchemaProps>& out) {
  ReadMap<JSONSchemaProps>(in, arena, out,
                           [&](JSONSchemaProps& to) { DecodeSchema(in, arena, to); });
}

void DecodePointer(JsonReader& in, Arena& arena, const JSONSchemaProps*& out) {
  ReadPointer<JSONSchemaProps>(in, arena, out,
                               [&](JSONSchemaProps& to) { DecodeSchema(in, arena, to); });
}

const JSONSchemaProps* NewSchema(JsonReader& in, Arena& arena) {
  auto* schema = arena.New<JSONSchemaProps>();
  DecodeSchema(in, arena, *schema);
  return schema;
}

// A scalar is read as neither, without an error; so is an empty list. Both vanish when stored.
void DecodeItems(JsonReader& in, Arena& arena, const JSONSchemaPropsOrArray*& out) {
  out = nullptr;
  auto* items = arena.New<JSONSchemaPropsOrArray>();
  switch (in.Peek()) {
    case Kind::kObject: items->schema = NewSchema(in, arena); break;
    case Kind::kArray: DecodeList(in, arena, items->schemas); break;
    default: in.Skip();
  }
  if (items->schema != nullptr || !items->schemas.empty()) out = items;
}

void DecodeSchemaOrBool(JsonReader& in, Arena& arena, const JSONSchemaPropsOrBool*& out) {
  if (ReadNull(in)) return void(out = nullptr);
  auto* either = arena.New<JSONSchemaPropsOrBool>();
  switch (in.Peek()) {
    case Kind::kObject:
      either->allows = true;
      either->schema = NewSchema(in, arena);
      break;
    case Kind::kBool: either->allows = in.Bool(); break;
    default: in.FailKind("schema or boolean");
  }
  out = either;
}

void DecodeDependencies(JsonReader& in, Arena& arena, Map<JSONSchemaPropsOrStringArray>& out) {
  ReadMap<JSONSchemaPropsOrStringArray>(in, arena, out, [&](JSONSchemaPropsOrStringArray& to) {
    switch (in.Peek()) {
      case Kind::kObject: to.schema = NewSchema(in, arena); break;
      case Kind::kArray: ReadStrings(in, arena, to.property); break;
      default: in.Skip();
    }
  });
}

void DecodeExternalDocs(JsonReader& in, Arena& arena, const ExternalDocumentation*& out) {
  ReadPointer<ExternalDocumentation>(in, arena, out, [&](ExternalDocumentation& to) {
    ReadObject(in, [&](std::string_view key) {
      if (key == "description") return ReadString(in, to.description);
      if (key == "url") return ReadString(in, to.url);
      in.Skip();
    });
  });
}

void DecodeValidationRules(JsonReader& in, Arena& arena, List<ValidationRule>& out) {
  ReadList<ValidationRule>(in, arena, out, [&](ValidationRule& to) {
    ReadObject(in, [&](std::string_view key) {
      if (key == "rule") return ReadString(in, to.rule);
      if (key == "message") return ReadString(in, to.message);
      if (key == "messageExpression") return ReadString(in, to.message_expression);
      if (key == "reason") return ReadOptionalString(in, to.reason);
      if (key == "fieldPath") return ReadString(in, to.field_path);
      if (key == "optionalOldSelf") return ReadOptionalBool(in, to.optional_old_self);
      in.Skip();
    });
  });
}

using Decoder = void (*)(JsonReader&, Arena&, JSONSchemaProps&);

struct Keyword {
  std::string_view name;
  Decoder decode;
};

template <auto kMember, auto kRead>
void Read(JsonReader& in, Arena& arena, JSONSchemaProps& out) {
  if constexpr (std::is_invocable_v<decltype(kRead), JsonReader&, decltype((out.*kMember))>) {
    kRead(in, out.*kMember);
  } else {
    kRead(in, arena, out.*kMember);
  }
}

using P = JSONSchemaProps;

// Sorted by name, for the search.
constexpr Keyword kKeywords[] = {
    {"$ref", Read<&P::ref, ReadOptionalString>},
    {"$schema", Read<&P::schema, ReadString>},
    {"additionalItems", Read<&P::additional_items, DecodeSchemaOrBool>},
    {"additionalProperties", Read<&P::additional_properties, DecodeSchemaOrBool>},
    {"allOf", Read<&P::all_of, DecodeList>},
    {"anyOf", Read<&P::any_of, DecodeList>},
    {"default", Read<&P::default_value, ReadJson>},
    {"definitions", Read<&P::definitions, DecodeMap>},
    {"dependencies", Read<&P::dependencies, DecodeDependencies>},
    {"description", Read<&P::description, ReadEscapedString>},
    {"enum", Read<&P::enumeration, ReadJsonList>},
    {"example", Read<&P::example, ReadJson>},
    {"exclusiveMaximum", Read<&P::exclusive_maximum, ReadBool>},
    {"exclusiveMinimum", Read<&P::exclusive_minimum, ReadBool>},
    {"externalDocs", Read<&P::external_docs, DecodeExternalDocs>},
    {"format", Read<&P::format, ReadString>},
    {"id", Read<&P::id, ReadString>},
    {"items", Read<&P::items, DecodeItems>},
    {"maxItems", Read<&P::max_items, ReadOptionalInt64>},
    {"maxLength", Read<&P::max_length, ReadOptionalInt64>},
    {"maxProperties", Read<&P::max_properties, ReadOptionalInt64>},
    {"maximum", Read<&P::maximum, ReadOptionalDouble>},
    {"minItems", Read<&P::min_items, ReadOptionalInt64>},
    {"minLength", Read<&P::min_length, ReadOptionalInt64>},
    {"minProperties", Read<&P::min_properties, ReadOptionalInt64>},
    {"minimum", Read<&P::minimum, ReadOptionalDouble>},
    {"multipleOf", Read<&P::multiple_of, ReadOptionalDouble>},
    {"not", Read<&P::not_schema, DecodePointer>},
    {"nullable", Read<&P::nullable, ReadBool>},
    {"oneOf", Read<&P::one_of, DecodeList>},
    {"pattern", Read<&P::pattern, ReadString>},
    {"patternProperties", Read<&P::pattern_properties, DecodeMap>},
    {"properties", Read<&P::properties, DecodeMap>},
    {"required", Read<&P::required, ReadStrings>},
    {"title", Read<&P::title, ReadString>},
    {"type", Read<&P::type, ReadString>},
    {"uniqueItems", Read<&P::unique_items, ReadBool>},
    {"x-kubernetes-embedded-resource", Read<&P::x_embedded_resource, ReadBool>},
    {"x-kubernetes-int-or-string", Read<&P::x_int_or_string, ReadBool>},
    {"x-kubernetes-list-map-keys", Read<&P::x_list_map_keys, ReadStrings>},
    {"x-kubernetes-list-type", Read<&P::x_list_type, ReadOptionalString>},
    {"x-kubernetes-map-type", Read<&P::x_map_type, ReadOptionalString>},
    {"x-kubernetes-preserve-unknown-fields", Read<&P::x_preserve_unknown_fields, ReadOptionalBool>},
    {"x-kubernetes-validations", Read<&P::x_validations, DecodeValidationRules>},
};
static_assert(std::ranges::is_sorted(kKeywords, {}, &Keyword::name));

}  // namespace

void DecodeSchema(JsonReader& in, Arena& arena, JSONSchemaProps& out) {
  ReadObject(in, [&](std::string_view key) {
    const Keyword* keyword = std::ranges::lower_bound(kKeywords, key, {}, &Keyword::name);
    if (keyword == std::end(kKeywords) || keyword->name != key) return void(in.Skip());
    keyword->decode(in, arena, out);
  });
}

}  // namespace structural::model
