#include "document/yaml_document.h"

#include <optional>
#include <vector>

#include "document/alias_budget.h"
#include "document/anchors.h"
#include "document/builder.h"
#include "document/scalar.h"
#include "document/yaml_events.h"

namespace structural::document {
namespace {

std::string_view Text(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

std::string TooLarge() {
  return "the document is larger than " + std::to_string(kMaxJsonBytes >> 20) +
         " MiB with its aliases written out";
}

// In the source of a string in double quotes.
bool HasSlashEscape(std::string_view source) {
  for (std::size_t at = 0; at + 1 < source.size(); ++at) {
    if (source[at] != '\\') continue;
    if (source[++at] == '/') return true;
  }
  return false;
}

bool IsMerge(const ScalarText& scalar) {
  return scalar.text == "<<" && (scalar.plain || scalar.tag == "tag:yaml.org,2002:merge");
}

// Far more than anybody wants to be told of.
constexpr std::size_t kMaxRereads = 10'000;

// An object or list that is being read.
struct Level {
  bool object;
  bool flow;   // in braces or brackets
  int anchor;  // of itself; -1: none
  bool key_next = true;
  bool merging = false;  // the value of `<<` is next
  bool merge_lists = false;
};

bool IsText(const Scalar& scalar) {
  return std::holds_alternative<std::string_view>(scalar) ||
         std::holds_alternative<std::string>(scalar);
}

class YamlDocument {
 public:
  YamlDocument(std::string_view text, std::uint32_t first_line)
      : events_(text, first_line),
        builder_(document_),
        has_slash_escapes_(text.find("\\/") != std::string_view::npos) {
    document_.json.reserve(text.size());
  }

  std::variant<Document, Problem> Read();

 private:
  bool Next();
  bool Fail(std::string message) { return Fail(events_.At(), std::move(message)); }
  bool Fail(Position at, std::string message);
  bool ReadStart(bool* empty);
  bool ReadEvent();

  bool IsKey() const {
    return !levels_.empty() && levels_.back().object && levels_.back().key_next;
  }
  bool Count();
  bool CheckScalar(const ScalarText& scalar);
  bool OnScalar();
  bool OnScalar(const ScalarText& scalar);
  bool OnMerge();
  bool OnKey(const ScalarText& scalar);
  void NoteReread(const ScalarText& text, const Scalar& scalar, std::string_view json, bool key);
  bool OnValue(const ScalarText& scalar);
  bool OnAlias();
  bool OnScalarAlias(const Anchor& anchor);
  bool OnStart(bool object, bool flow, const yaml_char_t* anchor);
  bool OnEnd();
  bool EndValue(bool list);

  YamlEvents events_;
  Document document_;
  Builder builder_;
  const bool has_slash_escapes_;
  AliasBudget budget_;
  std::vector<Level> levels_;
  Anchors anchors_{builder_, budget_};
  std::optional<Problem> problem_;
};

bool YamlDocument::Fail(Position at, std::string message) {
  if (!problem_) problem_ = Problem{at, std::move(message)};
  return false;
}

bool YamlDocument::Next() {
  if (events_.Next()) return true;
  problem_ = events_.problem();
  return false;
}

bool YamlDocument::Count() {
  return budget_.Add() || Fail("too much of the document comes from aliases: write it out");
}

// After a value is complete. `list`: it stands here as a list, not as the alias of one.
bool YamlDocument::EndValue(bool list) {
  if (builder_.size() > kMaxJsonBytes) {
    return Fail(TooLarge());
  }
  if (levels_.empty() || !levels_.back().object) return true;
  Level& level = levels_.back();
  level.key_next = true;
  if (!std::exchange(level.merging, false)) return true;
  return builder_.EndMerge(list) || Fail("<< takes an object or a list of objects");
}

void YamlDocument::NoteReread(const ScalarText& text, const Scalar& scalar, std::string_view json,
                              bool key) {
  if (!text.tag.empty() || text.text.empty() || json == text.text || IsText(scalar)) return;
  if (document_.rereads.size() == kMaxRereads) return;
  document_.rereads.push_back({std::string(text.text), std::string(json), events_.At(), key});
}

bool YamlDocument::OnKey(const ScalarText& scalar) {
  levels_.back().key_next = false;
  std::string& json = builder_.Key(events_.At());
  const auto resolved = Resolve(scalar);
  if (!resolved.ok()) return Fail(resolved.error().message());
  const std::size_t begin = json.size();
  const auto appended = AppendJsonKey(*resolved, json);
  if (!appended.ok()) return Fail(appended.error().message());
  NoteReread(scalar, *resolved, std::string_view(json).substr(begin + 1, json.size() - begin - 2),
             true);
  builder_.EndKey();
  return true;
}

// What libyaml takes and Go's copy of an older libyaml does not.
bool YamlDocument::CheckScalar(const ScalarText& scalar) {
  const bool flow = !levels_.empty() && levels_.back().flow;
  const auto style = events_.event().data.scalar.style;
  if (style == YAML_PLAIN_SCALAR_STYLE && flow && scalar.text.find('?') != std::string::npos) {
    return Fail("kubectl reads no ? in plain text between braces or brackets: put it in quotes");
  }
  if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE && has_slash_escapes_ &&
      scalar.text.find('/') != std::string::npos && HasSlashEscape(events_.Source())) {
    return Fail("kubectl knows no \\/ in YAML: write / alone");
  }
  return true;
}

bool YamlDocument::OnScalar() {
  const auto& event = events_.event().data.scalar;
  const ScalarText scalar{{reinterpret_cast<const char*>(event.value), event.length},
                          Text(event.tag),
                          event.plain_implicit != 0};
  if (!CheckScalar(scalar)) return false;
  const int anchor = anchors_.OpenScalar(Text(event.anchor), scalar);
  const bool done = IsKey() && IsMerge(scalar) ? OnMerge() : OnScalar(scalar);
  if (done) anchors_.Close(anchor);
  return done;
}

bool YamlDocument::OnMerge() {
  levels_.back().key_next = false;
  levels_.back().merging = true;
  builder_.BeginMerge(events_.At());
  return true;
}

bool YamlDocument::OnScalar(const ScalarText& scalar) {
  if (!Count()) return false;
  if (IsKey()) return OnKey(scalar);
  return OnValue(scalar) && EndValue(false);
}

bool YamlDocument::OnValue(const ScalarText& scalar) {
  std::string& json = builder_.Value(events_.At());
  const auto resolved = Resolve(scalar);
  if (!resolved.ok()) return Fail(resolved.error().message());
  const std::size_t begin = json.size();
  const auto appended = AppendJson(*resolved, json);
  if (!appended.ok()) return Fail(appended.error().message());
  NoteReread(scalar, *resolved, std::string_view(json).substr(begin), false);
  return true;
}

bool YamlDocument::OnAlias() {
  const std::string name(Text(events_.event().data.alias.anchor));
  const Anchor* found = anchors_.Find(name);
  if (found == nullptr) {
    return Fail("there is no anchor &" + name + " before this alias");
  }
  const Anchor& anchor = *found;
  if (anchor.open) return Fail("the anchor &" + name + " contains itself");
  if (!Count()) return false;
  if (!budget_.AddRepeated(anchor.values)) {
    return Fail("too much of the document comes from aliases: write it out");
  }
  if (anchor.scalar) return OnScalarAlias(anchor);
  if (IsKey()) return Fail("an object or a list is no key");
  if (builder_.size() + (anchor.span.json.end - anchor.span.json.begin) > kMaxJsonBytes) {
    return Fail(TooLarge());
  }
  builder_.Repeat(anchor.span);
  return EndValue(false);
}

// The same text may be a number as a value and must be a string as a key.
bool YamlDocument::OnScalarAlias(const Anchor& anchor) {
  const ScalarText scalar = anchor.AsScalar();
  if (IsKey()) return OnKey(scalar);
  return OnValue(scalar) && EndValue(false);
}

bool YamlDocument::OnStart(bool object, bool flow, const yaml_char_t* name) {
  if (IsKey()) return Fail("an object or a list is no key");
  if (levels_.size() == kMaxDepth) return Fail("exceeded max depth of 10000");
  const bool merge_list = !object && !levels_.empty() && levels_.back().merging;
  const int anchor = anchors_.Open(Text(name));
  if (!merge_list && !Count()) return false;
  levels_.push_back({object, flow, anchor});
  object ? builder_.BeginObject(events_.At()) : builder_.BeginArray(events_.At());
  return true;
}

bool YamlDocument::OnEnd() {
  const Level level = levels_.back();
  levels_.pop_back();
  level.object ? builder_.EndObject() : builder_.EndArray();
  anchors_.Close(level.anchor);
  return EndValue(!level.object);
}

bool YamlDocument::ReadEvent() {
  const yaml_event_t& event = events_.event();
  switch (event.type) {
    case YAML_SCALAR_EVENT: return OnScalar();
    case YAML_ALIAS_EVENT: return OnAlias();
    case YAML_MAPPING_START_EVENT: {
      const auto& start = event.data.mapping_start;
      return OnStart(true, start.style == YAML_FLOW_MAPPING_STYLE, start.anchor);
    }
    case YAML_SEQUENCE_START_EVENT: {
      const auto& start = event.data.sequence_start;
      return OnStart(false, start.style == YAML_FLOW_SEQUENCE_STYLE, start.anchor);
    }
    default: return OnEnd();
  }
}

// Up to the first event of the value.
bool YamlDocument::ReadStart(bool* empty) {
  if (!Next() || !Next()) return false;  // the stream's start comes first
  *empty = events_.type() == YAML_STREAM_END_EVENT;
  if (*empty) return true;
  const auto* version = events_.event().data.document_start.version_directive;
  if (version != nullptr && (version->major != 1 || version->minor != 1)) {
    return Fail("kubectl reads YAML 1.1 only: remove the %YAML directive");
  }
  budget_.Add();  // the document itself
  return Next();
}

std::variant<Document, Problem> YamlDocument::Read() {
  bool empty = false;
  if (!ReadStart(&empty)) return *std::move(problem_);
  document_.begin = empty ? Position{1, 1} : events_.At();
  if (empty) {
    document_.json = "null";
    return std::move(document_);
  }
  for (;;) {
    if (!ReadEvent()) return *std::move(problem_);
    if (levels_.empty()) break;
    if (!Next()) return *std::move(problem_);
  }
  // What follows must at least end the document.
  if (!Next()) return *std::move(problem_);
  builder_.Finish();
  return std::move(document_);
}

}  // namespace

std::variant<Document, Problem> ReadYaml(std::string_view text, std::uint32_t first_line) {
  return YamlDocument(text, first_line).Read();
}

}  // namespace structural::document
