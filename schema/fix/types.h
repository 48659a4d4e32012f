// Types: which kinds of JSON values a schema lets pass, as far as its types, enumerations and
// junctors say.
#pragma once

#include <cstdint>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace structural::fix {

// A set. A number that is none of integer is a fraction; type: number has both.
using Types = std::uint8_t;
inline constexpr Types kNull = 1, kBoolean = 2, kInteger = 4, kFraction = 8, kString = 16,
                       kArray = 32, kObject = 64, kAny = 127;

// What can pass. Less may: other keywords are not looked at. Junctors let null pass, whatever is in
// them: the server does not ask them about it.
Types TypesOf(const nlohmann::json& schema);

// The same by its own type, nullable and x-kubernetes-int-or-string alone.
Types OwnTypesOf(const nlohmann::json& schema);

// What keywords that are for one type only speak of: properties of objects, pattern of strings.
// Those below junctors count, too. Empty: no keyword does.
Types HintsOf(const nlohmann::json& schema);

// Of `type`; kAny for an empty or unknown name.
Types OfTypeName(std::string_view name);

// The name for `type` that lets all of these pass, null aside, and no more; empty where there is
// none.
std::string_view TypeNameOf(Types types);

// Of a keyword that restricts values of one type only; none for another.
Types OfKeyword(std::string_view keyword);

// Of a value.
Types OfValue(const nlohmann::json& value);

}  // namespace structural::fix
