#include "document/edit/source.h"

#include <algorithm>
#include <tuple>

#include "document/edit/source_builder.h"
#include "document/tree.h"
#include "schema/base/pointer.h"
#include "schema/json/scan.h"

namespace structural::document {
namespace {

using NodeKind = SourceNode::Kind;
using NodeStyle = SourceNode::Style;

// Returns the end of the scalar that begins at `at`.
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

// Reads a bracket or a scalar at `at`. Returns the offset after it.
std::size_t ReadPart(std::string_view text, std::size_t at, SourceBuilder& builder) {
  const char c = text[at];
  if (c == '{' || c == '[') {
    builder.Add(Node(c == '{' ? NodeKind::kMapping : NodeKind::kSequence, NodeStyle::kFlow, at, at));
    return at + 1;
  }
  if (c == '}' || c == ']') {
    if (builder.open()) builder.Close(at + 1);
    return at + 1;
  }
  const std::size_t end = EndOfScalar(text, at);
  const bool key = builder.IsKey();
  builder.Add(Node(NodeKind::kScalar, c == '"' ? NodeStyle::kDoubleQuoted : NodeStyle::kPlain, at, end));
  if (key) builder.SetKey(StringValue(text.substr(at, end - at)), false);
  return end;
}

// Reads the Source of JSON.
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
    return base::PointerBelow(pointer, node.place);
  }
  return base::PointerBelow(pointer, parent.entries[node.place].key);
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

std::optional<std::vector<Splices::Splice>> Splices::Take() {
  std::stable_sort(splices_.begin(), splices_.end(), [](const Splice& a, const Splice& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::vector<Splice> taken;
  std::size_t at = 0;
  for (Splice& splice : splices_) {
    if (splice.if_kept && splice.end <= at) continue;
    if (splice.begin < at || splice.end < splice.begin) return std::nullopt;
    at = splice.end;
    if (splice.begin < splice.end || !splice.with.empty()) taken.push_back(std::move(splice));
  }
  return taken;
}

std::size_t LineBegin(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  while (at > 0 && !IsBreak(text[at - 1])) --at;
  return at;
}

std::size_t LineEnd(std::string_view text, std::size_t at) {
  while (at < text.size() && !IsBreak(text[at])) ++at;
  return at;
}

std::size_t NextLine(std::string_view text, std::size_t at) {
  at = LineEnd(text, at);
  if (text.substr(at).starts_with("\r\n")) return at + 2;
  return std::min(at + 1, text.size());
}

std::size_t BeforeBreak(std::string_view text, std::size_t at) {
  if (text.substr(0, at).ends_with("\r\n")) return at - 2;
  return at > 0 && IsBreak(text[at - 1]) ? at - 1 : at;
}

std::size_t SkipSpace(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == '#') {
      at = LineEnd(text, at);
    } else if (IsBlank(text[at]) || IsBreak(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

bool IsSpace(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin >= end) return true;
  const std::string_view part = text.substr(begin, end - begin);
  return std::all_of(part.begin(), part.end(), [](char c) { return IsBlank(c) || IsBreak(c); });
}

bool HasBreak(std::string_view text, std::size_t begin, std::size_t end) {
  return begin < end && text.substr(begin, end - begin).find_first_of("\r\n") != text.npos;
}

std::string_view IndentOf(std::string_view text, std::size_t at) {
  const std::size_t begin = LineBegin(text, at);
  const std::size_t end = std::min(text.find_first_not_of(" \t", begin), text.size());
  return text.substr(begin, end - begin);
}

}  // namespace structural::document
