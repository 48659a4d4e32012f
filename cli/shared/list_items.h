// ItemsOf: the objects in a JSON text, as kubectl get -o yaml prints several.
#pragma once

#include <string_view>
#include <vector>

namespace structural::cli {

// The items of a List, and of Lists among these; the text itself where it is none. Views into it.
std::vector<std::string_view> ItemsOf(std::string_view json);

}  // namespace structural::cli
