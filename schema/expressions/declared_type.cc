#include "schema/expressions/declared_type.h"

#include <algorithm>
#include <set>
#include <vector>

#include "schema/expressions/object/escape.h"
#include "schema/json/scan.h"

namespace structural::expressions {
namespace {

using cel::BasicType;
using cel::TypeKind;
using crd::Structural;

// Minimum sizes of values as JSON, in bytes, including quotes and brackets, and the maximum size of a string.
constexpr std::int64_t kStringBytes = 2, kBoolBytes = 4, kNumberBytes = 1, kIntOrStringBytes = 1;
constexpr std::int64_t kContainerBytes = 2;
constexpr std::int64_t kLongestText = kMaxRequestBytes - 2;
// Maximum length of metadata.name (DNS1123SubdomainMaxLength). The maximum of metadata.generateName is one less,
// because a generated name is longer than this prefix.
constexpr std::int64_t kNameLength = 253;

// The minor versions of Kubernetes that introduced bounds for the sizes of values with enum, of int-or-strings and of
// names.
constexpr int kBoundEnumeration = 29, kBoundIntOrString = 34, kBoundNames = 37;

// Multiplies like Go: an overflow wraps around.
std::int64_t FourTimes(std::int64_t value) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0)) * 4);
}

std::int64_t NotNegative(std::int64_t value) { return std::max<std::int64_t>(value, 0); }

// A format whose strings have another type in CEL than string.
struct FormatRow {
  std::string_view format;
  TypeKind kind;
  std::int64_t min_json_bytes;
  std::int64_t max_elements;
};

constexpr FormatRow kFormatRows[] = {
    {"date", TypeKind::kTimestamp, 12, 12},
    {"date-time", TypeKind::kTimestamp, 21, 32},
    {"duration", TypeKind::kDuration, 3, 32},
};

std::int64_t LongestOf(std::span<const crd::JsonText> enumeration) {
  std::size_t longest = 0;
  for (const crd::JsonText value : enumeration) {
    if (!value.starts_with('"')) continue;
    const std::string text = json::UnescapeJsonString(value.substr(1, value.size() - 2));
    longest = std::max(longest, text.size());
  }
  return static_cast<std::int64_t>(longest);
}

class Declarer {
 public:
  Declarer(base::Arena& arena, int minor) : arena_(arena), types_(arena), minor_(minor) {}

  const DeclaredType* Of(const Structural& schema, bool is_root) {
    if (schema.extensions->x_int_or_string) return IntOrString(schema);
    const std::string_view type = schema.generic.type;
    // For a root without apiVersion, kind and metadata, upstream's WithTypeAndObjectMeta drops the items, so an array
    // at the root has no type.
    if (type == "array") return is_root && !HasTypeAndMeta(schema) ? nullptr : List(schema);
    if (type == "object") return Object(schema, is_root);
    if (type == "string") return Text(schema);
    if (type == "boolean") return Simple(TypeKind::kBool, kBoolBytes, 0);
    if (type == "number") return Simple(TypeKind::kDouble, kNumberBytes, 0);
    if (type == "integer") return Simple(TypeKind::kInt, kNumberBytes, 0);
    return nullptr;
  }

 private:
  struct Property {
    std::string_view name;
    const DeclaredType* type;
    bool has_default;
  };

  const DeclaredType* Of(const Structural& schema) { return Of(schema, schema.extensions->x_embedded_resource); }

  DeclaredType* New(DeclaredType::Kind kind, std::int64_t min_json_bytes, std::int64_t max_elements) {
    auto* made = arena_.New<DeclaredType>();
    made->kind = kind;
    made->min_json_bytes = min_json_bytes;
    made->max_elements = max_elements;
    return made;
  }

  const DeclaredType* Simple(TypeKind kind, std::int64_t min_json_bytes, std::int64_t max_elements) {
    DeclaredType* made = New(DeclaredType::Kind::kSimple, min_json_bytes, max_elements);
    made->cel_type = &BasicType(kind);
    return made;
  }

  const DeclaredType* IntOrString(const Structural& schema) {
    const auto max = minor_ < kBoundIntOrString ? std::nullopt : schema.value_validation->max_length;
    return Simple(TypeKind::kDyn, kIntOrStringBytes, max ? FourTimes(*max) : kLongestText);
  }

  const DeclaredType* Text(const Structural& schema) {
    const crd::ValueValidation& values = *schema.value_validation;
    for (const FormatRow& row : kFormatRows) {
      if (row.format == values.format) return Simple(row.kind, row.min_json_bytes, row.max_elements);
    }
    const auto& max = values.max_length;
    if (values.format == "byte") return Simple(TypeKind::kBytes, kStringBytes, max ? NotNegative(*max) : kLongestText);
    if (max) return Simple(TypeKind::kString, kStringBytes, FourTimes(*max));
    const bool listed = minor_ >= kBoundEnumeration && !values.enumeration.empty();
    return Simple(TypeKind::kString, kStringBytes, listed ? LongestOf(values.enumeration) : kLongestText);
  }

