#include "document/edit/source.h"

#include "document/edit/source_json.h"
#include "document/edit/source_yaml.h"
#include "document/edit/text_lines.h"

namespace structural::document {

std::uint32_t Source::Column(std::uint32_t offset) const {
  return offset - static_cast<std::uint32_t>(LineBegin(text, offset));
}

std::string Source::PointerOf(SourceId id) const {
  const SourceNode& node = nodes[id];
  if (node.parent == kNoSource) return {};
  const SourceNode& parent = nodes[node.parent];
  std::string pointer = PointerOf(node.parent);
  if (parent.kind == SourceNode::Kind::kSequence) {
    return pointer.append("/").append(std::to_string(node.place));
  }
  pointer += '/';
  for (const char c : parent.entries[node.place].key) {
    c == '~' ? pointer += "~0" : c == '/' ? pointer += "~1" : pointer += c;
  }
  return pointer;
}

bool Source::InBrackets(const SourceNode& node) const {
  return node.style == SourceNode::Style::kFlow && node.content < text.size() &&
         (text[node.content] == '{' || text[node.content] == '[');
}

base::Result<Source> ReadSource(std::string_view text, bool json) {
  Source source{text, json, false, {}};
  const bool fine = json ? ReadJsonSource(source) : ReadYamlSource(source);
  if (fine) return source;
  return {base::ErrorCode::kInternal, "the positions of the text's parts are unknown"};
}

}  // namespace structural::document
