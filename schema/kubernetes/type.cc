#include "schema/kubernetes/type.h"

#include <algorithm>

namespace structural::kubernetes {

const Field* Type::Find(std::string_view name) const {
  const auto at = std::ranges::lower_bound(fields, name, {}, &Field::name);
  return at == fields.end() || at->name != name ? nullptr : &*at;
}

}  // namespace structural::kubernetes
