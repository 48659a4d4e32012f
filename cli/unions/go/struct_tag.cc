#include "cli/unions/go/struct_tag.h"

namespace structural::go_source {
namespace {

// The value under a key, its escapes left as they are: nobody's JSON names have any.
std::optional<std::string_view> Lookup(std::string_view tag, std::string_view key) {
  while (!tag.empty()) {
    tag.remove_prefix(std::min(tag.find_first_not_of(' '), tag.size()));
    const auto colon = tag.find(":\"");
    if (colon == tag.npos) return std::nullopt;
    const std::string_view name = tag.substr(0, colon);
    std::size_t end = colon + 2;
    while (end < tag.size() && tag[end] != '"') end += tag[end] == '\\' ? 2 : 1;
    if (end >= tag.size()) return std::nullopt;
    if (name == key) return tag.substr(colon + 2, end - colon - 2);
    tag.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<JsonTag> ReadJsonTag(std::string_view tag) {
  const auto found = Lookup(tag, "json");
  if (!found) return std::nullopt;
  JsonTag read;
  std::size_t at = std::min(found->find(','), found->size());
  read.name = found->substr(0, at);
  while (at < found->size()) {
    const std::size_t end = std::min(found->find(',', at + 1), found->size());
    const std::string_view option = found->substr(at + 1, end - at - 1);
    read.inlined |= option == "inline";
    read.omitted |= option == "omitempty" || option == "omitzero";
    at = end;
  }
  return read;
}

}  // namespace structural::go_source
