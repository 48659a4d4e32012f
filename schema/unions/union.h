// Union: fields of an object of which at most one is to be set.
//
// Points into the schema that it was read from. As thread-safe as any value.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace structural::unions {

struct UnionMember {
  std::string_view field;
  std::string_view value;  // of the discriminator, that stands for this field
};

// KEP 1027 "Union types", OpenAPI: an item of x-kubernetes-unions.
struct Union {
  std::optional<std::string_view> discriminator;
  std::vector<UnionMember> members;  // sorted by field
};

inline constexpr std::string_view kUnions = "x-kubernetes-unions";
inline constexpr std::string_view kDiscriminator = "discriminator";
// The two spellings: the KEP on unions has the first, the KEP on structural schemas the second.
inline constexpr std::string_view kFieldsToDiscriminateBy = "fields-to-discriminateBy";
inline constexpr std::string_view kFields = "fields";

}  // namespace structural::unions
