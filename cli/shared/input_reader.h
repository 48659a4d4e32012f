// InputReader: reads the documents of a file, and skips templates and other foreign texts.
//
//   InputReader reader(text, input.in_folder);
//   while (auto next = reader.Next()) …
//   skipped.Add(input.path, reader.skipped());
//
// Folders of a repository also contain templates of charts, and snippets of documentation. In folders,
// documents that cannot be parsed are skipped, except in three cases:
// - The text outside of template actions has `kind: CustomResourceDefinition`.
// - The text has no actions, and has the apiVersion and kind of a custom resource.
// - The file has no actions, and another of its documents is a CRD or a custom resource. Then kubectl
//   fails for the file.
//
// A file that the user names is always read as a whole.
//
// A document with a second `kind` or `apiVersion` cannot be read: it is two objects, and kubectl loses the first one.
//
// A CRD in a template is read without the actions that are alone on their lines, if this leaves YAML. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "document/reader.h"

namespace structural::cli {

enum class SearchedKind { kCrds, kObjects };

// Reason why a file, or a part of it, was skipped. kForeign: it is neither YAML nor JSON. kRepeatedKey: a document has a
// second `kind` or `apiVersion`.
enum class SkipReason { kNothing, kForeign, kRepeatedKey, kTemplate };

class InputReader {
 public:
  // `text` must outlive the reader.
  InputReader(std::string_view text, bool in_folder, SearchedKind what = SearchedKind::kCrds)
      : reader_(text), in_folder_(in_folder), what_(what) {}

  // Returns the next document, as document::Reader does, but omits skipped documents.
  std::optional<std::variant<document::Document, document::Problem>> Next();

  // Returns the text in UTF-8, to which positions refer.
  std::string_view text() const { return reader_.text(); }

  // index() is the number of documents before the last returned document. from_template() returns whether this document
  // is a template from which the actions were removed.
  std::size_t index() const { return read_ - 1; }
  bool from_template() const { return from_template_; }

  // Returns the reason why documents were skipped. Valid after the last document.
  SkipReason skipped() const;

 private:
  // The reason to skip a document that cannot be read, and the properties of its text.
  struct Unreadable {
    SkipReason why;
    bool has_actions;
    bool only_actions;
  };

  Unreadable Classify();
  bool IsBesideSearchedKind();
  std::uint32_t LinesBefore(std::string_view source);
  std::optional<document::Document> ReadTemplate();

  document::Reader reader_;
  const bool in_folder_;
  const SearchedKind what_;
  SkipReason skipped_ = SkipReason::kNothing;
  std::size_t read_ = 0;  // number of documents, including skipped ones
  bool from_template_ = false;
  bool any_read_ = false;
  bool has_only_actions_ = false;                // a document of the file has only template actions
  std::optional<Unreadable> whole_;              // result for the whole text, set at its first use
  std::optional<bool> is_beside_searched_kind_;  // result of IsBesideSearchedKind, set at its first use
  std::size_t counted_ = 0;  // number of bytes at the start of the text whose lines are counted in `lines_`
  std::uint32_t lines_ = 0;
};

// Returns the folder of the chart whose template the file is; empty if the file is not a template of a chart. Searches
// for Chart.yaml in the folders above the file.
std::string ChartOf(const std::string& file);

// Counts the skipped files of a run. Not thread-safe.
class SkippedFiles {
 public:
  // `chart` is Input::chart of the file; if it is empty, ChartOf finds the chart.
  void Add(const std::string& file, SkipReason why, std::string chart = {});

  // Returns "102 templates in 3 charts were skipped; check the output of helm template"; empty if no file was skipped.
  std::string Sentence() const;
  // Prints Sentence() on standard error.
  void PrintSentence() const;
  // Returns {"templates": 102, "charts": 3, "files": 1}.
  std::string Json() const;

 private:
  // The files that were skipped for one reason.
  struct Group {
    std::size_t count = 0;
    std::string first = {};

    void Add(const std::string& file);
    std::string Text(const char* one, const char* many, const std::string& what) const;
  };

  std::size_t templates_ = 0;  // including templates in charts
  std::size_t in_charts_ = 0;
  Group foreign_, repeated_keys_;
  std::set<std::string> charts_;
};

}  // namespace structural::cli
