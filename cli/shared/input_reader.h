// InputReader: reads the documents of a file, and skips templates and texts that are not YAML.
//
//   InputReader reader(text, input.in_folder);
//   while (auto next = reader.Next()) …
//   skipped.Add(input.path, reader.skipped());
//
// Folders of a repository also contain templates of charts, and snippets of documentation. In folders,
// documents that cannot be parsed are skipped, except in three cases:
// - The text has `kind: CustomResourceDefinition` outside of template actions, such as {{ .Values.x }}.
// - The text has no template actions, and has the apiVersion and kind of a custom resource.
// - The file has no template actions, and another of its documents is a CRD or a custom resource. kubectl fails for
// such a file.
//
// If the user has named the file, unreadable documents are not skipped.
//
// A document with a second `kind` or `apiVersion` is unreadable: it has two objects, of which kubectl ignores the first
// one.
//
// If a CRD is in a template, lines that only have template actions are removed; if the rest is YAML, it is read. Not
// thread-safe.
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

// The objects that a command needs: CRDs, or custom resources.
enum class SearchedKind { kCrds, kObjects };

// The reason why a file, or a document in it, was skipped. kForeign: it is neither YAML nor JSON. kRepeatedKey: it has
// a second `kind` or `apiVersion`. kTemplate: it has template actions.
enum class SkipReason { kNothing, kForeign, kRepeatedKey, kTemplate };

class InputReader {
 public:
  // `text` must outlive the reader.
  InputReader(std::string_view text, bool in_folder, SearchedKind what = SearchedKind::kCrds)
      : reader_(text), in_folder_(in_folder), what_(what) {}

  // Returns the next document, or the problem of an unreadable document that is not skipped; nullopt at the end.
  std::optional<std::variant<document::Document, document::Problem>> Next();

  // Returns the text in UTF-8, to which positions refer.
  std::string_view text() const { return reader_.text(); }

  // index() is the index in the file of the document that Next returned last. from_template() returns whether template
  // actions were removed from this document.
  std::size_t index() const { return documents_read_ - 1; }
  bool from_template() const { return from_template_; }

  // Returns the reason why documents were skipped; kNothing if none was. Valid after the last document.
  SkipReason skipped() const;

 private:
  // The reason to skip an unreadable document, and properties of its text.
  struct Unreadable {
    SkipReason why;
    bool has_template_actions;
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
  std::size_t documents_read_ = 0;  // number of documents, including skipped ones
  bool from_template_ = false;
  bool any_document_read_ = false;
  bool has_only_actions_ = false;                    // a document of the file has only template actions
  std::optional<Unreadable> result_for_whole_text_;  // result for the whole text, set at its first use
  std::optional<bool> is_beside_searched_kind_;      // result of IsBesideSearchedKind, set at its first use
  std::size_t counted_bytes_ = 0;  // number of bytes at the start of the text whose lines are counted in `lines_`
  std::uint32_t lines_ = 0;
};

// Returns the folder of the Helm chart that contains the file as a template: the folder above `templates` has a
// Chart.yaml. Empty if the file is not a template of a chart.
std::string ChartOf(const std::string& file);

// SkippedFiles: counts the files of a run that were skipped, or in which documents were skipped. Not thread-safe.
class SkippedFiles {
 public:
  // Counts the file, unless `why` is kNothing. `chart` is Input::chart of the file; if it is empty, ChartOf(file) is
  // used.
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

  std::size_t templates_ = 0;  // number of skipped templates, including those in charts
  std::size_t in_charts_ = 0;
  Group foreign_, repeated_keys_;
  std::set<std::string> charts_;
};

}  // namespace structural::cli
