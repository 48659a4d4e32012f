#include "cli/report/findings/filled_in.h"

#include "cli/shared/locate.h"
#include "document/template.h"

namespace structural::findings {
namespace {

using document::Tree;

bool HasActionIn(const Tree& tree, Tree::Node node) {
  if (!tree.IsObject(node)) return document::HasActions(tree.String(node));
  for (auto each = tree.FirstChild(node); each != Tree::kNone; each = tree.Next(each)) {
    if (document::HasActions(tree.Key(each)) || document::HasActions(tree.String(each))) return true;
  }
  return false;
}

}  // namespace

bool FilledIn::Has(std::string_view path) {
  if (!path.starts_with("metadata.")) return false;
  const cli::LocatedNode place = cli::Locate(crd_, Tree::kRoot, path);
  if (!place.found) return false;
  const auto [known, is_new] = known_.try_emplace(place.node);
  if (is_new) known->second = HasActionIn(crd_, place.node);
  return known->second;
}

}  // namespace structural::findings
