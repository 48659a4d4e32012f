// Rewriter: computes the replacements of text that give a document its edited value.
//
// Visits the edited Value and the Source of the text together, and skips unchanged parts. Refers to its arguments,
// which must outlive it. Not thread-safe.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "document/edit/match.h"
#include "document/edit/source.h"
#include "document/edit/style.h"
#include "document/edit/value.h"
#include "document/edit/write_value.h"

namespace structural::document {

class Rewriter {
 public:
  Rewriter(const Source& source, const Style& style, const Value& root, Splices& splices)
      : source_(source),
        text_(source.text),
        style_(style),
        root_(root),
        aliases_(source, root),
        writer_(style, source),
        splices_(splices) {}

  // Adds the replacements to `splices`.
  void Rewrite();

 private:
  // The place of a value in the text.
  struct Slot {
    ValueRole role;
    bool flow;                  // the value is within brackets
    std::size_t column;         // column, from 0, of the entry's key or dash; 0 within brackets
    std::size_t begin;          // offset of the entry, in bytes
    std::size_t indicator_end;  // offset after the entry's colon or dash, in bytes
    bool has_colon = true;
  };

  const SourceNode& Node(SourceId id) const { return source_.nodes[id]; }
  Slot SlotOf(const SourceNode& parent, const SourceEntry& entry) const;
  void Visit(SourceId id, const Value& value, const Slot& slot);
  void VisitNode(SourceId id, const Value& value, const Slot& slot);
  void VisitKept(const SourceNode& node, const Match& match);
  void FindMovedEntries(const Value& value);
  void Rename(const SourceEntry& entry, const std::string& key);

  bool AddsLines(const Value& value) const;
  void ReplaceValue(const SourceNode& node, const Value& value, const Slot& slot);
  void ReplaceInBlock(const SourceNode& node, const Value& value, const Slot& slot);
  void ReplaceDocument(const SourceNode& node, const WrittenValue& written);
  void ReplaceInline(const SourceNode& node, const WrittenValue& written, const Slot& slot);
  void ReplaceLines(const SourceNode& node, const WrittenValue& written, const Slot& slot);
  void ReplaceInFlow(const SourceNode& node, const Value& value, const Slot& slot);

  // Adds and removes entries of a collection in block style, whose entries are on lines of their own.
  void BlockEntries(const SourceNode& node, const Match& match, const Slot& slot);
  std::size_t EndOf(const SourceEntry& entry, std::size_t column) const { return EndOfEntry(text_, entry, column); }
  std::string_view LastBlockScalar(const SourceNode& node) const;
  std::size_t EndOfRemoved(const SourceNode& node, std::size_t i, std::size_t column) const;
  bool IsCompact(const SourceNode& node) const;
  void RemoveFirst(const SourceNode& node, std::size_t first);
  void InsertFirst(const SourceNode& node, const std::string& lines, std::size_t first, const Slot& slot);
  std::string LinesOf(const SourceNode& node, const Match::Added& added) const;
  void EndLastLine();
  void InsertLines(std::size_t at, std::size_t column, const std::string& lines);

  // FlowEntries and the three functions after it add and remove entries of a collection within brackets.
  void FlowEntries(const SourceNode& node, const Match& match);
  std::string TextAfterComma(const SourceNode& node) const;
  void RemoveFlow(const SourceNode& node, const Match& match);
  std::string FlowText(const SourceNode& node, const Match::Added& added, const std::string& gap) const;

  Quotes KeyQuotes(const SourceNode& node, std::ptrdiff_t neighbour) const;
  ScalarFormat FormatOf(const SourceNode& node) const;
  // Returns the indentation of the line on which the entry at this offset begins; nullopt if the entry is not the first
  // text of the line.
  std::optional<std::string> IndentationOfOwnLine(std::size_t entry) const;

  const Source& source_;
  const std::string_view text_;
  const Style& style_;
  const Value& root_;
  const Aliases aliases_;
  const ValueWriter writer_;
  std::set<const SourceEntry*> moved_entries_;  // entries whose text and comments move to another place
  Splices& splices_;
  bool last_line_ended_ = false;
};

}  // namespace structural::document
