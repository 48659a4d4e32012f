#include "schema/api/type.h"

#include <algorithm>

namespace structural::api {

const Field* Type::Find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(fields, name, {}, &Field::name);
  return at == fields.end() || at->name != name ? nullptr : &*at;
}

}  // namespace structural::api
