#include "document/edit.h"

#include <functional>
#include <utility>
#include <variant>

#include "document/document.h"
#include "document/edit/patch.h"
#include "document/edit/rewrite.h"
#include "document/edit/value.h"
#include "document/reader.h"

namespace structural::document {
namespace {

// ExpectedDocuments: the values that the documents of the edited text must have.
class ExpectedDocuments {
 public:
  // Adds the next document of the old text. `edited` is the value that it must have after the edits; null if it must
  // keep its value.
  void Add(const std::variant<Document, Problem>& read, const Value* edited);

  std::size_t documents() const { return expected_.size(); }

  // Returns whether the documents of the text have the required values. Ignores null documents, which kubectl skips,
  // unless an edit made them null. An edit easily adds such a document: text after a JSON value that is only comments
  // is a null document.
  bool IsMetBy(std::string_view text) const;

 private:
  struct Expected {
    bool null;           // the document is null and not edited
    const Value* value;  // required value; null if the document is not edited
    std::size_t print;   // hash of a document that is not edited
  };

  static bool IsMet(const Expected& expected, const std::variant<Document, Problem>& read);
  std::size_t SkipNulls(std::size_t at) const;

  std::vector<Expected> expected_;
};

using Read = std::variant<Document, Problem>;

bool IsNull(const Read& read) {
  const auto* document = std::get_if<Document>(&read);
  return document != nullptr && document->json == "null";
}

// Returns a hash of the document's JSON, which is never 0; 0 if the document cannot be read.
std::size_t HashOf(const Read& read) {
  const auto* document = std::get_if<Document>(&read);
  return document == nullptr ? 0 : std::hash<std::string>()(document->json) | 1;
}

bool Reads(const Read& read, const Value& value) {
  const auto* now = std::get_if<Document>(&read);
  if (now == nullptr) return false;
  Values values;
  const auto parsed = values.Parse(now->json, false);
  return parsed.ok() && Equal(**parsed, value);
}

void ExpectedDocuments::Add(const Read& read, const Value* edited) {
  const bool unedited_null = edited == nullptr && IsNull(read);
  expected_.push_back({unedited_null, edited, edited == nullptr ? HashOf(read) : 0});
}

std::size_t ExpectedDocuments::SkipNulls(std::size_t at) const {
  while (at < expected_.size() && expected_[at].null) ++at;
  return at;
}

bool ExpectedDocuments::IsMet(const Expected& expected, const Read& read) {
  return expected.value != nullptr ? Reads(read, *expected.value) : HashOf(read) == expected.print;
}

bool ExpectedDocuments::IsMetBy(std::string_view text) const {
  Reader reader(text);
  std::size_t at = SkipNulls(0);
  while (const auto read = reader.Next()) {
    const bool null = IsNull(*read);
    if (at == expected_.size() && !null) return false;
    if (at < expected_.size() && IsMet(expected_[at], *read)) {
      at = SkipNulls(at + 1);
    } else if (!null) {
      return false;
    }
  }
  return at == expected_.size();
}

using base::ErrorCode;
using base::Result;

std::string Numbered(std::size_t index) { return "document " + std::to_string(index + 1); }

base::Error Unreadable(const Problem& problem) {
  return {ErrorCode::kInvalidInput,
          std::to_string(problem.at.line) + ":" + std::to_string(problem.at.column) + ": " + problem.message};
}

struct WriteOptions {
  bool use_block_scalars;  // write strings of several lines as block scalars
  bool keep_moved_text;    // moved values keep their text
};

// A document of the text with its edited value.
struct Task {
  std::size_t index;
  std::string_view text;
  bool json;
  Value* value;
};

class Editor {
 public:
  explicit Editor(std::string_view text) : text_(text) {}

  Result<std::vector<Replacement>> Find(std::span<const DocumentEdits> edits);
  std::string Applied(std::span<const Replacement> replacements) const;

 private:
  base::Status FindDocuments(std::span<const DocumentEdits> edits);
  Result<Value*> ReadAndPatch(const Read& read, std::span<const Edit> edits);
  Result<std::vector<Replacement>> Rewrite(WriteOptions options);
  base::Status RewriteOne(const Task& task, WriteOptions options, std::vector<Replacement>& to) const;