  const DeclaredType* Container(DeclaredType::Kind kind, const DeclaredType* element,
                                const std::optional<std::int64_t>& max, std::int64_t around) {
    if (element == nullptr) return nullptr;
    const std::int64_t fit = kLongestText / (element->min_json_bytes + around);
    DeclaredType* made = New(kind, kContainerBytes, max ? NotNegative(*max) : fit);
    made->element = element;
    if (element->cel_type == nullptr) return made;
    const bool list = kind == DeclaredType::Kind::kList;
    made->cel_type =
        list ? types_.List(element->cel_type) : types_.Map(&BasicType(TypeKind::kString), element->cel_type);
    return made;
  }

  const DeclaredType* List(const Structural& schema) {
    if (schema.items == nullptr) return nullptr;
    return Container(DeclaredType::Kind::kList, Of(*schema.items), schema.value_validation->max_items, 1);
  }

  const DeclaredType* Object(const Structural& schema, bool is_root) {
    const auto* additional = schema.additional_properties;
    if (additional != nullptr && additional->structural != nullptr) {
      return Container(DeclaredType::Kind::kMap, Of(*additional->structural), schema.value_validation->max_properties,
                       6);
    }
    std::vector<Property> properties;
    const bool adds = is_root && !HasTypeAndMeta(schema);
    for (const auto& [name, property] : schema.properties) {
      if (adds && (name == "kind" || name == "apiVersion" || name == "metadata")) continue;
      if (const DeclaredType* type = Of(*property))
        properties.push_back({name, type, !property->generic.default_value.empty()});
    }
    if (adds) AddTypeAndMeta(schema, properties);
    return Fields(properties, schema.value_validation->required);
  }

  const DeclaredType* Fields(std::span<const Property> properties, std::span<const std::string_view> required) {
    std::int64_t bytes = kContainerBytes;
    std::vector<DeclaredField> fields, unescapable;
    const std::set<std::string_view> is_required(required.begin(), required.end());
    for (const auto& [name, type, has_default] : properties) {
      if (const auto escaped = cel::object::Escape(name)) {
        fields.push_back({*escaped == name ? name : arena_.Copy(std::string_view(*escaped)), type});
      } else {
        unescapable.push_back({name, type});
      }
      if (!has_default && is_required.contains(name))
        bytes += static_cast<std::int64_t>(name.size()) + type->min_json_bytes + 4;
    }
    std::ranges::sort(fields, {}, &DeclaredField::name);
    DeclaredType* made = New(DeclaredType::Kind::kObject, bytes, 0);
    made->fields = arena_.Copy(std::span<const DeclaredField>(fields));
    made->unescapable_fields = arena_.Copy(std::span<const DeclaredField>(unescapable));
    return made;
  }

  // Whether the schema has the property `name`, whose type is `type`. False if the schema is null.
  //
  // Upstream: schema/cel/model/schemas.go WithTypeAndObjectMeta.
  static bool IsOf(const Structural* schema, std::string_view name, std::string_view type) {
    const Structural* property = schema == nullptr ? nullptr : schema->properties.Find(name);
    return property != nullptr && property->generic.type == type;
  }

  static bool HasTypeAndMeta(const Structural& schema) {
    const Structural* metadata = schema.properties.Find("metadata");
    return IsOf(&schema, "kind", "string") && IsOf(&schema, "apiVersion", "string") &&
           IsOf(&schema, "metadata", "object") && IsOf(metadata, "name", "string") &&
           IsOf(metadata, "generateName", "string");
  }

  void AddTypeAndMeta(const Structural& schema, std::vector<Property>& properties) {
    const Structural* metadata = schema.properties.Find("metadata");
    const Property names[] = {
        {"name", Name(metadata, "name", kNameLength), false},
        {"generateName", Name(metadata, "generateName", kNameLength - 1), false},
    };
    const DeclaredType* text = Simple(TypeKind::kString, kStringBytes, kLongestText);
    properties.push_back({"kind", text, false});
    properties.push_back({"apiVersion", text, false});
    properties.push_back({"metadata", Fields(names, {}), false});
  }

  const DeclaredType* Name(const Structural* metadata, std::string_view name, std::int64_t max) {
    const Structural* own = metadata == nullptr ? nullptr : metadata->properties.Find(name);
    if (own != nullptr && own->value_validation->max_length) max = std::min(max, *own->value_validation->max_length);
    if (minor_ < kBoundNames) return Simple(TypeKind::kString, kStringBytes, kLongestText);
    return Simple(TypeKind::kString, kStringBytes, FourTimes(max));
  }

  base::Arena& arena_;
  cel::TypeFactory types_;
  const int minor_;  // the minor version of Kubernetes: 1.minor
};

}  // namespace

std::string_view TypedFormat(const Structural& schema) {
  const std::string_view format = schema.value_validation->format;
  const bool typed =
      format == "byte" || std::ranges::find(kFormatRows, format, &FormatRow::format) != std::end(kFormatRows);
  return typed ? format : "";
}

const DeclaredType* DeclaredType::FindField(std::string_view name) const {
  const auto field = std::ranges::lower_bound(fields, name, {}, &DeclaredField::name);
  return field != fields.end() && field->name == name ? field->type : nullptr;
}

const DeclaredType* Declare(const Structural& schema, bool is_resource_root, base::Arena& arena, int minor) {
  return Declarer(arena, minor).Of(schema, is_resource_root);
}

}  // namespace structural::expressions
