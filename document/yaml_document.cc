#include <algorithm>
#include <utility>

#include "document/document.h"
#include "document/reader.h"
#include "document/scanner_input.h"
#include "document/yaml_document_reader.h"

namespace structural::document {

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

// Must be called before an alias or a merge repeats `bytes` bytes of JSON. Returns false, with a
// problem, above the limit.
bool YamlDocumentReader::SpendOnRepetition(std::size_t bytes) {
  repeated_ += bytes;
  if (repeated_ <= kMaxRepeatedBytes) return true;
  problem_ = TooMuchRepeated(events_.At());
  return false;
}

// Returns whether the value that begins here is the value of `<<`.
bool YamlDocumentReader::TakeMerging() { return !levels_.empty() && std::exchange(levels_.back().merging, false); }

// Is called after a value is complete.
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

// Reads the events before the first value.
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
  if (has_slash_escapes_ && events_.SlashAhead()) {
    return Problem{events_.At(), std::string(kNoSlashEscape)};
  }
  builder_.Finish();
  if (!Next())
    document_.ignored_at = problem_->at;
  else if (events_.type() != YAML_STREAM_END_EVENT)
    document_.ignored_at = events_.At();
  return std::move(document_);
}

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
