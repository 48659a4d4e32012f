// SourceBuilder: writes a Source while a text is read, in YAML or JSON.
//
// Nodes must be added in the order of the text, well nested, a mapping's keys and values in turn.
// One builder makes one Source, which must outlive it. Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "document/edit/source.h"

namespace structural::document {

class SourceBuilder {
 public:
  explicit SourceBuilder(Source& to) : out_(to) {}

  // Returns whether the next node is a key.
  bool IsKey() const;
  bool open() const { return !levels_.empty(); }

  SourceId Add(SourceNode node);
  // Sets the text of the key that was added last.
  void SetKey(std::string key, bool merge);
  // Ends the innermost collection; `end` is only used for a collection in brackets.
  void Close(std::size_t end);

  // Returns false if a part was not found at the expected offset.
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
  void FindHeader(std::size_t part, SourceEntry& entry);
  void FindDash(std::size_t part, SourceEntry& entry);

  Source& out_;
  std::vector<Level> levels_;
  bool fine_ = true;
};

// Reads the Source of YAML. Precondition: ReadYaml accepts `source.text`.
bool ReadYamlSource(Source& source);

}  // namespace structural::document
