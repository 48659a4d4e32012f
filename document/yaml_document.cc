#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "document/builder.h"
#include "document/document.h"
#include "document/reader.h"
#include "document/scalar.h"
#include "document/scanner_input.h"
#include "document/yaml_events.h"

namespace structural::document {
namespace {

// AliasBudget: limits the share of a document that comes from repeated anchors.
//
// A few lines of nested aliases can expand to gigabytes. As in Go, repeated values may be up to 99
// % of all values in a small document, and 10 % in a document with millions of values.
//
// Upstream: go.yaml.in/yaml/v2 decode.go unmarshal, allowedAliasRatio (v2.4.4).
class AliasBudget {
 public:
  // Add counts one value, and AddRepeated counts the values that an alias repeats. They return false if the share of
  // repeated values exceeds the limit.
  bool Add() {
    ++all_;
    return Fits();
  }
  bool AddRepeated(std::uint64_t values) {
    all_ += values;
    repeated_ += values;
    return Fits();
  }
  // Subtracts one value. Needed for a list of merged objects, because Go does not count the list itself.
  void Remove() { --all_; }

  std::uint64_t all() const { return all_; }

 private:
  bool Fits() const { return repeated_ <= 100 || all_ <= 1000 || FitsRatio(); }
  bool FitsRatio() const;

  std::uint64_t all_ = 0;
  std::uint64_t repeated_ = 0;
};

struct Anchor {
  Span span;                 // part of the JSON with the node's value; empty for a scalar
  std::uint64_t values = 0;  // number of values in the node, as AliasBudget counts them
  bool open = true;          // the node is not complete yet
  // Whether the node is a scalar. The text and tag of a scalar are stored, because an alias can use the scalar as a
  // value or as a key, and these can have different JSON.
  bool scalar = false;
  std::string text;
  std::string tag;
  bool plain = false;

  ScalarText AsScalar() const { return {text, tag, plain}; }
};

// Anchors: the nodes of a YAML document that have an anchor, by name. Refers to the Builder and the AliasBudget of the
// document. Not thread-safe.
class Anchors {
 public:
  Anchors(const Builder& builder, const AliasBudget& budget) : builder_(builder), budget_(budget) {}

  // Open and OpenScalar must be called directly before a node is read, and Close directly after it, with the number
  // that they returned. An empty name means that the node has no anchor: they return -1, and Close does nothing. A
  // later node with the same name replaces the earlier one.
  int Open(std::string_view name);
  int OpenScalar(std::string_view name, const ScalarText& scalar);
  void Close(int anchor);

  // Returns null if no node so far has this name.
  const Anchor* Find(std::string_view name) const;

 private:
  const Builder& builder_;
  const AliasBudget& budget_;
  std::vector<Anchor> anchors_;
  // An ordered map, because a text could make hashes collide.
  std::map<std::string, int, std::less<>> by_name_;
};

int Anchors::Open(std::string_view name) {
  if (name.empty()) return -1;
  Anchor& anchor = anchors_.emplace_back();
  anchor.span = builder_.BeginSpan();
  anchor.values = budget_.all();
  const int index = static_cast<int>(anchors_.size()) - 1;
  by_name_[std::string(name)] = index;
  return index;
}

int Anchors::OpenScalar(std::string_view name, const ScalarText& scalar) {
  const int index = Open(name);
  if (index < 0) return index;
  Anchor& anchor = anchors_[index];
  anchor.scalar = true;
  anchor.text = scalar.text;
  anchor.tag = scalar.tag;
  anchor.plain = scalar.plain;
  return index;
}

void Anchors::Close(int index) {
  if (index < 0) return;
  Anchor& anchor = anchors_[index];
  // Records no span for a scalar: its alias uses its text, and a scalar that is a merge key (`<<`) is not in the JSON.
  if (!anchor.scalar) builder_.EndSpan(anchor.span);
  anchor.values = budget_.all() - anchor.values;
  anchor.open = false;
}

const Anchor* Anchors::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &anchors_[found->second];
}

bool AliasBudget::FitsRatio() const {
  constexpr double kLow = 400'000;
  constexpr double kHigh = 4'000'000;
  const double all = static_cast<double>(all_);
  const double over = std::clamp((all - kLow) / (kHigh - kLow), 0.0, 1.0);
  return static_cast<double>(repeated_) / all <= 0.99 - 0.89 * over;
}

// Reads the first document of a YAML text into a Document, event by event. One object reads one text, which must
// outlive it. Not thread-safe.
class YamlDocumentReader {
 public:
  YamlDocumentReader(std::string_view text, std::uint32_t first_line)
      : events_(text, first_line), builder_(document_), has_slash_escapes_(text.find("\\/") != std::string_view::npos) {
    document_.json.reserve(text.size());
  }

