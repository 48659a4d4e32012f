#include "schema/compare/error_place.h"

#include "schema/compare/error_path.h"

namespace structural::compare {
namespace {

// Keywords whose errors stand below the field.
bool ErrsBelow(std::string_view keyword) {
  return keyword == "x-kubernetes-list-type" || keyword == "x-kubernetes-embedded-resource" ||
         keyword == "additionalProperties" || keyword == "default" || keyword == "properties" || keyword == "scale" || keyword == "subresources";
}

// What begins with the path of an error. Those of junctors and of numbers name it in their text.
std::string_view PathOf(std::string_view error) {
  constexpr std::string_view kHandled = " cannot be handled as a ";  // of metadata with a wrong type
  const std::size_t handled = error.find(kHandled);
  if (handled != error.npos) {
    const std::size_t at = error.find(": ", handled);
    return at == error.npos ? error : error.substr(at + 2);
  }
  constexpr std::string_view kNoPath = "<nil>";
  constexpr std::string_view kPlain = "<nil>: Invalid value: \"\": ";
  if (!error.starts_with(kNoPath)) return error;
  if (!error.starts_with(kPlain)) return error.substr(kNoPath.size());
  error.remove_prefix(kPlain.size());
  if (error.starts_with('"')) return error.substr(1, error.find('"', 1) - 1);
  const std::size_t in = error.rfind(" in ");
  return in == error.npos ? error : error.substr(in + 4);
}

bool Leads(std::string_view error, const Change& change, std::span<const Step> field) {
  std::string_view path = PathOf(error);
  for (const Step& step : field) {
    if (!TakeStep(path, step)) return false;
  }
  const bool is_list = change.keyword == "x-kubernetes-list-type";
  if (is_list && error.find("Duplicate value") == error.npos && error.find("list-type map") == error.npos) return false;
  return path.empty() || path.starts_with(": ") || ErrsBelow(change.keyword);
}

// Texts of errors in a status name the path from there on.
bool IsAboutPlain(std::string_view error, const Change& change) {
  const bool is_rule = change.keyword == "x-kubernetes-validations";
  if (is_rule && !change.rule.message.empty()) return error.find(change.rule.message) != error.npos;
  const std::span<const Step> field(change.field);
  const bool in_status = !field.empty() && field[0].name == "status" && error.starts_with("<nil>");
  if (in_status && Leads(error, change, field.subspan(1))) return true;
  return Leads(error, change, field);
}

}  // namespace

bool IsAbout(std::string_view error, const Change& change) {
  constexpr std::string_view kStatus = "status: Invalid value: \"\": ";
  const std::string plain = error.starts_with(kStatus) ? "<nil>" + std::string(error.substr(6)) : std::string(error);
  return IsAboutPlain(plain, change);
}

}  // namespace structural::compare
