// Ids of the errors and warnings of the validation of CRDs. They complement the ids in schema/crd/rules.
#pragma once

#include <string_view>

namespace structural::validate {

inline constexpr std::string_view kApiVersion = "api-version";
inline constexpr std::string_view kMetadata = "metadata";
inline constexpr std::string_view kApproval = "api-approved";
inline constexpr std::string_view kGroup = "group";
inline constexpr std::string_view kScope = "scope";
inline constexpr std::string_view kNames = "names";
inline constexpr std::string_view kImmutable = "immutable";
inline constexpr std::string_view kVersions = "versions";
inline constexpr std::string_view kStoredVersions = "stored-versions";
inline constexpr std::string_view kDeprecation = "deprecation-warning";
inline constexpr std::string_view kPreserveUnknownFields = "preserve-unknown-fields";
inline constexpr std::string_view kConversion = "conversion";
inline constexpr std::string_view kColumns = "printer-columns";
inline constexpr std::string_view kSubresources = "subresources";
inline constexpr std::string_view kSelectableFields = "selectable-fields";
inline constexpr std::string_view kSchemaRoot = "schema-root";
inline constexpr std::string_view kSchemaRequired = "schema-required";
inline constexpr std::string_view kKeywords = "schema-keywords";
inline constexpr std::string_view kDefaults = "defaults";
inline constexpr std::string_view kListType = "list-type";
inline constexpr std::string_view kMapType = "map-type";
inline constexpr std::string_view kValidationRules = "validation-rules";
inline constexpr std::string_view kCelCompile = "cel-compile";
inline constexpr std::string_view kCelCost = "cel-cost";
inline constexpr std::string_view kCelOldSelf = "cel-old-self";

// Ids of warnings.
inline constexpr std::string_view kUnknownFormat = "unknown-format";
inline constexpr std::string_view kNonScalarSet = "non-scalar-set";

}  // namespace structural::validate
