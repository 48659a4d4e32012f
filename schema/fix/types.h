// Types: the kinds of JSON values that a schema accepts, computed from its types and enums, inside branches, too.
#pragma once

#include <cstdint>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace structural::fix {

// A bit set. A number is either kInteger or kFraction; `type: number` has both.
using Types = std::uint8_t;
inline constexpr Types kNull = 1, kBoolean = 2, kInteger = 4, kFraction = 8, kString = 16, kArray = 32, kObject = 64,
                       kAny = 127;

// Returns the types that a schema may accept. Keywords other than types and enums are ignored, so the schema may accept
// fewer types. Branches always accept null, because the server does not check null inside allOf, anyOf, oneOf and not.
Types TypesOf(const nlohmann::json& schema);

// Returns the types that `type`, nullable and x-kubernetes-int-or-string accept; ignores other keywords.
Types OwnTypesOf(const nlohmann::json& schema);

// Returns the types to which the type-specific keywords of a schema and its branches apply: objects for properties,
// strings for pattern. Returns an empty set without such keywords.
Types HintsOf(const nlohmann::json& schema);

// Returns the name for `type` that accepts exactly these types, ignoring null; empty if no such name exists.
std::string_view TypeNameOf(Types types);

// Returns the types that a type-specific keyword restricts; an empty set for other keywords.
Types OfKeyword(std::string_view keyword);

}  // namespace structural::fix
