// Rewriter: turns a document that was changed as a Value into changes of its text.
//
// Visits the Value and the Source together, and skips unchanged parts. Refers to its arguments,
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
        write_(style, source),
        splices_(splices) {}

  void Rewrite();

 private:
  // The place of a value in the text.
  struct Slot {
    Owner owner;
    bool flow;           // within brackets
    std::size_t column;  // column of the owner's key or dash; 0 within brackets
    std::size_t begin;   // offset of the entry
    std::size_t header;  // offset after the colon or dash
    bool colon = true;
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

  // Changes members and elements that are on lines of their own.
  void BlockEntries(const SourceNode& node, const Match& match, const Slot& slot);
  std::size_t EndOf(const SourceEntry& entry, std::size_t column) const { return EndOfEntry(text_, entry, column); }
  std::string_view LastBlockScalar(const SourceNode& node) const;
  std::size_t EndOfRemoved(const SourceNode& node, std::size_t i, std::size_t column) const;
  bool IsCompact(const SourceNode& node) const;
  void RemoveFirst(const SourceNode& node, std::size_t first);
  void InsertFirst(const SourceNode& node, const std::string& lines, std::size_t first, const Slot& slot);
  std::string Lines(const SourceNode& node, const Match::Added& added) const;
  void EndLastLine();
  void InsertLines(std::size_t at, std::size_t column, const std::string& lines);

  // Changes members and elements within brackets.
  void FlowEntries(const SourceNode& node, const Match& match);
  std::string Gap(const SourceNode& node) const;
  void RemoveFlow(const SourceNode& node, const Match& match);
  std::string FlowText(const SourceNode& node, const Match::Added& added, const std::string& gap) const;

  Quotes KeyQuotes(const SourceNode& node, std::ptrdiff_t neighbour) const;
  ScalarFormat OldOf(const SourceNode& node) const;
  // Returns the indentation of the line that begins with the entry; nullopt if other text precedes
  // it.
  std::optional<std::string> IndentationOfOwnLine(std::size_t entry) const;

  const Source& source_;
  const std::string_view text_;
  const Style& style_;
  const Value& root_;
  const Aliases aliases_;
  const ValueWriter write_;
  std::set<const SourceEntry*> moved_entries_;  // moved entries, whose comments move with them
  Splices& splices_;
  bool last_line_ended_ = false;
};

}  // namespace structural::document
