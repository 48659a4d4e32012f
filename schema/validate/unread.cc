#include "schema/validate/unread.h"

#include "schema/json/members.h"
#include "schema/kubernetes/format.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using crd::JSONSchemaProps;
using json::Value;
using Entry = crd::Map<JSONSchemaProps>::Entry;

bool IsNameFormat(std::string_view format) {
  const kubernetes::Format* known = kubernetes::FindFormat(format);
  return known != nullptr && known->name.starts_with("k8s");
}

bool HasDocs(const JSONSchemaProps& schema) {
  return VisitUntil(schema, kubernetes::FieldPath(""), VisitedSchemas::kEverywhere,
                    [](const JSONSchemaProps& at, const kubernetes::FieldPath&) {
                      return at.rare->external_docs != nullptr || !at.rare->example.empty();
                    });
}

// Copies a schema without the fields that a release ignores. Copies share their texts with the schema.
class SchemaCopy {
 public:
  SchemaCopy(Release release, base::Arena& arena, bool drops_docs = false)
      : release_(release), arena_(arena), drops_docs_(drops_docs) {}

  // Returns a copy of a schema. `keeps_rules`: whether the release reads x-kubernetes-validations in this schema.
  const JSONSchemaProps* Of(const JSONSchemaProps* schema, bool keeps_rules) {
    if (schema == nullptr) return nullptr;
    auto* copy = New(*schema);
    copy->properties = Map(schema->properties, keeps_rules);
    copy->additional_properties = OrBool(schema->additional_properties, keeps_rules);
    if (schema->items != nullptr) {
      auto* items = New(*schema->items);
      items->schema = Of(items->schema, keeps_rules);
      items->schemas = List(items->schemas, keeps_rules);
      copy->items = items;
    }
    if (schema->values != &crd::kNoValueKeywords) copy->values = Values(*schema->values);
    if (schema->rare != &crd::kNoRareKeywords) copy->rare = Rare(*schema->rare, keeps_rules);
    return copy;
  }

 private:
  template <typename T>
  T* New(const T& from) {
    T* copy = arena_.New<T>();
    *copy = from;
    return copy;
  }

  crd::List<JSONSchemaProps> List(crd::List<JSONSchemaProps> list, bool keeps_rules) {
    if (crd::Absent(list)) return list;
    const auto copy = arena_.Copy(list);
    for (const JSONSchemaProps*& schema : copy) schema = Of(schema, keeps_rules);
    return copy;
  }

  crd::Map<JSONSchemaProps> Map(const crd::Map<JSONSchemaProps>& map, bool keeps_rules) {
    if (map.absent()) return map;
    const auto copies = arena_.Copy(std::span<const Entry>(map.begin(), map.end()));
    for (Entry& entry : copies) entry.value = Of(entry.value, keeps_rules);
    return crd::Map<JSONSchemaProps>(copies);
  }

  const crd::JSONSchemaPropsOrBool* OrBool(const crd::JSONSchemaPropsOrBool* either, bool keeps_rules) {
    if (either == nullptr || either->schema == nullptr) return either;
    auto* copy = New(*either);
    copy->schema = Of(either->schema, keeps_rules);
    return copy;
  }

  const crd::ValueKeywords* Values(const crd::ValueKeywords& values) {
    const bool keeps_rules = release_.Has(Feature::kNestedRulesField);
    auto* copy = New(values);
    if (!release_.Has(Feature::kNameFormats) && IsNameFormat(values.format)) copy->format = {};
    copy->all_of = List(values.all_of, keeps_rules);
    copy->any_of = List(values.any_of, keeps_rules);
    copy->one_of = List(values.one_of, keeps_rules);
    copy->not_schema = Of(values.not_schema, keeps_rules);
    return copy;
  }

  const crd::RareKeywords* Rare(const crd::RareKeywords& rare, bool keeps_rules) {
    auto* copy = New(rare);
    copy->pattern_properties = Map(rare.pattern_properties, keeps_rules);
    copy->definitions = Map(rare.definitions, keeps_rules);
    copy->additional_items = OrBool(rare.additional_items, keeps_rules);
    if (drops_docs_) {
      copy->external_docs = nullptr;
      copy->example = {};
    }
    if (!release_.Has(Feature::kMapTypeField)) copy->x_map_type.reset();
    copy->x_validations = keeps_rules ? Rules(rare.x_validations) : decltype(rare.x_validations)();
    return copy;
  }

  crd::List<crd::ValidationRule> Rules(crd::List<crd::ValidationRule> rules) {
    if (release_.Has(Feature::kOptionalOldSelfField) || crd::Absent(rules)) return rules;
    const auto copies = arena_.Copy(rules);
    for (const crd::ValidationRule*& rule : copies) {
      auto* copy = New(*rule);
      copy->optional_old_self.reset();
      if (!release_.Has(Feature::kReasonField)) {
        copy->reason.reset();
        copy->field_path = {};
      }
      if (!release_.Has(Feature::kMessageExpressionField)) copy->message_expression = {};
      rule = copy;
    }
    return copies;
  }

  const Release release_;
  base::Arena& arena_;
  const bool drops_docs_;  // whether copies omit `example` and `externalDocs`
};

void DropFields(Release release, Value& holder) {
  if (!holder.is_object()) return;
  if (!release.Has(Feature::kSelectableFieldsField)) json::Take(holder, "selectableFields");
  if (release.Has(Feature::kDeprecationFields)) return;
  json::Take(holder, "deprecated");
  json::Take(holder, "deprecationWarning");
}

void DropFromSchemas(Release release, crd::CustomResourceDefinition& crd, base::Arena& arena) {
  SchemaCopy copy(release, arena);
  const bool keeps_rules = release.Has(Feature::kRulesField);
  const JSONSchemaProps* shared = crd.validation;
  crd.validation = copy.Of(shared, keeps_rules);
  for (crd::Version& version : crd.versions) {
    version.own_schema = copy.Of(version.own_schema, keeps_rules);
    if (version.schema == nullptr) continue;
    version.schema = version.schema == shared ? crd.validation : version.own_schema;
  }
}

}  // namespace

const JSONSchemaProps& StructuralPartOf(Release release, const JSONSchemaProps& schema, base::Arena& arena) {
  if (release.Has(Feature::kDocsInStructuralForm) || !HasDocs(schema)) return schema;
  return *SchemaCopy(release, arena, true).Of(&schema, true);
}

void DropUnknownFields(Release release, crd::CustomResourceDefinition& crd, Value& read, base::Arena& arena) {
  if (!release.Has(Feature::kNameFormats)) DropFromSchemas(release, crd, arena);
  Value* spec = read.Find("spec");
  if (spec == nullptr || release.Has(Feature::kSelectableFieldsField)) return;
  DropFields(release, *spec);
  Value* versions = spec->Find("versions");
  if (versions == nullptr || !versions->is_array()) return;
  for (Value& version : versions->elements()) DropFields(release, version);
}

void DropUnknownFields(Release release, crd::CustomResourceDefinition& crd, base::Arena& arena) {
  if (!release.Has(Feature::kNameFormats)) DropFromSchemas(release, crd, arena);
  // The schema of the previous version, and the schema that replaced it. Both are reused, because versions may share a
  // schema.
  const JSONSchemaProps *before = nullptr, *formed = nullptr;
  for (crd::Version& version : crd.versions) {
    if (version.schema == nullptr) continue;
    if (version.schema != before) formed = &StructuralPartOf(release, *version.schema, arena);
    before = version.schema;
    version.schema = formed;
  }
}

}  // namespace structural::validate
