#include "cli/report/findings/object_errors.h"

#include <utility>
#include <vector>

#include "cli/shared/wrap.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/type.h"

namespace structural::findings {
namespace {

bool IsOfComposition(std::string_view keyword) {
  return keyword == "allOf" || keyword == "anyOf" || keyword == "oneOf" || keyword == "not";
}

}  // namespace

PlacedError ToPlacedError(const kubernetes::FieldError& error) {
  constexpr std::string_view kNowhere = "<nil>";
  std::string message = error.Body();
  if (error.field == kNowhere && (!error.path.empty() || IsOfComposition(error.keyword))) {
    std::string path = error.path.Text();
    std::string server_message = !IsOfComposition(error.keyword) ? error.Text()
                                 : path.empty()                  ? message
                                                                 : path + ": " + message;
    return {std::move(path), std::move(message), std::move(server_message), error.path};
  }
  const bool is_message = error.kind == kubernetes::ErrorKind::kMessage;
  std::string path = is_message ? error.path.Text() : error.field == kNowhere ? "" : error.field;
  return {std::move(path), std::move(message), error.Text(), error.path};
}

namespace {

using crd::Structural;
using kubernetes::Type;

// Removes the first step, such as "spec" or "[0]", from a path, and returns it.
std::string_view TakeStep(std::string_view& path) {
  if (path.starts_with('.')) path.remove_prefix(1);
  const std::string_view step =
      path.starts_with('[') ? path.substr(0, path.find(']') + 1) : path.substr(0, path.find_first_of(".["));
  path.remove_prefix(step.size());
  return step;
}

// The schema or the Go type of a value. It defines which fields of the value are known.
struct KnownFields {
  const Structural* schema = nullptr;
  const Type* type = nullptr;
  bool is_resource = false;
};

const Structural* Below(const Structural& schema, std::string_view step) {
  if (step.starts_with('[')) return schema.items;
  const Structural* property = schema.properties.Find(step);
  if (property != nullptr || schema.additional_properties == nullptr) return property;
  return schema.additional_properties->structural;
}

KnownFields Below(const KnownFields& known, std::string_view step) {
  if (known.is_resource && step == "metadata") return {.type = &kubernetes::kObjectMeta};
  if (known.type != nullptr) {
    const kubernetes::Field* field = known.type->Find(step);
    return {.type = step.starts_with('[') ? known.type->element : field != nullptr ? field->type : nullptr};
  }
  const Structural* schema = known.schema == nullptr ? nullptr : Below(*known.schema, step);
  return {.schema = schema, .is_resource = schema != nullptr && schema->extensions->x_embedded_resource};
}

std::vector<std::string_view> FieldsOf(const KnownFields& known) {
  std::vector<std::string_view> names;
  if (known.is_resource) names = {"apiVersion", "kind", "metadata"};
  if (known.schema != nullptr)
    for (const auto& [key, property] : known.schema->properties) names.push_back(key);
  if (known.type != nullptr)
    for (const kubernetes::Field& field : known.type->fields) names.push_back(field.name);
  return names;
}

}  // namespace

std::string NearestField(const Structural* schema, std::string_view unknown) {
  KnownFields known{.schema = schema, .is_resource = true};
  std::string_view rest = unknown;
  std::string_view step = TakeStep(rest);
  for (; !rest.empty() && !step.empty(); step = TakeStep(rest)) known = Below(known, step);
  const std::string_view meant = cli::MostSimilar(step, FieldsOf(known));
  if (meant.empty()) return {};
  return std::string(unknown.substr(0, unknown.size() - step.size())).append(meant);
}

}  // namespace structural::findings
