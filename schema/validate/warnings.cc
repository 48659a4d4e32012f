#include <algorithm>
#include <set>

#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/objects/format.h"
#include "schema/validate/strategy.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using model::JSONSchemaProps;

// Upstream: apiserver/validation/formats.go GetUnrecognizedFormats (v0.37.2).
bool IsRecognized(std::string_view type, std::string_view format, Release release) {
  if (!release.Has(Feature::kNumberFormatWarnings) && type != "string") return true;
  if (type.empty() || type == "string") return objects::FindFormat(format) != nullptr;
  if (type == "integer") return format == "int32" || format == "int64";
  return type == "number" && (format == "float" || format == "double");
}

// Calls visit(schema) for every schema in a CRD.
template <typename Visit>
void EachSchema(const crd::Internal& crd, Visit visit) {
  AnySchema(crd, [&](const JSONSchemaProps& whole) {
    return Any(whole, FieldPath(""), Reach::kEverywhere,
               [&](const JSONSchemaProps& schema, const FieldPath&) {
                 visit(schema);
                 return false;
               });
  });
}

// Upstream: getUnrecognizedFormatsInCRD.
std::vector<std::string_view> UnrecognizedFormats(const crd::Internal& crd, Release release) {
  std::vector<std::string_view> formats;
  if (!release.Has(Feature::kFormatWarnings)) return formats;
  EachSchema(crd, [&](const JSONSchemaProps& schema) {
    const std::string_view format = schema.values->format;
    if (!format.empty() && !IsRecognized(schema.type, format, release)) formats.push_back(format);
  });
  return formats;
}

// Upstream: getNonScalarListTypeSetWarnings, by the type of the items.
std::set<std::string_view> NonScalarSets(const crd::Internal& crd, Release release) {
  std::set<std::string_view> types;
  if (!release.Has(Feature::kSetWarnings)) return types;
  EachSchema(crd, [&](const JSONSchemaProps& schema) {
    if (schema.rare->x_list_type != "set" || schema.items == nullptr) return;
    const JSONSchemaProps* items = schema.items->schema;
    if (items != nullptr && (items->type == "object" || items->type == "array"))
      types.insert(items->type == "object" ? "object" : "array");
  });
  return types;
}

// Of what the stored CRD has already nothing is said.
std::vector<std::string> Warnings(const crd::Internal& crd, const crd::Internal* old,
                                  Release release) {
  std::set<std::string_view> formats_before, sets_before;
  if (old != nullptr) {
    const auto formats = UnrecognizedFormats(*old, release);
    formats_before.insert(formats.begin(), formats.end());
    sets_before = NonScalarSets(*old, release);
  }
  base::TextList warnings;
  for (const std::string_view format : UnrecognizedFormats(crd, release)) {
    if (!formats_before.contains(format) && !warnings.full())
      warnings.Add("unrecognized format " + base::Quote(format));
  }
  for (const std::string_view type : NonScalarSets(crd, release)) {
    if (sets_before.contains(type)) continue;
    warnings.Add("x-kubernetes-list-type: set for items of type " + base::Quote(type) +
                 " is not supported by server-side apply or CEL validation rules");
  }
  return std::move(warnings).Take();
}

}  // namespace

std::vector<std::string> WarningsOnCreate(const crd::Internal& crd, Release release) {
  return Warnings(crd, nullptr, release);
}

std::vector<std::string> WarningsOnUpdate(const crd::Internal& crd, const crd::Internal& old,
                                          Release release) {
  return Warnings(crd, &old, release);
}

}  // namespace structural::validate
