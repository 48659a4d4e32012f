#include <algorithm>
#include <unordered_map>

#include "document/edit/source.h"
#include "document/edit/source_builder.h"
#include "document/scalar.h"
#include "document/tree.h"
#include "document/yaml_events.h"

namespace structural::document {
namespace {

using NodeKind = SourceNode::Kind;
using NodeStyle = SourceNode::Style;

std::string_view Text(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

NodeStyle StyleOf(yaml_scalar_style_t style) {
  switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: return NodeStyle::kSingleQuoted;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return NodeStyle::kDoubleQuoted;
    case YAML_LITERAL_SCALAR_STYLE: return NodeStyle::kLiteral;
    case YAML_FOLDED_SCALAR_STYLE: return NodeStyle::kFolded;
    default: return NodeStyle::kPlain;
  }
}

// Returns the offset after the anchor and the tag at the start of a node.
std::size_t SkipProperties(std::string_view text, std::size_t at, std::size_t end) {
  while (at < end && (text[at] == '&' || text[at] == '!')) {
    while (at < end && !IsBlank(text[at]) && !IsBreak(text[at])) ++at;
    at = SkipSpace(text, at);
  }
  return std::min(at, end);
}

// Excludes the empty lines after a block scalar, unless its header has `+`. If the header has an
// indentation indicator, only lines without spaces are surely empty.
std::size_t TrimBlockScalar(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view line = text.substr(begin, LineEnd(text, begin) - begin);
  const std::string_view header = line.substr(0, line.find('#'));
  if (header.find('+') != header.npos) return end;
  const bool told = header.find_first_of("123456789") != header.npos;
  const std::size_t first = NextLine(text, begin);
  const std::size_t deep = told ? 0 : IndentOf(text, text.find_first_not_of(" \r\n", first)).size();
  while (end > first && IsBreak(text[end - 1])) {
    const std::size_t last = LineBegin(text, end - (text.substr(0, end).ends_with("\r\n") ? 2 : 1));
    if (last < first || !IsSpace(text, last, end) || LineEnd(text, last) - last > deep) break;
    end = last;
  }
  return end;
}

struct KeyText {
  std::string text;
  std::string tag;
  bool plain = false;

  ScalarText AsScalar() const { return {text, tag, plain}; }
};

class YamlSource {
 public:
  explicit YamlSource(Source& source) : source_(source), events_(source.text, 0), builder_(source) {}

  bool Read();

 private:
  bool ReadEvent();
  SourceNode NodeHere(NodeKind kind, NodeStyle style, const yaml_char_t* anchor, const yaml_char_t* tag);
  void AddCollection(NodeKind kind, bool flow, const yaml_char_t* anchor, const yaml_char_t* tag);
  bool AddScalar();
  bool AddAlias();
  bool SetKey(const KeyText& key);
  void Name(SourceId node);

