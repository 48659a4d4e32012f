// YamlDocumentReader: reads the first document of a YAML text into a Document, event by event.
//
// Used by ReadYaml. One object reads one text, which it borrows. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "document/anchors.h"
#include "document/builder.h"
#include "document/document.h"
#include "document/scalar.h"
#include "document/yaml_events.h"

namespace structural::document {

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
    // For the value of `<<`: kInPlace writes each member directly into the surrounding object,
    // kCopied copies all members when the value is complete.
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

  // Defined in yaml_document_scalars.cc:
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

}  // namespace structural::document
