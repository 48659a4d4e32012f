#include "schema/admission/errors.h"

#include <algorithm>

namespace structural::admission {

bool ResourceErrors::BlocksRules(std::string_view text) {
  std::size_t blocking = std::string_view::npos, other = std::string_view::npos;
  for (const std::string_view kind :
       {": Required value", ": Unsupported value", ": Too long", ": Too many"})
    blocking = std::min(blocking, text.find(kind));
  for (const std::string_view kind : {": Invalid value", ": Duplicate value", ": Forbidden"})
    other = std::min(other, text.find(kind));
  return blocking < other;
}

}  // namespace structural::admission
