// Names of properties as names of fields in Protobuf.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace structural::generate::proto {

// Whether JSON can have the field under this name.
bool CanBeJsonName(std::string_view property);

// The names of a message's fields, in the order of the properties: as they are, where they are
// names in Protobuf, else with _ in the place of what it does not know. Protobuf wants them to be
// different also without _ and in small letters: those that are not get a number, changed ones
// first.
std::vector<std::string> FieldNames(const std::vector<std::string_view>& properties);

// ` [json_name = "…"]`, or nothing where Protobuf would come to it by itself.
std::string JsonNameOption(std::string_view field, std::string_view property);

}  // namespace structural::generate::proto
