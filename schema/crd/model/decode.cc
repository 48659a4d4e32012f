#include "schema/crd/model/decode.h"

#include <algorithm>
#include <array>
#include <utility>

#include "schema/crd/model/decode_values.h"

namespace structural::crd {
namespace {

using base::Arena;
using json::JsonReader;
using Kind = JsonReader::Kind;

void DecodeList(JsonReader& in, Arena& arena, List<JSONSchemaProps>& out) {
  ReadList<JSONSchemaProps>(in, arena, out, [&](JSONSchemaProps& to) { DecodeSchema(in, arena, to); });
}

void DecodeMap(JsonReader& in, Arena& arena, Map<JSONSchemaProps>& out) {
  ReadMap<JSONSchemaProps>(in, arena, out, [&](JSONSchemaProps& to) { DecodeSchema(in, arena, to); });
}

void DecodePointer(JsonReader& in, Arena& arena, const JSONSchemaProps*& out) {
  ReadPointer<JSONSchemaProps>(in, arena, out, [&](JSONSchemaProps& to) { DecodeSchema(in, arena, to); });
}

const JSONSchemaProps* NewSchema(JsonReader& in, Arena& arena) {
  auto* schema = arena.New<JSONSchemaProps>();
  DecodeSchema(in, arena, *schema);
  return schema;
}

void DecodeItems(JsonReader& in, Arena& arena, JSONSchemaProps& out) {
  out.items = nullptr;
  out.has_invalid_items = false;
  if (ReadNull(in)) return;
  auto* items = arena.New<JSONSchemaPropsOrArray>();
  switch (in.Peek()) {
    case Kind::kObject: items->schema = NewSchema(in, arena); break;
    case Kind::kArray: DecodeList(in, arena, items->schemas); break;
    default: in.Skip();
  }
  out.has_invalid_items = items->schema == nullptr && items->schemas.empty();
  out.items_is_empty_list = out.has_invalid_items && !Absent(items->schemas);
  if (!out.has_invalid_items) out.items = items;
}

void DecodeSchemaOrBool(JsonReader& in, Arena& arena, const JSONSchemaPropsOrBool*& out) {
  if (ReadNull(in)) {
    out = nullptr;
    return;
  }
  auto* either = arena.New<JSONSchemaPropsOrBool>();
  switch (in.Peek()) {
    case Kind::kObject:
      either->allows = true;
      either->schema = NewSchema(in, arena);
      break;
    case Kind::kBool: either->allows = in.Bool(); break;
    default: in.FailWrongKind("schema or boolean");
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

// Returns the schema's own object for less frequent keywords. If `held` is still the shared object `none`, first
// allocates an object.
template <typename Keywords>
Keywords& OwnKeywords(const Keywords*& held, const Keywords& none, Arena& arena) {
  auto* own = const_cast<Keywords*>(held);  // const_cast is safe: only the shared constant `none` is const
  if (held == &none) held = own = arena.New<Keywords>();
  return *own;
}

template <typename Class, typename T>
Class& Holder(T Class::*, JSONSchemaProps& schema, Arena& arena) {
  if constexpr (std::is_base_of_v<Class, RareKeywords>) {
    return OwnKeywords(schema.rare, kNoRareKeywords, arena);
  } else if constexpr (std::is_same_v<Class, ValueKeywords>) {
    return OwnKeywords(schema.values, kNoValueKeywords, arena);
  } else {
    return schema;
  }
}

template <auto kMember, auto kRead>
void Read(JsonReader& in, Arena& arena, JSONSchemaProps& out) {
  auto& member = Holder(kMember, out, arena).*kMember;
  if constexpr (std::is_invocable_v<decltype(kRead), JsonReader&, decltype(member)>) {
    kRead(in, member);
  } else {
    kRead(in, arena, member);
  }
}

using P = JSONSchemaProps;
using V = ValueKeywords;
using R = RareKeywords;

// The keywords and their decoders, sorted by name.
constexpr Keyword kKeywords[] = {
    {"$ref", Read<&R::ref, ReadOptionalString>},
    {"$schema", Read<&R::schema, ReadString>},
    {"additionalItems", Read<&R::additional_items, DecodeSchemaOrBool>},
    {"additionalProperties", Read<&P::additional_properties, DecodeSchemaOrBool>},
    {"allOf", Read<&V::all_of, DecodeList>},
    {"anyOf", Read<&V::any_of, DecodeList>},
    {"default", Read<&V::default_value, ReadJson>},
    {"definitions", Read<&R::definitions, DecodeMap>},
    {"dependencies", Read<&R::dependencies, DecodeDependencies>},
    {"description", Read<&P::description, ReadUndecodedString>},
    {"enum", Read<&V::enumeration, ReadJsonList>},
    {"example", Read<&R::example, ReadJson>},
    {"exclusiveMaximum", Read<&R::exclusive_maximum, ReadBool>},
    {"exclusiveMinimum", Read<&R::exclusive_minimum, ReadBool>},
    {"externalDocs", Read<&R::external_docs, DecodeExternalDocs>},
    {"format", Read<&V::format, ReadString>},
    {"id", Read<&R::id, ReadString>},
    {"items", DecodeItems},
    {"maxItems", Read<&R::max_items, ReadOptionalInt64>},
    {"maxLength", Read<&R::max_length, ReadOptionalInt64>},
    {"maxProperties", Read<&R::max_properties, ReadOptionalInt64>},
    {"maximum", Read<&R::maximum, ReadOptionalDouble>},
    {"minItems", Read<&R::min_items, ReadOptionalInt64>},
    {"minLength", Read<&R::min_length, ReadOptionalInt64>},
    {"minProperties", Read<&R::min_properties, ReadOptionalInt64>},
    {"minimum", Read<&R::minimum, ReadOptionalDouble>},
    {"multipleOf", Read<&R::multiple_of, ReadOptionalDouble>},
    {"not", Read<&V::not_schema, DecodePointer>},
    {"nullable", Read<&P::nullable, ReadBool>},
    {"oneOf", Read<&V::one_of, DecodeList>},
    {"pattern", Read<&V::pattern, ReadString>},
    {"patternProperties", Read<&R::pattern_properties, DecodeMap>},
    {"properties", Read<&P::properties, DecodeMap>},
    {"required", Read<&P::required, ReadStrings>},
    {"title", Read<&R::title, ReadString>},
    {"type", Read<&P::type, ReadString>},
    {"uniqueItems", Read<&R::unique_items, ReadBool>},
    {"x-kubernetes-embedded-resource", Read<&P::x_embedded_resource, ReadBool>},
    {"x-kubernetes-int-or-string", Read<&P::x_int_or_string, ReadBool>},
    {"x-kubernetes-list-map-keys", Read<&R::x_list_map_keys, ReadStrings>},
    {"x-kubernetes-list-type", Read<&R::x_list_type, ReadOptionalString>},
    {"x-kubernetes-map-type", Read<&R::x_map_type, ReadOptionalString>},
    {"x-kubernetes-preserve-unknown-fields", Read<&P::x_preserve_unknown_fields, ReadOptionalBool>},
    {"x-kubernetes-validations", Read<&R::x_validations, DecodeValidationRules>},
};
static_assert(std::ranges::is_sorted(kKeywords, {}, &Keyword::name));

// Number of slots of a perfect hash table, in which each keyword has its own slot. A multiplier without collisions is
// found at compile time.
constexpr std::size_t kSlots = 256;

constexpr std::size_t SlotOf(std::string_view name, std::uint32_t multiplier) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
  const std::size_t size = name.size();
  const std::uint32_t mixed = static_cast<std::uint32_t>(
      (at(0) << 24 | at(size > 1) << 16 | at(size * 2 / 3) << 8 | at(size - 1)) + at(size / 2) * 31 + size * 977);
  return static_cast<std::uint32_t>(mixed * multiplier) >> 24;
}

constexpr bool IsPerfect(std::uint32_t multiplier) {
  std::array<bool, kSlots> taken{};
  return std::ranges::none_of(
      kKeywords, [&](const Keyword& keyword) { return std::exchange(taken[SlotOf(keyword.name, multiplier)], true); });
}

constexpr std::uint32_t FindMultiplier() {
  for (std::uint32_t multiplier = 0x9E3779B1;; multiplier += 2) {
    if (IsPerfect(multiplier)) return multiplier;
  }
}

constexpr std::uint32_t kMultiplier = FindMultiplier();

constexpr std::array<const Keyword*, kSlots> kTable = [] {
  std::array<const Keyword*, kSlots> table{};
  for (const Keyword& keyword : kKeywords) table[SlotOf(keyword.name, kMultiplier)] = &keyword;
  return table;
}();

const Keyword* FindKeyword(std::string_view name) {
  if (name.empty()) return nullptr;
  const Keyword* keyword = kTable[SlotOf(name, kMultiplier)];
  return keyword != nullptr && keyword->name == name ? keyword : nullptr;
}

}  // namespace

void DecodeSchema(JsonReader& in, Arena& arena, JSONSchemaProps& out) {
  ReadObject(in, [&](std::string_view key) {
    const Keyword* keyword = FindKeyword(key);
    if (keyword == nullptr) {
      in.Skip();
      return;
    }
    keyword->decode(in, arena, out);
  });
}

namespace {

bool InText(JsonText text) {
  if (text.empty()) return false;
  base::Arena arena;
  json::JsonReader in(text, arena);
  in.ReadUndecoded();
  return in.has_unrepresentable_number();
}

bool InSchema(const JSONSchemaProps* schema) { return schema != nullptr && HasUnrepresentableNumber(*schema); }

bool InList(List<JSONSchemaProps> list) { return std::ranges::any_of(list, InSchema); }

template <typename T>
bool InMap(const Map<T>& map) {
  return std::any_of(map.begin(), map.end(), [](const auto& entry) {
    if constexpr (std::is_same_v<T, JSONSchemaProps>) {
      return InSchema(entry.value);
    } else {
      return InSchema(entry.value->schema);
    }
  });
}

bool InSchemaOrBool(const JSONSchemaPropsOrBool* either) { return either != nullptr && InSchema(either->schema); }

bool InItems(const JSONSchemaPropsOrArray* items) {
  return items != nullptr && (InSchema(items->schema) || InList(items->schemas));
}

}  // namespace

bool HasUnrepresentableNumber(const JSONSchemaProps& s) {
  return InText(s.values->default_value) || InText(s.rare->example) ||
         std::ranges::any_of(s.values->enumeration, InText) || InItems(s.items) || InList(s.values->all_of) ||
         InList(s.values->one_of) || InList(s.values->any_of) || InSchema(s.values->not_schema) ||
         InMap(s.properties) || InMap(s.rare->pattern_properties) || InMap(s.rare->definitions) ||
         InMap(s.rare->dependencies) || InSchemaOrBool(s.additional_properties) ||
         InSchemaOrBool(s.rare->additional_items);
}

}  // namespace structural::crd