  std::variant<Document, Problem> Read();

 private:
  // An object or list whose members are being read.
  struct Level {
    bool object;
    bool flow;   // written in braces or brackets
    int anchor;  // number of its anchor in Anchors; -1: it has none
    bool key_next = true;
    bool merging = false;  // the value of `<<` is next
    // How members of the value of `<<` are written into the surrounding object: kInPlace writes each of them directly,
    // kCopied copies all of them when the value is complete. kNone: the level is not the value of `<<`.
    enum class Merge { kNone, kInPlace, kCopied } merge = Merge::kNone;
  };

  static constexpr const char* kNoMerge = "<< requires an object or a list of objects";
  static std::string_view Text(const yaml_char_t* text);

  bool Next();
  bool Fail(std::string message) { return Fail(events_.At(), std::move(message)); }
  bool Fail(Position at, std::string message);
  bool ReadStart(bool* empty);
  bool ReadEvent();

  bool IsKey() const { return !levels_.empty() && levels_.back().object && levels_.back().key_next; }
  bool Count();
  bool SpendOnRepetition(std::size_t bytes);
  bool TakeMerging();
  bool EndValue();
  bool OnStart(bool object, bool flow, const yaml_char_t* anchor);
  void BeginLevel(const Level& level);
  bool OnEnd();
  bool EndLevel(const Level& level);

  // CheckScalar and the functions after it read scalars and aliases.
  bool CheckScalar(const ScalarText& scalar);
  bool OnScalar();
  bool OnScalar(const ScalarText& scalar);
  bool OnMerge();
  bool OnKey(const ScalarText& scalar);
  void NoteImplicitScalar(const ScalarText& text, const Scalar& scalar, std::string_view json, bool key);
  bool OnValue(const ScalarText& scalar);
  bool OnAlias();
  bool OnScalarAlias(const Anchor& anchor);
  bool OnMergedAlias(const Anchor& anchor);

