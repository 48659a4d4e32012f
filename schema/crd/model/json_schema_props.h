// JSONSchemaProps: a validation schema, decoded from JSON or protobuf like in an API server.
//
// Plain data in an Arena: views and pointers are valid as long as the arena and the decoded bytes. Immutable after
// decoding, so threads can share it.
// An absent field is zero. A field that is a pointer in Go is an optional or a pointer here, because `maximum: 0`
// differs from an absent maximum. An empty list or map in the text is not Absent().
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/types_jsonschema.go (v0.37.2).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace structural::crd {

// List and Map: the lists and maps of a decoded schema.
//
// Views into an Arena; a copy shares the elements. The elements are pointers, because a node's type is
// incomplete where it declares its children.
template <typename T>
using List = std::span<const T* const>;

// Whether the list is absent, not empty: Go's nil.
template <typename Span>
bool Absent(const Span& span) {
  return span.data() == nullptr;
}

// A map whose entries are sorted bytewise by key. Each key appears once.
template <typename T>
class Map {
 public:
  struct Entry {
    std::string_view key;
    const T* value;
  };

  Map() = default;
  explicit Map(std::span<const Entry> sorted) : entries_(sorted) {}

  bool empty() const { return entries_.empty(); }
  bool absent() const { return Absent(entries_); }
  std::size_t size() const { return entries_.size(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

  // Returns nullptr if the map does not have the key.
  const T* Find(std::string_view key) const {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), key,
                                     [](const Entry& e, std::string_view k) { return e.key < k; });
    return at != entries_.end() && at->key == key ? at->value : nullptr;
  }

 private:
  std::span<const Entry> entries_;
};

// JSON text of any value. Empty for an absent value and for null, which are equal for the server.
using JsonText = std::string_view;

// A string that is decoded when it is used: with escapes if it was read from JSON, as bytes if it was read from
// protobuf. Descriptions are half of a CRD's bytes, and most of them are never read.
class UndecodedText {
 public:
  constexpr UndecodedText() = default;
  // The string in a JSON text, without quotes.
  static UndecodedText InJson(std::string_view escaped) { return {escaped, true}; }
  // Bytes that need not be UTF-8.
  static UndecodedText InProto(std::string_view bytes) { return {bytes, false}; }

  constexpr bool empty() const { return size_ == 0; }
  // Returns the text in JSON, with escapes and without quotes; nullopt if the string was read from protobuf.
  std::optional<std::string_view> escaped() const;
  // Returns the string. Invalid UTF-8 is U+FFFD.
  std::string Value() const;
  // Returns the string in JSON, with quotes.
  std::string Json() const;

  // Whether the strings are equal.
  bool operator==(const UndecodedText& other) const;

 private:
  UndecodedText(std::string_view text, bool escaped)
      : data_(text.data()), size_(static_cast<std::uint32_t>(text.size())), escaped_(escaped) {}
  std::string_view text() const { return {data_, size_}; }

  // The size has 32 bits, so that all members need no more memory than a std::string_view.
  const char* data_ = nullptr;
  std::uint32_t size_ = 0;
  bool escaped_ = true;
};

struct JSONSchemaProps;

struct ExternalDocumentation {
  std::string_view description;
  std::string_view url;
};

// A rule in x-kubernetes-validations (CEL), not interpreted.
struct ValidationRule {
  std::string_view rule;
  std::string_view message;
  std::string_view message_expression;
  std::optional<std::string_view> reason;
  std::string_view field_path;
  std::optional<bool> optional_old_self;
};

// A schema, or a non-empty list of schemas.
struct JSONSchemaPropsOrArray {
  const JSONSchemaProps* schema = nullptr;
  List<JSONSchemaProps> schemas;
};

struct JSONSchemaPropsOrBool {
  bool allows = false;
  const JSONSchemaProps* schema = nullptr;
};

struct JSONSchemaPropsOrStringArray {
  const JSONSchemaProps* schema = nullptr;
  std::span<const std::string_view> property;
};

// The keywords that limit numbers, and the sizes of strings, lists and objects.
struct Limits {
  std::optional<double> maximum;
  std::optional<double> minimum;
  std::optional<double> multiple_of;
  std::optional<std::int64_t> max_length;
  std::optional<std::int64_t> min_length;
  std::optional<std::int64_t> max_items;
  std::optional<std::int64_t> min_items;
  std::optional<std::int64_t> max_properties;
  std::optional<std::int64_t> min_properties;
  bool exclusive_maximum = false;
  bool exclusive_minimum = false;
  bool unique_items = false;
};

bool SameLimits(const Limits& a, const Limits& b);

// A keyword that limits a size, and its member.
struct SizeKeyword {
  std::string_view name;
  std::optional<std::int64_t> Limits::*limit;
};

inline constexpr SizeKeyword kMinLength = {"minLength", &Limits::min_length};
inline constexpr SizeKeyword kMaxLength = {"maxLength", &Limits::max_length};
inline constexpr SizeKeyword kMinItems = {"minItems", &Limits::min_items};
inline constexpr SizeKeyword kMaxItems = {"maxItems", &Limits::max_items};
inline constexpr SizeKeyword kMinProperties = {"minProperties", &Limits::min_properties};
inline constexpr SizeKeyword kMaxProperties = {"maxProperties", &Limits::max_properties};
inline constexpr SizeKeyword kSizeKeywords[] = {kMinLength, kMaxLength,     kMinItems,
                                                kMaxItems,  kMinProperties, kMaxProperties};

// Keywords that one schema in five has. They are separate from JSONSchemaProps to save memory, because most nodes of a
// large CRD only have a type, a description and properties. RareKeywords has the keywords that few schemas have.
struct ValueKeywords {
  std::string_view format;
  std::string_view pattern;
  JsonText default_value;
  std::span<const JsonText> enumeration;  // the keyword `enum`
  List<JSONSchemaProps> all_of;
  List<JSONSchemaProps> one_of;
  List<JSONSchemaProps> any_of;
  const JSONSchemaProps* not_schema = nullptr;  // the keyword `not`
};

inline constexpr ValueKeywords kNoValueKeywords;

struct RareKeywords : Limits {
  std::string_view id;
  std::string_view schema;
  std::optional<std::string_view> ref;
  std::string_view title;
  Map<JSONSchemaProps> pattern_properties;
  Map<JSONSchemaPropsOrStringArray> dependencies;
  const JSONSchemaPropsOrBool* additional_items = nullptr;
  Map<JSONSchemaProps> definitions;
  const ExternalDocumentation* external_docs = nullptr;
  JsonText example;
  std::span<const std::string_view> x_list_map_keys;
  std::optional<std::string_view> x_list_type;
  std::optional<std::string_view> x_map_type;
  List<ValidationRule> x_validations;
};

inline constexpr RareKeywords kNoRareKeywords;

struct JSONSchemaProps {
  UndecodedText description;
  std::string_view type;
  std::span<const std::string_view> required;
  const JSONSchemaPropsOrArray* items = nullptr;
  Map<JSONSchemaProps> properties;
  const JSONSchemaPropsOrBool* additional_properties = nullptr;
  const ValueKeywords* values = &kNoValueKeywords;  // never null
  const RareKeywords* rare = &kNoRareKeywords;      // never null
  bool nullable = false;
  bool x_embedded_resource = false;
  bool x_int_or_string = false;
  // Whether `items` is neither a schema nor a list of schemas, as in `items: 5`. Kubernetes reads it without an error,
  // and writes it as null, so it disappears when the object is stored.
  bool has_invalid_items = false;
  bool items_is_empty_list = false;  // whether has_invalid_items is true and `items` is an empty list
  std::optional<bool> x_preserve_unknown_fields;
};

// Semantic equality of schemas: nil, absent and empty lists and maps are equal. Pure. Stops at the first difference.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of JSONSchemaProps (v0.37.2).
bool SemanticEqual(const JSONSchemaProps& a, const JSONSchemaProps& b);

// Compares two schemas semantically; nullptr is a missing schema.
bool SemanticEqual(const JSONSchemaProps* a, const JSONSchemaProps* b);

}  // namespace structural::crd
