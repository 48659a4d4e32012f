#include "cli/shared/patch.h"

#include <algorithm>

namespace structural::lint {

using document::Tree;

bool IsPatch(const Tree& tree, Tree::Node crd) {
  const Tree::Node spec = tree.Member(crd, "spec");
  if (spec == Tree::kNone) return true;
  constexpr const char* kOfACrd[] = {"group", "names", "version", "versions", "validation"};
  return tree.IsObject(spec) && std::ranges::none_of(kOfACrd, [&](const char* field) {
           return tree.Member(spec, field) != Tree::kNone;
         });
}

}  // namespace structural::lint