  YamlEvents events_;
  Document document_;
  Builder builder_;
  const bool has_slash_escapes_;
  AliasBudget budget_;
  std::size_t repeated_ = 0;  // bytes written by aliases
  std::vector<Level> levels_;
  Anchors anchors_{builder_, budget_};
  std::optional<Problem> problem_;
};

std::string_view YamlDocumentReader::Text(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

bool YamlDocumentReader::Fail(Position at, std::string message) {
  if (!problem_) problem_ = Problem{at, std::move(message)};
  return false;
}

bool YamlDocumentReader::Next() {
  if (events_.Next()) return true;
  problem_ = events_.problem();
  return false;
}

bool YamlDocumentReader::Count() {
  return budget_.Add() || Fail("too much of the document comes from aliases; write them out");
}

// Must be called before an alias or a merge repeats `bytes` bytes of JSON. Returns false, and sets problem_, if this
// exceeds kMaxRepeatedBytes.
bool YamlDocumentReader::SpendOnRepetition(std::size_t bytes) {
  repeated_ += bytes;
  if (repeated_ <= kMaxRepeatedBytes) return true;
  problem_ = TooMuchRepeated(events_.At());
  return false;
}

// Returns whether the value that begins now is the value of `<<`, and resets Level::merging.
bool YamlDocumentReader::TakeMerging() { return !levels_.empty() && std::exchange(levels_.back().merging, false); }

// Must be called after a value is complete: in an object, a key is expected next. Always returns true.
bool YamlDocumentReader::EndValue() {
  if (!levels_.empty()) levels_.back().key_next = true;
  return true;
}

bool YamlDocumentReader::OnStart(bool object, bool flow, const yaml_char_t* name) {
  if (IsKey()) return Fail("an object or a list cannot be a key");
  if (levels_.size() == kMaxDepth) return Fail("exceeded max depth of 10000");
  const bool merging = TakeMerging();
  // No alias can refer to an object without an anchor, so its members can be written in place.
  const bool in_place = object && Text(name).empty();
  const auto merge = !merging ? Level::Merge::kNone : in_place ? Level::Merge::kInPlace : Level::Merge::kCopied;
  if (merge == Level::Merge::kCopied) builder_.BeginMergedValue(events_.At());
  const int anchor = anchors_.Open(Text(name));
  if ((!merging || object) && !Count()) return false;
  levels_.push_back({.object = object, .flow = flow, .anchor = anchor, .merge = merge});
  BeginLevel(levels_.back());
  return true;
}

void YamlDocumentReader::BeginLevel(const Level& level) {
  if (level.merge == Level::Merge::kInPlace) return builder_.BeginMerge();
  level.object ? builder_.BeginObject(events_.At()) : builder_.BeginArray(events_.At());
}

bool YamlDocumentReader::EndLevel(const Level& level) {
  if (level.merge == Level::Merge::kInPlace) {
    builder_.EndMerge();
    return true;
  }
  level.object ? builder_.EndObject() : builder_.EndArray();
  anchors_.Close(level.anchor);
  if (level.merge == Level::Merge::kNone) return true;
  if (!SpendOnRepetition(builder_.MergedBytes())) return false;
  return builder_.EndMergedValue() || Fail(kNoMerge);
}

bool YamlDocumentReader::OnEnd() {
  const Level level = levels_.back();
  levels_.pop_back();
  return EndLevel(level) && EndValue();
}

bool YamlDocumentReader::ReadEvent() {
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

// Reads the events before the first value. Sets `empty` if the text has no document. Returns false if it has a problem.
bool YamlDocumentReader::ReadStart(bool* empty) {
  if (!Next() || !Next()) return false;  // skips the first event, the start of the stream
  *empty = events_.type() == YAML_STREAM_END_EVENT;
  if (*empty) return true;
  const auto* version = events_.event().data.document_start.version_directive;
  if (version != nullptr && (version->major != 1 || version->minor != 1)) {
    return Fail("kubectl reads only YAML 1.1; remove the %YAML directive");
  }
  budget_.Add();  // Go counts the document as a value, too
  return Next();
}

std::variant<Document, Problem> YamlDocumentReader::Read() {
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
    if (document_.marks.size() > kMaxMarks) return TooManyMarks(events_.At());
    if (!Next()) return *std::move(problem_);
  }
  // The next event must end the document.
  if (!Next()) return *std::move(problem_);
  if (has_slash_escapes_ && events_.HasSlashEscapeAhead()) {
    return Problem{events_.At(), std::string(kNoSlashEscape)};
  }
  builder_.Finish();
  if (!Next())
    document_.ignored_at = problem_->at;
  else if (events_.type() != YAML_STREAM_END_EVENT)
    document_.ignored_at = events_.At();
  return std::move(document_);
}

bool IsMerge(const ScalarText& scalar) {
  return scalar.text == "<<" && (scalar.plain || scalar.tag == "tag:yaml.org,2002:merge");
}

// Maximum number of recorded implicitly typed scalars.
constexpr std::size_t kMaxImplicitScalars = 10'000;

bool IsText(const Scalar& scalar) {
  return std::holds_alternative<std::string_view>(scalar) || std::holds_alternative<std::string>(scalar);
}

void YamlDocumentReader::NoteImplicitScalar(const ScalarText& text, const Scalar& scalar, std::string_view json,
                                            bool key) {
  if (!text.tag.empty() || text.text.empty() || json == text.text || IsText(scalar)) return;
  if (document_.implicit_scalars.size() == kMaxImplicitScalars) return;
  document_.implicit_scalars.push_back({std::string(text.text), std::string(json), events_.At(), key});
}

bool YamlDocumentReader::OnKey(const ScalarText& scalar) {
  levels_.back().key_next = false;
  std::string& json = builder_.Key(events_.At());
  const auto resolved = Resolve(scalar);
  if (!resolved.ok()) return Fail(resolved.error().message());
  const std::size_t begin = json.size();
  const auto appended = AppendJsonKey(*resolved, json);
  if (!appended.ok()) return Fail(appended.error().message());
  NoteImplicitScalar(scalar, *resolved, std::string_view(json).substr(begin + 1, json.size() - begin - 2), true);
  builder_.EndKey();
  return true;
}

bool YamlDocumentReader::CheckScalar(const ScalarText& scalar) {
  const bool flow = !levels_.empty() && levels_.back().flow;
  const auto source = [&] { return has_slash_escapes_ ? events_.Source() : std::string_view(); };
  const auto error = ScannerError(events_.event().data.scalar.style, scalar.text, flow, source);
  return error.empty() || Fail(std::string(error));
}

bool YamlDocumentReader::OnScalar() {
  const auto& event = events_.event().data.scalar;
  const ScalarText scalar{
      {reinterpret_cast<const char*>(event.value), event.length}, Text(event.tag), event.plain_implicit != 0};
  if (!CheckScalar(scalar)) return false;
  const int anchor = anchors_.OpenScalar(Text(event.anchor), scalar);
  const bool done = IsKey() && IsMerge(scalar) ? OnMerge() : OnScalar(scalar);
  if (done) anchors_.Close(anchor);
  return done;
}

bool YamlDocumentReader::OnMerge() {
  levels_.back().key_next = false;
  levels_.back().merging = true;
  return true;
}

bool YamlDocumentReader::OnScalar(const ScalarText& scalar) {
  if (!Count()) return false;
  if (IsKey()) return OnKey(scalar);
  if (TakeMerging()) return Fail(kNoMerge);
  return OnValue(scalar) && EndValue();
}

bool YamlDocumentReader::OnValue(const ScalarText& scalar) {
  std::string& json = builder_.Value(events_.At());
  const auto resolved = Resolve(scalar);
  if (!resolved.ok()) return Fail(resolved.error().message());
  const std::size_t begin = json.size();
  const auto appended = AppendJson(*resolved, json);
  if (!appended.ok()) return Fail(appended.error().message());
  NoteImplicitScalar(scalar, *resolved, std::string_view(json).substr(begin), false);
  return true;
}

bool YamlDocumentReader::OnAlias() {
  const std::string name(Text(events_.event().data.alias.anchor));
  const Anchor* found = anchors_.Find(name);
  if (found == nullptr) {
    return Fail("no anchor &" + name + " exists before this alias");
  }
  const Anchor& anchor = *found;
  if (anchor.open) return Fail("the anchor &" + name + " contains itself");
  if (!Count()) return false;
  if (!budget_.AddRepeated(anchor.values)) {
    return Fail("too much of the document comes from aliases; write them out");
  }
  if (TakeMerging()) return OnMergedAlias(anchor);
  if (anchor.scalar) return OnScalarAlias(anchor);
  if (IsKey()) return Fail("an object or a list cannot be a key");
  if (!SpendOnRepetition(anchor.span.json.end - anchor.span.json.begin)) return false;
  builder_.Repeat(anchor.span);
  return EndValue();
}

bool YamlDocumentReader::OnMergedAlias(const Anchor& anchor) {
  if (anchor.scalar || document_.json[anchor.span.json.begin] != '{') {
    return Fail(kNoMerge);
  }
  if (!SpendOnRepetition(anchor.span.json.end - anchor.span.json.begin)) return false;
  builder_.Merge(anchor.span);
  return EndValue();
}

// Resolves the scalar's text again, because the alias can be a value or a key, and a key must be a string: `010` is 8
// as a value, and "8" as a key. Returns false on an error.
bool YamlDocumentReader::OnScalarAlias(const Anchor& anchor) {
  const ScalarText scalar = anchor.AsScalar();
  if (!SpendOnRepetition(scalar.text.size())) return false;
  if (IsKey()) return OnKey(scalar);
  return OnValue(scalar) && EndValue();
}

}  // namespace

std::optional<Problem> IgnoredText(const Document& document) {
  if (!document.ignored_at) return std::nullopt;
  return Problem{*document.ignored_at,
                 "kubectl ignores text after the end of a document; begin another document with ---"};
}

std::variant<Document, Problem> ReadYaml(std::string_view text, std::uint32_t first_line) {
  if (text.size() > kMaxDocumentBytes) return DocumentTooLarge({first_line + 1, 1});
  if (const auto mark = FindHarmfulMark(text)) {
    const std::string_view before = text.substr(0, *mark);
    const auto lines = std::count(before.begin(), before.end(), '\n');
    return Problem{{first_line + static_cast<std::uint32_t>(lines) + 1, 1},
                   "a byte order mark in this line makes kubectl lose characters; remove it"};
  }
  return YamlDocumentReader(text, first_line).Read();
}

}  // namespace structural::document
