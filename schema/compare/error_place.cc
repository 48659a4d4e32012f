#include "schema/compare/error_place.h"

#include <algorithm>

#include "schema/compare/error_path.h"

namespace structural::compare {
namespace {

// Keywords whose errors stand below the field.
bool ErrsBelow(std::string_view keyword) {
  return keyword == "x-kubernetes-list-type" || keyword == "x-kubernetes-embedded-resource" ||
         keyword == "additionalProperties" || keyword == "default" || keyword == "properties" || keyword == "scale" ||
         keyword == "x-kubernetes-validations";  // with a fieldPath
}

struct KeywordText {
  std::string_view keyword, text;
  bool has_limit = false;  // the limit of the new schema stands in it
};

// What stands in an error about a keyword.
//
// Upstream: kube-openapi pkg/validation/errors; apiextensions-apiserver pkg/apiserver/validation/validation.go (v0.37.2).
constexpr KeywordText kTexts[] = {{"enum", "Unsupported value"},
                                  {"minLength", " chars long", true},
                                  {"maxLength", "Too long", true},
                                  {"pattern", "should match '"},
                                  {"minItems", " items", true},
                                  {"maxItems", "Too many", true},
                                  {"uniqueItems", "shouldn't contain duplicates"},
                                  {"minProperties", " properties", true},
                                  {"maxProperties", "Too many", true},
                                  {"required", "Required value"},
                                  {"additionalProperties", "is a forbidden property"},
                                  {"minimum", "should be greater than"},
                                  {"maximum", "should be less than"},
                                  {"multipleOf", "should be a multiple of"},
                                  {"anyOf", "(anyOf)"},
                                  {"oneOf", "(oneOf)"},
                                  {"not", "(not)"}};

bool Has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// As a whole: 1 does not stand in 10.
bool HasNumber(std::string_view text, std::string_view number) {
  constexpr std::string_view kDigits = "0123456789";
  for (std::size_t at = text.find(number); at != text.npos && !number.empty(); at = text.find(number, at + 1)) {
    const std::string_view after = text.substr(at + number.size());
    const bool goes_on = !after.empty() && kDigits.find(after[0]) != kDigits.npos;
    if (!goes_on && (at == 0 || kDigits.find(text[at - 1]) == kDigits.npos)) return true;
  }
  return false;
}

// Whether the error is that a value has another type than one of JSON's: that of a format has its own name.
bool IsAboutType(std::string_view error) {
  constexpr std::string_view kOfType = " must be of type ";
  const std::size_t at = error.find(kOfType);
  if (at == error.npos || Has(error, " value must be of type ")) return false;
  const std::string_view type = error.substr(at + kOfType.size());
  constexpr std::string_view kTypes[] = {"array", "boolean", "integer", "null", "number", "object", "string"};
  return std::ranges::any_of(kTypes, [&](std::string_view each) {
    return type.starts_with(each) && type.substr(each.size()).find_first_not_of(",:") != 0;
  });
}

// Whether a server says this of the keyword. Of others any error at the place will do.
bool IsAboutKeyword(std::string_view error, const Change& change) {
  const std::string_view keyword = change.keyword;
  if (keyword == "type") return IsAboutType(error);
  if (keyword == "format") return Has(error, "must be of type ") && !IsAboutType(error);
  if (keyword == "x-kubernetes-validations") return !Has(error, " in body ") && Has(error, change.rule.message);
  if (keyword == "x-kubernetes-list-type") return Has(error, "Duplicate value") || Has(error, "list-type map");
  const auto text = std::ranges::find(kTexts, keyword, &KeywordText::keyword);
  if (text == std::end(kTexts)) return true;
  return Has(error, text->text) && (!text->has_limit || change.after.empty() || HasNumber(error, change.after));
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
  return path.empty() || path.starts_with(": ") || ErrsBelow(change.keyword);
}

// Texts of errors in a status name the path from there on.
bool IsAboutPlain(std::string_view error, const Change& change) {
  if (!IsAboutKeyword(error, change)) return false;
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
