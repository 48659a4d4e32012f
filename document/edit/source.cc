#include "document/edit/source.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "document/scalar.h"
#include "document/tree.h"
#include "document/yaml_events.h"
#include "schema/base/pointer.h"
#include "schema/json/scan.h"

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
    return base::ChildPointer(pointer, node.index_in_parent);
  }
  return base::ChildPointer(pointer, parent.entries[node.index_in_parent].key);
}

bool Source::InBrackets(const SourceNode& node) const {
  return node.style == SourceNode::Style::kFlow && node.content < text.size() &&
         (text[node.content] == '{' || text[node.content] == '[');
}

std::optional<std::vector<Splices::Splice>> Splices::Take() {
  std::stable_sort(splices_.begin(), splices_.end(), [](const Splice& a, const Splice& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::vector<Splice> taken;
  std::size_t at = 0;
  for (Splice& splice : splices_) {
    if (splice.if_text_kept && splice.end <= at) continue;
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

namespace {

using NodeKind = SourceNode::Kind;
using NodeStyle = SourceNode::Style;

// Writes one Source, which must outlive it, while a text in YAML or JSON is read. Nodes must be added in the order of
// the text. A mapping's keys and values must alternate. Not thread-safe.
class SourceBuilder {
 public:
  explicit SourceBuilder(Source& to) : out_(to) {}

  // Returns whether the next node is a key.
  bool IsKey() const;
  bool open() const { return !levels_.empty(); }

  SourceId Add(SourceNode node);
  // Sets the text of the key that was added last. `merge`: the key is `<<`.
  void SetKey(std::string key, bool merge);
  // Ends the innermost open collection. `end` is the offset after its closing bracket; ignored in block style, in which
  // a collection ends with its last entry.
  void Close(std::size_t end);

  // Returns false if a dash or value was not found at the expected offset. The Source is then wrong.
  bool fine() const { return fine_; }

 private:
  struct Level {
    SourceId node;
    SourceId key = kNoSource;
    std::string key_text = {};
    bool merge = false;
  };

  void AddEntry(Level& level, SourceId value);
  std::size_t NextPart(const SourceNode& parent) const;
  void FindColon(std::size_t part, SourceEntry& entry);
  void FindDash(std::size_t part, SourceEntry& entry);

  Source& out_;
  std::vector<Level> levels_;
  bool fine_ = true;
};

std::uint32_t Offset(std::size_t at) { return static_cast<std::uint32_t>(at); }

bool SourceBuilder::IsKey() const {
  return open() && out_.nodes[levels_.back().node].kind == NodeKind::kMapping && levels_.back().key == kNoSource;
}

void SourceBuilder::SetKey(std::string key, bool merge) {
  levels_.back().key_text = std::move(key);
  levels_.back().merge = merge;
}

// Returns the offset at which the collection's next entry begins.
std::size_t SourceBuilder::NextPart(const SourceNode& parent) const {
  const std::string_view text = out_.text;
  const bool bracket = !parent.block() && out_.InBrackets(parent);
  std::size_t at = parent.entries.empty() ? parent.content + (bracket ? 1 : 0) : parent.entries.back().end;
  at = SkipSpace(text, at);
  if (!parent.block() && at < text.size() && text[at] == ',') at = SkipSpace(text, at + 1);
  return at;
}

void SourceBuilder::FindColon(std::size_t part, SourceEntry& entry) {
  const std::string_view text = out_.text;
  const SourceNode& key = out_.nodes[entry.key_node];
  const bool question = part < key.begin && text[part] == '?';
  entry.begin = question ? Offset(part) : key.begin;
  const std::size_t colon = SkipSpace(text, key.end);
  entry.has_colon = colon < text.size() && text[colon] == ':';
  entry.indicator_end = entry.has_colon ? Offset(colon + 1) : key.end;
}

void SourceBuilder::FindDash(std::size_t part, SourceEntry& entry) {
  fine_ = fine_ && part < out_.text.size() && out_.text[part] == '-';
  entry.begin = Offset(part);
  entry.indicator_end = Offset(part + 1);
}

void SourceBuilder::AddEntry(Level& level, SourceId id) {
  SourceNode& parent = out_.nodes[level.node];
  SourceNode& value = out_.nodes[id];
  SourceEntry entry{std::move(level.key_text), std::exchange(level.key, kNoSource), id};
  entry.is_merge = level.merge;
  const std::size_t part = NextPart(parent);
  if (parent.kind == NodeKind::kMapping) {
    FindColon(part, entry);
  } else if (parent.block()) {
    FindDash(part, entry);
  } else {
    entry.begin = entry.indicator_end = value.begin;
  }
  if (value.absent()) value.begin = value.content = value.end = entry.indicator_end;
  entry.end = std::max(value.end, entry.indicator_end);
  fine_ = fine_ && value.begin >= entry.indicator_end;
  parent.entries.push_back(std::move(entry));
}

SourceId SourceBuilder::Add(SourceNode node) {
  const auto id = static_cast<SourceId>(out_.nodes.size());
  const bool key = IsKey();
  if (open()) {
    node.parent = levels_.back().node;
    node.index_in_parent = Offset(out_.nodes[node.parent].entries.size());
  }
  const bool collection = node.IsCollection();
  out_.nodes.push_back(std::move(node));
  if (key) {
    levels_.back().key = id;
  } else if (open()) {
    AddEntry(levels_.back(), id);
  }
  if (collection) levels_.push_back({id});
  return id;
}

void SourceBuilder::Close(std::size_t end) {
  SourceNode& node = out_.nodes[levels_.back().node];
  levels_.pop_back();
  node.end = !out_.InBrackets(node) && !node.entries.empty() ? node.entries.back().end : Offset(end);
  fine_ = fine_ && node.end >= node.content;
  if (open()) out_.nodes[node.parent].entries[node.index_in_parent].end = node.end;
}

// Returns the end of the JSON scalar that begins at `at`.
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

// Reads the Source of JSON. Returns false if the text is not as expected. Precondition: ReadJson has accepted
// `source.text`, which can have spaces around the value.
bool ReadJsonSource(Source& source) {
  const std::string_view text = source.text;
  SourceBuilder builder(source);
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    at = json::IsJsonSpace(c) || c == ',' || c == ':' ? at + 1 : ReadPart(text, at, builder);
  }
  return builder.fine() && !builder.open() && !source.nodes.empty();
}

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

// Returns the end of a block scalar without the empty lines after it, which are a part of the scalar only if its header
// has `+`. If the header has an indentation indicator, lines of spaces can be content, so they are not excluded.
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

// Reads the Source of YAML. Precondition: ReadYaml accepts the text.
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
  // SkipProperties may read beyond the first event of a collection, because that event may end after the anchor and
  // tag.
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

// Records the node's anchor, if it has one. A later node with the same anchor name replaces it.
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
    source_.has_aliases = true;
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
  source_.has_aliases = true;
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

base::Result<Source> ReadSource(std::string_view text, bool json) {
  Source source{text, json, false, {}};
  const bool fine = json ? ReadJsonSource(source) : YamlSource(source).Read();
  if (fine) return source;
  return {base::ErrorCode::kInternal, "the positions of the text's parts are unknown"};
}

}  // namespace structural::document
