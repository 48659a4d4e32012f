// JSONSchemaProps: a validation schema, decoded from JSON or protobuf as by an API server.
//
// Plain data in an Arena: views and pointers are valid as long as the arena and the decoded bytes exist. Immutable
// after decoding, so threads can share a schema. An absent field is zero. A field that is a pointer in Go is an
// optional or a pointer here, because `maximum: 0` differs from an absent maximum. Absent() returns false for an empty
// list or map that is present in the text.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/types_jsonschema.go (v0.37.2).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace structural::crd {

// The value of max_bytes that does not limit the memory of a decoded CRD.
inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

// List and Map: the lists and maps of a decoded schema.
//
// A List or Map is a view into an Arena, and a copy of it refers to the same elements. The elements are pointers,
// because a schema contains schemas, and its type is incomplete inside its own declaration.
template <typename T>
using List = std::span<const T* const>;

// Whether the list or map is absent, like Go's nil. An empty list that is present is not absent.
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

// JSON text of any value. Empty if the value is absent or null; a server does not distinguish them.
using JsonText = std::string_view;

// A string that is decoded only when it is used. This saves time, because descriptions are half of a CRD's bytes, and
// most of them are never used. The stored text has escapes if it was read from JSON, and raw bytes if it was read from
// protobuf.
class UndecodedText {
 public:
  constexpr UndecodedText() = default;
  // Creates an UndecodedText from a string in JSON, with its escapes and without quotes.
  static UndecodedText FromJson(std::string_view escaped) { return {escaped, true}; }
  // Creates an UndecodedText from a string in protobuf, which may contain invalid UTF-8.
  static UndecodedText FromProto(std::string_view bytes) { return {bytes, false}; }

  constexpr bool empty() const { return size_ == 0; }
  // Returns the text in JSON, with escapes and without quotes; nullopt if the string was read from protobuf.
  std::optional<std::string_view> escaped() const;
  // Returns the decoded string, in which U+FFFD replaces invalid UTF-8.
  std::string Value() const;
  // Returns the string as JSON, with quotes.
  std::string Json() const;

  // Whether the decoded strings are equal.
  bool operator==(const UndecodedText& other) const;

 private:
  UndecodedText(std::string_view text, bool escaped)
      : data_(text.data()), size_(static_cast<std::uint32_t>(text.size())), escaped_(escaped) {}
  std::string_view text() const { return {data_, size_}; }

  // The size has only 32 bits, so the type is not larger than a std::string_view.
  const char* data_ = nullptr;
  std::uint32_t size_ = 0;
  bool escaped_ = true;
};

struct JSONSchemaProps;

struct ExternalDocumentation {
  std::string_view description;
  std::string_view url;
};

// A rule in x-kubernetes-validations. The CEL expressions are texts, not compiled.
struct ValidationRule {
  std::string_view rule;
  std::string_view message;
  std::string_view message_expression;
  std::optional<std::string_view> reason;
  std::string_view field_path;
  std::optional<bool> optional_old_self;
};

// The value of `items`: either a schema, or a non-empty list of schemas.
struct JSONSchemaPropsOrArray {
  const JSONSchemaProps* schema = nullptr;
  List<JSONSchemaProps> schemas;
};

// The value of `additionalProperties` or `additionalItems`: either a schema, or whether any value is allowed.
struct JSONSchemaPropsOrBool {
  bool allows = false;
  const JSONSchemaProps* schema = nullptr;
};

// A value in `dependencies`: either a schema, or names of required properties.
struct JSONSchemaPropsOrStringArray {
  const JSONSchemaProps* schema = nullptr;
  std::span<const std::string_view> property;
};

// The keywords that limit the value of a number, or the size of a string, list or object.
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

// A keyword that limits a size, such as maxLength, and the member of Limits that has the keyword's value.
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

// Keywords that about 20 % of all schemas have. ValueKeywords and RareKeywords, the keywords of even fewer schemas, are
// separate from JSONSchemaProps to save memory: most schemas in a large CRD have only a type, a description and
// properties.
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
  // Whether `items` is neither a schema nor a non-empty list of schemas, as in `items: 5`. Kubernetes reads such a
  // value without an error, but writes null, so the value is lost when the object is stored.
  bool has_invalid_items = false;
  bool items_is_empty_list = false;  // whether has_invalid_items is true and `items` is an empty list
  std::optional<bool> x_preserve_unknown_fields;
};

// Whether two schemas are semantically equal. Absent, nil and empty lists and maps are equal. Pure. Stops at the first
// difference.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of JSONSchemaProps (v0.37.2).
bool SemanticEqual(const JSONSchemaProps& a, const JSONSchemaProps& b);

// Like the overload for references. nullptr is a missing schema, which equals only another missing schema.
bool SemanticEqual(const JSONSchemaProps* a, const JSONSchemaProps* b);

}  // namespace structural::crd
