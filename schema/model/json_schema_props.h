// JSONSchemaProps: a validation schema as the API server decodes it from JSON.
//
// Plain data in an Arena: every view and pointer lives as long as the arena and the JSON text it
// was decoded from. Immutable after decoding, hence safe to read from several threads.
// An absent field is zero; what Go writes as a pointer is an optional or a pointer here, because
// `maximum: 0` differs from no maximum. A list or map that was given as empty is not Absent().
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/types_jsonschema.go (v0.37.2).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace structural::model {

// List and Map: what a schema's lists and maps are once they are decoded.
//
// Views into an Arena; copying one copies the view. They hold pointers, so that a node can be
// declared before the type of its children is complete.
template <typename T>
using List = std::span<const T* const>;

// Whether a list was never given, rather than given as empty: Go's nil.
template <typename Span>
bool Absent(const Span& span) {
  return span.data() == nullptr;
}

// Sorted bytewise by key, each key once.
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

  // nullptr where the key is not there.
  const T* Find(std::string_view key) const {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), key,
                                     [](const Entry& e, std::string_view k) { return e.key < k; });
    return at != entries_.end() && at->key == key ? at->value : nullptr;
  }

 private:
  std::span<const Entry> entries_;
};

// The text of any JSON value. Empty: absent, or null, which is the same to the server.
using JsonText = std::string_view;

// A string as it stands in the JSON text, with its escapes, without its quotes: descriptions are
// half of a CRD's bytes, and most are never looked at. json::UnescapeJsonString gives the value.
using EscapedText = std::string_view;

struct JSONSchemaProps;

struct ExternalDocumentation {
  std::string_view description;
  std::string_view url;
};

// One rule of x-kubernetes-validations (CEL). Kept, not interpreted.
struct ValidationRule {
  std::string_view rule;
  std::string_view message;
  std::string_view message_expression;
  std::optional<std::string_view> reason;
  std::string_view field_path;
  std::optional<bool> optional_old_self;
};

// A schema, or a list of schemas that is not empty.
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

// Most of a large CRD are small nodes: a type, a description, perhaps properties. The keywords that
// one schema in five has are apart, and again those that hardly any has.
struct ValueKeywords {
  std::string_view format;
  std::string_view pattern;
  JsonText default_value;
  std::span<const JsonText> enumeration;  // `enum`
  List<JSONSchemaProps> all_of;
  List<JSONSchemaProps> one_of;
  List<JSONSchemaProps> any_of;
  const JSONSchemaProps* not_schema = nullptr;  // `not`
};

inline constexpr ValueKeywords kNoValueKeywords;

struct RareKeywords {
  std::string_view id;
  std::string_view schema;
  std::optional<std::string_view> ref;
  std::string_view title;
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
  EscapedText description;
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
  // `items` is neither a schema nor a list of some, as in `items: 5`. That is read without an
  // error, written as null, and so vanishes when it is stored.
  bool void_items = false;
  bool void_list = false;  // and it is an empty list
  std::optional<bool> x_preserve_unknown_fields;
};

// Semantic equality of schemas: of lists and maps, nil, absent and empty are one.

// Pure. Stops at the first difference.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of JSONSchemaProps (v0.37.2).
bool SemanticEqual(const JSONSchemaProps& a, const JSONSchemaProps& b);

// The same of schemas that may be missing (nullptr).
bool SemanticEqual(const JSONSchemaProps* a, const JSONSchemaProps* b);

}  // namespace structural::model
