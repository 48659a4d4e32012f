#include <map>
#include <set>

#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/kubernetes/format.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/strategy.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using crd::JSONSchemaProps;

// Calls visit(schema, path) for each schema of a CRD.
template <typename Visit>
void EachSchema(const crd::Internal& crd, Visit visit) {
  const auto below = [&](const Value* holder, const FieldPath& path) {
    const JSONSchemaProps* schema = SchemaIn(crd, holder);
    if (schema == nullptr) return;
    Any(*schema, path.Child("openAPIV3Schema"), Reach::kEverywhere,
        [&](const JSONSchemaProps& each, const FieldPath& at) {
          visit(each, at);
          return false;
        });
  };
  const Value& spec = *crd.crd.Find("spec");
  const FieldPath root("spec");
  below(spec.Find("validation"), root.Child("validation"));
  const auto versions = VersionsOf(spec);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const FieldPath version = root.Child("versions", i);
    below(versions[i].Find("schema"), version.Child("schema"));
  }
}

// Calls visit(format, path) for each unrecognized format.
//
// Upstream: getUnrecognizedFormatsInCRD.
template <typename Visit>
void EachUnrecognizedFormat(const crd::Internal& crd, Release release, Visit visit) {
  if (!release.Has(Feature::kFormatWarnings)) return;
  EachSchema(crd, [&](const JSONSchemaProps& schema, const FieldPath& path) {
    const std::string_view format = schema.values->format;
    if (!format.empty() && !IsRecognizedFormat(schema.type, format, release)) visit(format, path);
  });
}

// Calls visit(type of the items, path) for each set of items that are not scalars.
//
// Upstream: getNonScalarListTypeSetWarnings.
template <typename Visit>
void EachNonScalarSet(const crd::Internal& crd, Release release, Visit visit) {
  if (!release.Has(Feature::kSetWarnings)) return;
  EachSchema(crd, [&](const JSONSchemaProps& schema, const FieldPath& path) {
    if (schema.rare->x_list_type != "set" || schema.items == nullptr) return;
    const JSONSchemaProps* items = schema.items->schema;
    if (items != nullptr && (items->type == "object" || items->type == "array"))
      visit(items->type == "object" ? "object" : "array", path);
  });
}

// A list of warnings within a budget.
class WarningList {
 public:
  // Adds a path to a warning. Returns whether the budget has room for it.
  bool AddPlace(Warning& of, const FieldPath& path, std::string_view keyword) {
    if (budget_.exhausted()) return false;
    of.paths.push_back(path.Child(keyword).String());
    return budget_.Spend(of.paths.back().size());
  }
  void Add(Warning warning) {
    if (budget_.Spend(warning.text.size())) warnings_.push_back(std::move(warning));
  }
  std::vector<Warning> Take() && {
    if (budget_.exhausted()) warnings_.push_back({{}, std::string(base::kTruncated), {}});
    return std::move(warnings_);
  }

 private:
  base::OutputBudget budget_;
  std::vector<Warning> warnings_;
};

void AddFormats(const crd::Internal& crd, const crd::Internal* old, Release release, WarningList& to) {
  std::set<std::string_view> before;
  if (old != nullptr) {
    EachUnrecognizedFormat(*old, release, [&](std::string_view format, const FieldPath&) { before.insert(format); });
  }
  EachUnrecognizedFormat(crd, release, [&](std::string_view format, const FieldPath& path) {
    if (before.contains(format)) return;
    Warning warning{kUnknownFormat, "unrecognized format " + base::Quote(format), {}};
    if (to.AddPlace(warning, path, "format")) to.Add(std::move(warning));
  });
}

// Adds one warning for each type of items, in the order of type names.
void AddSets(const crd::Internal& crd, const crd::Internal* old, Release release, WarningList& to) {
  std::set<std::string_view> before;
  if (old != nullptr) {
    EachNonScalarSet(*old, release, [&](std::string_view type, const FieldPath&) { before.insert(type); });
  }
  std::map<std::string_view, Warning> by_type;
  EachNonScalarSet(crd, release, [&](std::string_view type, const FieldPath& path) {
    if (!before.contains(type)) to.AddPlace(by_type[type], path, "x-kubernetes-list-type");
  });
  for (auto& [type, warning] : by_type) {
    warning.rule = kNonScalarSet;
    warning.text = "x-kubernetes-list-type: set for items of type " + base::Quote(type) +
                   " is not supported by server-side apply or CEL validation rules";
    to.Add(std::move(warning));
  }
}

// Does not repeat warnings that the stored CRD already caused.
std::vector<Warning> Warnings(const crd::Internal& crd, const crd::Internal* old, Release release) {
  WarningList warnings;
  AddFormats(crd, old, release, warnings);
  AddSets(crd, old, release, warnings);
  return std::move(warnings).Take();
}

}  // namespace

bool IsRecognizedFormat(std::string_view type, std::string_view format, Release release) {
  if (!release.Has(Feature::kNumberFormatWarnings) && type != "string") return true;
  if (type.empty() || type == "string") return kubernetes::FindFormat(format) != nullptr;
  if (type == "integer") return format == "int32" || format == "int64";
  return type == "number" && (format == "float" || format == "double");
}

std::vector<Warning> WarningsOnCreate(const crd::Internal& crd, Release release) {
  return Warnings(crd, nullptr, release);
}

std::vector<Warning> WarningsOnUpdate(const crd::Internal& crd, const crd::Internal& old, Release release) {
  return Warnings(crd, &old, release);
}

}  // namespace structural::validate
