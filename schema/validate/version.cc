// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionVersion,
// validateDeprecationWarning (v0.37.2).
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/validate/checks.h"
#include "schema/validate/printed.h"

namespace structural::validate {
namespace {

// Returns nullopt if all characters are printable. Control characters in Go's sense never are.
std::optional<std::string> NotPrintable(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const base::Rune rune = base::DecodeRune(text.substr(i));
    if (!base::IsPrint(rune.value)) {
      return "must only contain printable UTF-8 characters; non-printable character found at "
             "index " +
             std::to_string(i);
    }
    i += static_cast<std::size_t>(rune.size);
  }
  return std::nullopt;
}

kubernetes::Reasons DeprecationWarning(bool deprecated, std::string_view warning) {
  if (!deprecated) return {"can only be set for deprecated versions"};
  kubernetes::Reasons reasons;
  if (warning.size() > 256) reasons.push_back("must be <= 256 characters long");
  if (warning.empty()) reasons.push_back("must not be an empty string");
  if (auto reason = NotPrintable(warning)) reasons.push_back(*std::move(reason));
  return reasons;
}

}  // namespace

void ValidateVersion(const Context& in, const Value& version, const FieldPath& path, bool status_enabled) {
  if (const Value* warning = version.Find("deprecationWarning")) {
    const bool deprecated = IsTrue(version.Find("deprecated"));
    for (const std::string& reason : DeprecationWarning(deprecated, TextOf(warning))) {
      in.errors.Add(
          kubernetes::InvalidPrinted(kDeprecation, path.Child("deprecationWarning"), PrintedJson(warning), reason));
    }
  }
  const Value* schema = version.Find("schema");
  const std::string_view name = TextOf(version.Find("name"));
  ValidateSchema(in, schema, status_enabled, name, path.Child("schema"));
  ValidateSubresources(in, version, path);
  ValidateColumns(in, version, path);
  ValidateSelectableFields(in, version, SchemaIn(in.crd, schema), name, path);
}

}  // namespace structural::validate
