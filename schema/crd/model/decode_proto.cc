#include "schema/crd/model/decode_proto.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schema/base/utf8.h"
#include "schema/crd/model/decode_values.h"
#include "schema/json/reader.h"

namespace structural::crd {
namespace {

using base::ProtoReader;
using base::WireType;

// Returns the object that `out` points to. If `out` is null, first allocates an object.
template <typename T>
T& Own(ProtoInput& input, const T*& out) {
  if (out == nullptr) out = input.arena.New<T>();
  return *const_cast<T*>(out);  // const_cast is safe: this decoder allocated the object, and nothing shares it yet
}

void TakePointer(ProtoInput& input, const JSONSchemaProps*& out) {
  const bool is_new = out == nullptr;
  DecodeSchema(input, Own(input, out), is_new);
}

void TakeList(ProtoInput& input, List<JSONSchemaProps>& out) {
  ReadListElements(input, out, [&] {
    JSONSchemaProps schema{};
    DecodeSchema(input, schema, true);
    return CopyUnlessEmpty(schema, input.arena);
  });
}

void TakeTexts(ProtoInput& input, std::span<const std::string_view>& out) {
  ReadListElements(input, out, [&] { return input.Text(); });
}

void TakeJson(ProtoInput& input, JsonText& out) {
  input.in.Message([&] {
    if (input.in.field() != 1) return input.in.Skip();
    const std::string_view raw = input.in.Bytes();
    out = {};
    if (raw.empty()) return;
    json::JsonReader json(raw, input.arena);
    ReadJson(json, out);
    if (!json.AtEnd()) input.in.Fail(json.error().message());
    input.has_unrepresentable_number |= json.has_unrepresentable_number();
  });
}

void TakeJsonList(ProtoInput& input, std::span<const JsonText>& out) {
  ReadListElements(input, out, [&] {
    JsonText value;
    TakeJson(input, value);
    return value;
  });
}

// Reads consecutive entries of a map, beginning with the current field, and adds them to `out`. Calls read(T&) for the
// value of each entry.
template <typename T, typename ReadValue>
void TakeEntries(ProtoInput& input, Map<T>& out, ReadValue read) {
  using Entry = typename Map<T>::Entry;
  std::span<const Entry> entries(out.begin(), out.end());
  ReadListElements(input, entries, [&] {
    Entry entry{"", nullptr};
    T value{};
    input.in.MapEntry([&] { entry.key = input.Text(); },
                      [&] {
                        value = {};
                        read(value);
                      });
    entry.value = CopyUnlessEmpty(value, input.arena);
    return entry;
  });
  const auto not_less = [](const Entry& a, const Entry& b) { return a.key >= b.key; };
  if (std::ranges::adjacent_find(entries, not_less) != entries.end()) {
    std::vector<Entry> sorted(entries.begin(), entries.end());
    SortKeepingLast(sorted);
    entries = input.arena.Copy(std::span<const Entry>(sorted));
  }
  out = Map<T>(entries);
}

void TakeMap(ProtoInput& input, Map<JSONSchemaProps>& out) {
  TakeEntries(input, out, [&](JSONSchemaProps& schema) { DecodeSchema(input, schema, true); });
}

// Upstream: message JSONSchemaPropsOrArray.
void TakeItems(ProtoInput& input, JSONSchemaProps& out) {
  auto& items = Own(input, out.items);
  input.in.Message([&] {
    if (input.in.field() == 1) return TakePointer(input, items.schema);
    if (input.in.field() == 2) return TakeList(input, items.schemas);
    input.in.Skip();
  });
  out.has_invalid_items = items.schema == nullptr && items.schemas.empty();
  if (out.has_invalid_items) out.items = nullptr;
}

// Upstream: message JSONSchemaPropsOrBool.
void TakeSchemaOrBool(ProtoInput& input, const JSONSchemaPropsOrBool*& out) {
  auto& either = Own(input, out);
  input.in.Message([&] {
    if (input.in.field() == 1) {
      either.allows = input.in.Bool();
    } else if (input.in.field() == 2) {
      TakePointer(input, either.schema);
    } else {
      input.in.Skip();
    }
  });
}

// Upstream: message JSONSchemaPropsOrStringArray.
void TakeDependencies(ProtoInput& input, Map<JSONSchemaPropsOrStringArray>& out) {
  TakeEntries(input, out, [&](JSONSchemaPropsOrStringArray& either) {
    input.in.Message([&] {
      if (input.in.field() == 1) return TakePointer(input, either.schema);
      if (input.in.field() == 2) return TakeTexts(input, either.property);
      input.in.Skip();
    });
  });
}

// Upstream: message ExternalDocumentation.
void TakeExternalDocs(ProtoInput& input, const ExternalDocumentation*& out) {
  auto& docs = Own(input, out);
  input.in.Message([&] {
    if (input.in.field() == 1) {
      docs.description = input.Text();
    } else if (input.in.field() == 2) {
      docs.url = input.Text();
    } else {
      input.in.Skip();
    }
  });
}

// Upstream: message ValidationRule.
void TakeRule(ProtoInput& input, ValidationRule& rule) {
  input.in.Message([&] {
    switch (input.in.field()) {
      case 1: rule.rule = input.Text(); break;
      case 2: rule.message = input.Text(); break;
      case 3: rule.message_expression = input.Text(); break;
      case 4: rule.reason = input.Text(); break;
      case 5: rule.field_path = input.Text(); break;
      case 6: rule.optional_old_self = input.in.Bool(); break;
      default: input.in.Skip();
    }
  });
}

void TakeRules(ProtoInput& input, List<ValidationRule>& out) {
  ReadListElements(input, out, [&]() -> const ValidationRule* {
    auto* rule = input.arena.New<ValidationRule>();
    TakeRule(input, *rule);
    return rule;
  });
}

bool TakeBool(ProtoInput& input) { return input.in.Bool(); }
std::int64_t TakeInt64(ProtoInput& input) { return input.in.Int64(); }
double TakeDouble(ProtoInput& input) { return input.in.Double(); }
std::string_view TakeText(ProtoInput& input) { return input.Text(); }
UndecodedText TakeUndecoded(ProtoInput& input) { return UndecodedText::FromProto(input.in.Bytes()); }

// The type of the keyword object that contains the members of `Class`.
template <typename Class>
using KeywordsWith = std::conditional_t<std::is_same_v<Class, Limits>, RareKeywords, Class>;

// Returns the schema's object that has the keyword `member`; null if the schema has not allocated this object yet.
template <typename Class, typename T>
const KeywordsWith<Class>* HeldKeywords(T Class::*, const JSONSchemaProps& schema) {
  if constexpr (std::is_same_v<KeywordsWith<Class>, RareKeywords>) {
    return schema.rare == &kNoRareKeywords ? nullptr : schema.rare;
  } else if constexpr (std::is_same_v<Class, ValueKeywords>) {
    return schema.values == &kNoValueKeywords ? nullptr : schema.values;
  } else {
    return &schema;
  }
}

// Returns the schema's object that has the keyword `member`, and allocates the object if necessary.
template <typename Class, typename T>
KeywordsWith<Class>& MadeKeywords(T Class::*member, JSONSchemaProps& schema, base::Arena& arena) {
  using Keywords = KeywordsWith<Class>;
  if (const Keywords* held = HeldKeywords(member, schema))
    // const_cast is safe: this decoder allocated the object, and nothing shares it yet
    return *const_cast<Keywords*>(held);
  auto* own = arena.New<Keywords>();
  if constexpr (std::is_same_v<Keywords, RareKeywords>) schema.rare = own;
  if constexpr (std::is_same_v<Keywords, ValueKeywords>) schema.values = own;
  return *own;
}

// Reads the value of a scalar.
template <auto kMember, auto kRead>
void ReadScalar(ProtoInput& input, JSONSchemaProps& out) {
  const auto value = kRead(input);
  MadeKeywords(kMember, out, input.arena).*kMember = value;
}

template <auto kMember, auto kRead>
void Nested(ProtoInput& input, JSONSchemaProps& out) {
  kRead(input, MadeKeywords(kMember, out, input.arena).*kMember);
}

// The kind of a field's content, from which CountSchema computes the memory of the decoded value.
enum class Below : char { kNothing, kElement, kObject, kObjects, kSchema, kSchemas, kEntries, kEither, kDependencies };

struct Field {
  void (*decode)(ProtoInput&, JSONSchemaProps&) = nullptr;
  Below below = Below::kNothing;
  // For a field whose empty string or `false` means the same as an absent field: the wire type; nullopt for other
  // fields.
  std::optional<WireType> zero_is_absent = std::nullopt;
};

template <typename Class, typename T>
constexpr std::optional<WireType> ZeroOf(T Class::*) {
  if (std::is_same_v<T, bool>) return WireType::kVarint;
  if (std::is_same_v<T, std::string_view> || std::is_same_v<T, UndecodedText>) return WireType::kBytes;
  return std::nullopt;
}

template <auto kMember, auto kRead>
constexpr Field kScalar{ReadScalar<kMember, kRead>, Below::kNothing, ZeroOf(kMember)};

using P = JSONSchemaProps;
using V = ValueKeywords;
using R = RareKeywords;

struct Row {
  std::size_t number;
  Field field;
};

// The fields of the protobuf message JSONSchemaProps: number, decoder, and kind of content.
constexpr Row kRows[] = {
    {1, kScalar<&R::id, TakeText>},
    {2, kScalar<&R::schema, TakeText>},
    {3, kScalar<&R::ref, TakeText>},
    {4, kScalar<&P::description, TakeUndecoded>},
    {5, kScalar<&P::type, TakeText>},
    {6, kScalar<&V::format, TakeText>},
    {7, kScalar<&R::title, TakeText>},
    {8, {Nested<&V::default_value, TakeJson>}},
    {9, kScalar<&R::maximum, TakeDouble>},
    {10, kScalar<&R::exclusive_maximum, TakeBool>},
    {11, kScalar<&R::minimum, TakeDouble>},
    {12, kScalar<&R::exclusive_minimum, TakeBool>},
    {13, kScalar<&R::max_length, TakeInt64>},
    {14, kScalar<&R::min_length, TakeInt64>},
    {15, kScalar<&V::pattern, TakeText>},
    {16, kScalar<&R::max_items, TakeInt64>},
    {17, kScalar<&R::min_items, TakeInt64>},
    {18, kScalar<&R::unique_items, TakeBool>},
    {19, kScalar<&R::multiple_of, TakeDouble>},
    {20, {Nested<&V::enumeration, TakeJsonList>, Below::kElement}},
    {21, kScalar<&R::max_properties, TakeInt64>},
    {22, kScalar<&R::min_properties, TakeInt64>},
    {23, {Nested<&P::required, TakeTexts>, Below::kElement}},
    {24, {TakeItems, Below::kEither}},
    {25, {Nested<&V::all_of, TakeList>, Below::kSchemas}},
    {26, {Nested<&V::one_of, TakeList>, Below::kSchemas}},
    {27, {Nested<&V::any_of, TakeList>, Below::kSchemas}},
    {28, {Nested<&V::not_schema, TakePointer>, Below::kSchema}},
    {29, {Nested<&P::properties, TakeMap>, Below::kEntries}},
    {30, {Nested<&P::additional_properties, TakeSchemaOrBool>, Below::kEither}},
    {31, {Nested<&R::pattern_properties, TakeMap>, Below::kEntries}},
    {32, {Nested<&R::dependencies, TakeDependencies>, Below::kDependencies}},
    {33, {Nested<&R::additional_items, TakeSchemaOrBool>, Below::kEither}},
    {34, {Nested<&R::definitions, TakeMap>, Below::kEntries}},
    {35, {Nested<&R::external_docs, TakeExternalDocs>, Below::kObject}},
    {36, {Nested<&R::example, TakeJson>}},
    {37, kScalar<&P::nullable, TakeBool>},
    {38, kScalar<&P::x_preserve_unknown_fields, TakeBool>},
    {39, kScalar<&P::x_embedded_resource, TakeBool>},
    {40, kScalar<&P::x_int_or_string, TakeBool>},
    {41, {Nested<&R::x_list_map_keys, TakeTexts>, Below::kElement}},
    {42, kScalar<&R::x_list_type, TakeText>},
    {43, kScalar<&R::x_map_type, TakeText>},
    {44, {Nested<&R::x_validations, TakeRules>, Below::kObjects}},
};

constexpr std::size_t kFields = std::size(kRows) + 1;

constexpr std::array<Field, kFields> kFieldTable = [] {
  std::array<Field, kFields> table{};
  for (const Row& row : kRows) table[row.number] = row.field;
  return table;
}();

static_assert(kFields <= 64, "DecodeSchema has a bit for each field");

// Returns the row of kRows for the reader's current field; null for an unknown field.
const Field* FindField(const ProtoReader& in) {
  const auto number = static_cast<std::size_t>(in.field());
  return number < kFields ? &kFieldTable[number] : nullptr;
}

// Counts the parts of a message that has schemas or another value, such as JSONSchemaPropsOrBool. The fields with the
// numbers 1 to `last_schema` are schemas. Each field counts as an element.
void CountEither(ProtoReader& in, int last_schema, SchemaParts& parts) {
  ++parts.schemas;
  in.Message([&] {
    ++parts.elements;
    if (in.wire() != WireType::kBytes || in.field() > last_schema) return in.Skip();
    CountSchema(in, parts);
  });
}

void CountBelow(ProtoReader& in, Below below, SchemaParts& parts) {
  parts.elements += below != Below::kSchema && below != Below::kObject;
  switch (below) {
    case Below::kSchema:
    case Below::kSchemas: return CountSchema(in, parts);
    case Below::kEntries: return in.MapEntry([&] { in.Bytes(); }, [&] { CountSchema(in, parts); });
    case Below::kDependencies: return in.MapEntry([&] { in.Bytes(); }, [&] { CountEither(in, 1, parts); });
    case Below::kEither: return CountEither(in, 2, parts);
    case Below::kObject:
    case Below::kObjects: ++parts.schemas; break;
    default: break;
  }
  in.Skip();
}

}  // namespace

std::string_view ProtoInput::Text() {
  const std::string_view bytes = in.Bytes();
  return base::IsValidUtf8(bytes) ? bytes : arena.Copy(std::string_view(base::ToValidUtf8(bytes)));
}

void DecodeSchema(ProtoInput& input, JSONSchemaProps& out, bool is_new) {
  // A bit for each field that already has a value. If a field has none yet, an empty value is skipped to save time:
  // Kubernetes writes 12 fields of each schema, most of them empty.
  std::uint64_t read = is_new ? 0 : ~std::uint64_t{0};
  if (input.arena.bytes() > input.max_bytes) {
    input.in.Fail("the schemas need too much memory", base::ErrorCode::kLimitExceeded);
  }
  if (input.in.Enter()) {
    input.in.Message([&] {
      const Field* field = FindField(input.in);
      if (field == nullptr) return input.in.Skip();
      const std::uint64_t bit = std::uint64_t{1} << input.in.field();
      const bool first = (read & bit) == 0;
      if (first && field->zero_is_absent && input.in.TakeZero(*field->zero_is_absent)) return;
      read |= bit;
      field->decode(input, out);
    });
  }
  input.in.Leave();
}

void CountSchema(ProtoReader& in, SchemaParts& parts) {
  ++parts.schemas;
  if (in.Enter()) {
    in.Message([&] {
      const Field* field = FindField(in);
      if (field == nullptr || field->below == Below::kNothing || in.wire() != WireType::kBytes) return in.Skip();
      CountBelow(in, field->below, parts);
    });
  }
  in.Leave();
}

}  // namespace structural::crd
