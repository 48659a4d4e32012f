#include "document/edit/source.h"

#include "document/edit/source_builder.h"
#include "document/edit/source_yaml.h"
#include "document/edit/text_lines.h"
#include "document/json_parts.h"
#include "schema/json/scan.h"

namespace structural::document {
namespace {

// The Source of JSON.
using NodeKind = SourceNode::Kind;
using NodeStyle = SourceNode::Style;

// Where the scalar that begins at `at` ends.
std::size_t EndOfScalar(std::string_view text, std::size_t at) {
  if (text[at] != '"') return std::min(text.find_first_of(",]} \t\r\n", at), text.size());
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

SourceNode Node(NodeKind kind, NodeStyle style, std::size_t begin, std::size_t end) {
  SourceNode node;
  node.kind = kind;
  node.style = style;
  node.begin = node.content = static_cast<std::uint32_t>(begin);
  node.end = static_cast<std::uint32_t>(end);
  return node;
}

// A bracket or a scalar at `at`; where what follows begins.
std::size_t ReadPart(std::string_view text, std::size_t at, SourceBuilder& builder) {
  const char c = text[at];
  if (c == '{' || c == '[') {
    builder.Add(
        Node(c == '{' ? NodeKind::kMapping : NodeKind::kSequence, NodeStyle::kFlow, at, at));
    return at + 1;
  }
  if (c == '}' || c == ']') {
    if (builder.open()) builder.Close(at + 1);
    return at + 1;
  }
  const std::size_t end = EndOfScalar(text, at);
  const bool key = builder.IsKey();
  builder.Add(
      Node(NodeKind::kScalar, c == '"' ? NodeStyle::kDoubleQuoted : NodeStyle::kPlain, at, end));
  if (key) builder.SetKey(StringValue(text.substr(at, end - at)), false);
  return end;
}

// Precondition: `source.text` is one JSON value, read before, perhaps with spaces around it.
bool ReadJsonSource(Source& source) {
  const std::string_view text = source.text;
  SourceBuilder builder(source);
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    at = json::IsJsonSpace(c) || c == ',' || c == ':' ? at + 1 : ReadPart(text, at, builder);
  }
  return builder.fine() && !builder.open() && !source.nodes.empty();
}

}  // namespace

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
