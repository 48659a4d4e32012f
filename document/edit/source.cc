#include "document/edit/source.h"

#include "document/edit/source_json.h"
#include "document/edit/source_yaml.h"
#include "document/edit/text_lines.h"

namespace structural::document {

std::uint32_t Source::Column(std::uint32_t offset) const {
  return offset - static_cast<std::uint32_t>(LineBegin(text, offset));
}

bool Source::InBrackets(const SourceNode& node) const {
  return node.style == SourceNode::Style::kFlow && node.content < text.size() &&
         (text[node.content] == '{' || text[node.content] == '[');
}

base::Result<Source> ReadSource(std::string_view text, bool json) {
  Source source{text, json, false, {}};
  const bool fine = json ? ReadJsonSource(source) : ReadYamlSource(source);
  if (fine) return source;
  return {base::ErrorCode::kInternal, "the text's parts were not found again"};
}

}  // namespace structural::document
