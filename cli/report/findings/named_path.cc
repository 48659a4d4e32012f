#include "cli/report/findings/named_path.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>

#include "cli/shared/locate.h"
#include "schema/base/running_hash.h"

namespace structural::findings {
namespace {

using document::Tree;

// Longer texts are not used as names.
constexpr std::size_t kMaxNameBytes = 100;
// Brackets in keys look like indexes. Above this number, far beyond normal CRDs, they stay
// unchanged.
constexpr int kMaxTries = 1000;

std::string HashOf(std::string_view text) {
  char hex[16];
  std::snprintf(hex, sizeof hex, "#%08llx", static_cast<unsigned long long>(base::RunningHash(text) >> 32));
  return hex;
}

// `[12]` at the start of a text. `size` 0: the text does not begin with an index.
struct Index {
  std::size_t value = 0;
  std::size_t size = 0;
};

Index IndexAt(std::string_view text) {
  Index index;
  const auto [end, code] = std::from_chars(text.data() + 1, text.data() + text.size(), index.value);
  const auto read = static_cast<std::size_t>(end - text.data());
  if (code == std::errc() && text.substr(read).starts_with(']')) index.size = read + 1;
  return index;
}

}  // namespace

std::string NamedPaths::NameOf(Node element) const {
  if (!crd_.IsObject(element)) return crd_.String(element);
  for (const std::string_view key : {"name", "jsonPath", "rule"}) {
    const Node member = crd_.Member(element, key);
    const std::string text = member == Tree::kNone ? std::string() : crd_.String(member);
    if (!text.empty()) return key == "rule" ? HashOf(text) : text;
  }
  return {};
}

const NamedPaths::Names& NamedPaths::NamesIn(Node list) {
  const auto [found, is_new] = names_.try_emplace(list);
  Names& names = found->second;
  if (!is_new) return names;
  std::set<std::string> once, twice;
  for (Node each = crd_.FirstChild(list); each != Tree::kNone; each = crd_.Next(each)) {
    names.push_back(NameOf(each));
    if (!once.insert(names.back()).second) twice.insert(names.back());
  }
  for (std::string& name : names) {
    if (name.size() > kMaxNameBytes || twice.contains(name)) name.clear();
  }
  return names;
}

std::string NamedPaths::Of(std::string_view path) {
  std::string named;
  Node node = Tree::kRoot;
  std::size_t done = 0;  // the part of the path that leads to `node`
  int tries = 0;
  for (auto at = path.find('['); at != path.npos && tries < kMaxTries; at = path.find('[', at + 1)) {
    const Index index = IndexAt(path.substr(at));
    if (index.size == 0) continue;
    ++tries;
    const cli::LocatedNode list = cli::Locate(crd_, node, path.substr(done, at - done));
    if (!list.found || !crd_.IsArray(list.node)) continue;
    const Node element = crd_.Element(list.node, index.value);
    if (element == Tree::kNone) break;
    const std::string& name = NamesIn(list.node)[index.value];
    named += path.substr(done, at - done);
    named += name.empty() ? std::string(path.substr(at, index.size)) : "[" + name + "]";
    node = element;
    done = at + index.size;
    at = done - 1;
    tries = 0;
  }
  return named.append(path.substr(done));
}

}  // namespace structural::findings
