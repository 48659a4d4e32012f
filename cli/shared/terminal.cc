#include "cli/shared/terminal.h"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace structural::cli {

bool WantsColours(int file) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return isatty(file) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

}  // namespace structural::cli
