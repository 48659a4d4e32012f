// A unified diff, as diff -u, git and kubectl diff print it.
#pragma once

#include <string>
#include <string_view>

namespace structural::cli {

// Three lines around each change; empty where nothing differs. `colours`: for a terminal.
std::string UnifiedDiff(std::string_view before_name, std::string_view before,
                        std::string_view after_name, std::string_view after, bool colours);

}  // namespace structural::cli