  const std::string_view text_;
  Values values_;
  std::vector<Task> tasks_;  // the documents that change
  ExpectedDocuments expected_;
};

Result<Value*> Editor::ReadAndPatch(const Read& read, std::span<const Edit> edits) {
  if (const auto* problem = std::get_if<Problem>(&read)) return Unreadable(*problem);
  auto value = values_.Parse(std::get<Document>(read).json, false);
  if (!value.ok()) return value;
  for (std::size_t i = 0; i < edits.size();) {
    const std::size_t end = i + CountAddsToOneParent(edits.subspan(i));
    i += PatchInOrder(edits.subspan(i, end - i), values_, **value);
    for (; i < end; ++i) {
      const auto patched = Patch(edits[i], values_, **value);
      if (patched.ok()) continue;
      return patched.error().In("edit " + std::to_string(i + 1) + " (" + std::string(NameOf(edits[i].kind)) + " " +
                                edits[i].path + ")");
    }
  }
  return value;
}

base::Status Editor::FindDocuments(std::span<const DocumentEdits> edits) {
  Reader reader(text_);
  if (reader.text().data() != text_.data()) {
    return {ErrorCode::kInvalidInput, "the text is in UTF-16 or UTF-32; convert it to UTF-8 first"};
  }
  auto next = edits.begin();
  while (const auto read = reader.Next()) {
    const std::size_t index = expected_.documents();
    const bool edited = next != edits.end() && next->index == index;
    auto value = edited ? ReadAndPatch(*read, (next++)->edits) : Result<Value*>(nullptr);
    if (!value.ok()) return value.error().In(Numbered(index));
    if (*value != nullptr && !(*value)->changed) *value = nullptr;
    expected_.Add(*read, *value);
    if (*value != nullptr) tasks_.push_back({index, reader.source(), reader.json(), *value});
  }
  if (next == edits.end()) return base::Ok();
  return {ErrorCode::kNotFound,
          "no " + Numbered(next->index) + ": the text has " + std::to_string(expected_.documents())};
}

// Combines replacements at the same place into one.
void Append(Replacement replacement, std::vector<Replacement>& to) {
  if (to.empty() || to.back().end != replacement.begin || to.back().begin != to.back().end) {
    return to.push_back(std::move(replacement));
  }
  Replacement& last = to.back();
  last.end = replacement.end;
  last.with += replacement.with;
  last.paths.push_back(std::move(replacement.paths[0]));
}

base::Status Editor::RewriteOne(const Task& task, WriteOptions options, std::vector<Replacement>& to) const {
  const auto source = ReadSource(task.text, task.json);
  if (!source.ok()) return source.error();
  Style style = StyleOf(*source);
  style.use_block_scalars = options.use_block_scalars;
  style.keep_moved_text = options.keep_moved_text;
  Splices splices;
  Rewriter(*source, style, *task.value, splices).Rewrite();
  auto taken = splices.Take();
  if (!taken) return {ErrorCode::kInternal, "two edits change the same place of the text"};
  const auto begin = static_cast<std::size_t>(task.text.data() - text_.data());
  for (Splices::Splice& splice : *taken) {
    const bool none = source->nodes.empty();
    Append({begin + splice.begin,
            begin + splice.end,
            std::move(splice.with),
            task.index,
            {none ? std::string() : source->PointerOf(splice.node)}},
           to);
  }
  return base::Ok();
}

std::string Editor::Applied(std::span<const Replacement> replacements) const {
  std::string text;
  std::size_t at = 0;
  for (const Replacement& replacement : replacements) {
    text.append(text_, at, replacement.begin - at).append(replacement.with);
    at = replacement.end;
  }
  return text.append(text_.substr(at));
}

Result<std::vector<Replacement>> Editor::Rewrite(WriteOptions options) {
  std::vector<Replacement> replacements;
  for (const Task& task : tasks_) {
    const auto done = RewriteOne(task, options, replacements);
    if (!done.ok()) return done.error().In(Numbered(task.index));
  }
  if (expected_.IsMetBy(Applied(replacements))) return replacements;
  return {ErrorCode::kInternal, "the edited text would have another value than intended; edit it by hand"};
}

Result<std::vector<Replacement>> Editor::Find(std::span<const DocumentEdits> edits) {
  const auto found = FindDocuments(edits);
  if (!found.ok()) return found.error();
  auto all = Rewrite({.use_block_scalars = true, .keep_moved_text = true});
  // If the new text does not have the intended value, writes it again without moved text, and then also without block
  // scalars. Both can cause that: moved text can have another meaning at its new position, and lines below a block
  // scalar can be read as a part of it.
  if (!all.ok()) all = Rewrite({.use_block_scalars = true, .keep_moved_text = false});
  return all.ok() ? std::move(all) : Rewrite({.use_block_scalars = false, .keep_moved_text = false});
}

}  // namespace

Result<std::vector<Replacement>> FindReplacements(std::string_view text, std::span<const DocumentEdits> edits) {
  return Editor(text).Find(edits);
}

Result<std::string> ApplyEdits(std::string_view text, std::span<const DocumentEdits> edits) {
  Editor editor(text);
  const auto replacements = editor.Find(edits);
  if (!replacements.ok()) return replacements.error();
  return editor.Applied(*replacements);
}

Result<std::string> ApplyEdits(std::string_view text, std::size_t index, std::span<const Edit> edits) {
  const DocumentEdits one{index, {edits.begin(), edits.end()}};
  return ApplyEdits(text, std::span(&one, 1));
}

}  // namespace structural::document