  Source& source_;
  YamlEvents events_;
  SourceBuilder builder_;
  std::unordered_map<std::string_view, SourceId> anchors_;
  std::unordered_map<SourceId, KeyText> anchored_scalars_;
};

SourceNode YamlSource::NodeHere(NodeKind kind, NodeStyle style, const yaml_char_t* anchor, const yaml_char_t* tag) {
  const std::string_view at = events_.Source();
  SourceNode node;
  node.kind = kind;
  node.style = style;
  const auto begin = static_cast<std::size_t>(at.data() - source_.text.data());
  std::size_t end = begin + at.size();
  node.begin = static_cast<std::uint32_t>(begin);
  const bool properties = anchor != nullptr || tag != nullptr;
  // For a collection, the range of its first event may end with its properties.
  const std::size_t limit = kind == NodeKind::kScalar ? end : source_.text.size();
  node.content = static_cast<std::uint32_t>(properties ? SkipProperties(source_.text, begin, limit) : begin);
  if (style == NodeStyle::kLiteral || style == NodeStyle::kFolded) {
    end = TrimBlockScalar(source_.text, node.content, end);
  }
  node.end = static_cast<std::uint32_t>(end);
  const std::string_view name = Text(anchor);
  if (!name.empty()) {
    node.anchor = source_.text.substr(source_.text.find('&', begin) + 1, name.size());
  }
  return node;
}

// A later node with the same name replaces the earlier one.
void YamlSource::Name(SourceId node) {
  const std::string_view name = source_.nodes[node].anchor;
  if (!name.empty()) anchors_[name] = node;
}

void YamlSource::AddCollection(NodeKind kind, bool flow, const yaml_char_t* anchor, const yaml_char_t* tag) {
  Name(builder_.Add(NodeHere(kind, flow ? NodeStyle::kFlow : NodeStyle::kBlock, anchor, tag)));
}

bool YamlSource::SetKey(const KeyText& key) {
  const ScalarText scalar = key.AsScalar();
  if (scalar.text == "<<" && (scalar.plain || scalar.tag == "tag:yaml.org,2002:merge")) {
    source_.aliases = true;
    builder_.SetKey("<<", true);
    return true;
  }
  const auto resolved = Resolve(scalar);
  std::string json;
  if (!resolved.ok() || !AppendJsonKey(*resolved, json).ok()) return false;
  builder_.SetKey(StringValue(json), false);
  return true;
}

bool YamlSource::AddScalar() {
  const auto& event = events_.event().data.scalar;
  const bool key = builder_.IsKey();
  const SourceId node = builder_.Add(NodeHere(NodeKind::kScalar, StyleOf(event.style), event.anchor, event.tag));
  Name(node);
  if (!key && event.anchor == nullptr) return true;
  KeyText text{{reinterpret_cast<const char*>(event.value), event.length},
               std::string(Text(event.tag)),
               event.plain_implicit != 0};
  if (key && !SetKey(text)) return false;
  if (event.anchor != nullptr) anchored_scalars_.emplace(node, std::move(text));
  return true;
}

bool YamlSource::AddAlias() {
  const bool key = builder_.IsKey();
  SourceNode node = NodeHere(NodeKind::kAlias, NodeStyle::kPlain, nullptr, nullptr);
  const auto target = anchors_.find(Text(events_.event().data.alias.anchor));
  if (target == anchors_.end()) return false;
  node.target = target->second;
  node.anchor = target->first;
  source_.aliases = true;
  builder_.Add(node);
  return !key || SetKey(anchored_scalars_[node.target]);
}

bool YamlSource::ReadEvent() {
  const yaml_event_t& event = events_.event();
  switch (event.type) {
    case YAML_SCALAR_EVENT: return AddScalar();
    case YAML_ALIAS_EVENT: return AddAlias();
    case YAML_MAPPING_START_EVENT: {
      const auto& start = event.data.mapping_start;
      AddCollection(NodeKind::kMapping, start.style == YAML_FLOW_MAPPING_STYLE, start.anchor, start.tag);
      return true;
    }
    case YAML_SEQUENCE_START_EVENT: {
      const auto& start = event.data.sequence_start;
      AddCollection(NodeKind::kSequence, start.style == YAML_FLOW_SEQUENCE_STYLE, start.anchor, start.tag);
      return true;
    }
    default: {
      const std::string_view end = events_.Source();
      builder_.Close(static_cast<std::size_t>(end.data() - source_.text.data()) + end.size());
      return true;
    }
  }
}

bool YamlSource::Read() {
  if (!events_.Next() || !events_.Next()) return false;
  if (events_.type() == YAML_STREAM_END_EVENT) return true;
  do {
    if (!events_.Next() || !ReadEvent() || !builder_.fine()) return false;
  } while (builder_.open());
  return true;
}

}  // namespace

bool ReadYamlSource(Source& source) { return YamlSource(source).Read(); }

}  // namespace structural::document
