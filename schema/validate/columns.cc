// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceColumnDefinition
// (v0.37.2).
#include <algorithm>
#include <iterator>

#include "schema/validate/checks.h"
#include "schema/validate/json_path.h"

namespace structural::validate {
namespace {

constexpr std::string_view kColumnTypes[] = {"boolean", "date", "integer", "number", "string"};
constexpr std::string_view kColumnFormats[] = {"byte",  "date",  "date-time", "double",
                                               "float", "int32", "int64",     "password"};

template <typename List>
std::string OneOf(const List& list) {
  std::string text = "must be one of ";
  for (const std::string_view& name : list) text.append(&name == list ? "" : ",").append(name);
  return text;
}

template <typename List>
bool IsIn(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != std::end(list);
}

void Column(const Context& in, const Value& column, const FieldPath& path) {
  const std::string_view type = TextOf(column.Find("type")), format = TextOf(column.Find("format")),
                         json_path = TextOf(column.Find("JSONPath"));
  if (TextOf(column.Find("name")).empty()) in.errors.Add(kubernetes::Required(kColumns, path.Child("name"), ""));
  if (type.empty()) {
    in.errors.Add(kubernetes::Required(kColumns, path.Child("type"), OneOf(kColumnTypes)));
  } else if (!IsIn(kColumnTypes, type)) {
    in.errors.Add(kubernetes::Invalid(kColumns, path.Child("type"), type, OneOf(kColumnTypes)));
  }
  if (!format.empty() && !IsIn(kColumnFormats, format)) {
    in.errors.Add(kubernetes::Invalid(kColumns, path.Child("format"), format, OneOf(kColumnFormats)));
  }
  if (json_path.empty()) {
    in.errors.Add(kubernetes::Required(kColumns, path.Child("JSONPath"), ""));
  } else {
    ValidateSimpleJsonPath(in, kColumns, json_path, path.Child("JSONPath"));
  }
}

}  // namespace

void ValidateColumns(const Context& in, const Value& holder, const FieldPath& path) {
  const auto columns = ElementsOf(holder.Find("additionalPrinterColumns"));
  for (std::size_t i = 0; i < columns.size() && !in.errors.full(); ++i)
    Column(in, columns[i], path.Child("additionalPrinterColumns", i));
}

}  // namespace structural::validate
