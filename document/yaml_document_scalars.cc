#include "document/scanner_input.h"
#include "document/yaml_document_reader.h"

namespace structural::document {
namespace {

bool IsMerge(const ScalarText& scalar) {
  return scalar.text == "<<" && (scalar.plain || scalar.tag == "tag:yaml.org,2002:merge");
}

// Maximum number of recorded implicitly typed scalars; far more than a report shows.
constexpr std::size_t kMaxImplicitScalars = 10'000;

bool IsText(const Scalar& scalar) {
  return std::holds_alternative<std::string_view>(scalar) || std::holds_alternative<std::string>(scalar);
}

}  // namespace

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

// Resolves the scalar's text again, because it may be a number as a value, and must be a string as
// a key.
bool YamlDocumentReader::OnScalarAlias(const Anchor& anchor) {
  const ScalarText scalar = anchor.AsScalar();
  if (!SpendOnRepetition(scalar.text.size())) return false;
  if (IsKey()) return OnKey(scalar);
  return OnValue(scalar) && EndValue();
}

}  // namespace structural::document
