// Unescaped: a text without its escapes, and where each of its bytes stood.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::kube {

struct Unescaped {
  std::string text;
  // The byte text[i] stands at [begins[i], begins[i + 1]) of the original.
  std::vector<std::size_t> begins;
};

// Undoes the escapes of JSON and Go (\u0041, \x41, \/, \\), URLs (%41) and HTML (&#65;, &#x41;) for
// ASCII characters, and escapes of escapes, three levels deep. nullopt: there are none.
std::optional<Unescaped> Unescape(std::string_view text);

}  // namespace structural::kube
