#include "cli/terminal.h"

#include <cstdlib>

#include <unistd.h>

namespace structural::cli {

bool WantsColours(int file) {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(file) != 0 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace structural::cli
