#include "document/edit.h"

#include <algorithm>
#include <utility>

#include "document/edit/patch.h"
#include "document/edit/rewrite.h"
#include "document/reader.h"

namespace structural::document {
namespace {

using base::ErrorCode;
using base::Result;

std::string Numbered(std::size_t index) { return "document " + std::to_string(index + 1); }

base::Error Unreadable(const Problem& problem) {
  return {ErrorCode::kInvalidInput, std::to_string(problem.at.line) + ":" +
                                        std::to_string(problem.at.column) + ": " + problem.message};
}

std::string_view NameOf(Edit::Kind kind) {
  switch (kind) {
    case Edit::Kind::kAdd: return "add";
    case Edit::Kind::kReplace: return "replace";
    case Edit::Kind::kRemove: break;
  }
  return "remove";
}

// A document of the text, and what shall become of it.
struct Task {
  std::size_t index;
  std::string_view text;
  bool json;
  Value* value;
};

class Editor {
 public:
  explicit Editor(std::string_view text) : text_(text) {}

  Result<std::string> Apply(std::span<const DocumentEdits> edits);

 private:
  base::Status FindDocuments(std::span<const DocumentEdits> edits);
  base::Status PatchDocument(std::span<const Edit> edits, Value& value);
  Result<std::string> Rewrite(bool literals);
  Result<std::string> RewriteOne(const Task& task, bool literals);
  bool IsAsDemanded(std::string_view text) const;

  const std::string_view text_;
  Values values_;
  std::vector<Task> tasks_;  // of the documents that change
  std::size_t documents_ = 0;
};

base::Status Editor::PatchDocument(std::span<const Edit> edits, Value& value) {
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const auto patched = Patch(edits[i], values_, value);
    if (patched.ok()) continue;
    return patched.error().In("edit " + std::to_string(i + 1) + " (" +
                              std::string(NameOf(edits[i].kind)) + " " + edits[i].path + ")");
  }
  return base::Ok();
}

base::Status Editor::FindDocuments(std::span<const DocumentEdits> edits) {
  Reader reader(text_);
  if (reader.text().data() != text_.data()) {
    return {ErrorCode::kInvalidInput, "the text is in UTF-16: convert it to UTF-8 first"};
  }
  auto next = edits.begin();
  for (; auto read = reader.Next(); ++documents_) {
    if (next == edits.end() || next->index != documents_) continue;
    if (const auto* problem = std::get_if<Problem>(&*read)) {
      return Unreadable(*problem).In(Numbered(documents_));
    }
    const auto value = values_.Parse(std::get<Document>(*read).json, false);
    if (!value.ok()) return value.error().In(Numbered(documents_));
    const auto patched = PatchDocument(next->edits, **value);
    if (!patched.ok()) return patched.error().In(Numbered(documents_));
    if ((*value)->changed) tasks_.push_back({documents_, reader.source(), reader.json(), *value});
    ++next;
  }
  if (next == edits.end()) return base::Ok();
  return {ErrorCode::kNotFound,
          "there is no " + Numbered(next->index) + ": the text has " + std::to_string(documents_)};
}

Result<std::string> Editor::RewriteOne(const Task& task, bool literals) {
  const auto source = ReadSource(task.text, task.json);
  if (!source.ok()) return source.error();
  Style style = StyleOf(*source);
  style.literals = literals;
  Splices splices(task.text);
  Rewriter(*source, style, splices).Document(*task.value);
  auto text = splices.Apply();
  if (text) return *std::move(text);
  return {ErrorCode::kInternal, "two edits meet in one place of the text"};
}

Result<std::string> Editor::Rewrite(bool literals) {
  std::string text;
  std::size_t at = 0;
  for (const Task& task : tasks_) {
    auto now = RewriteOne(task, literals);
    if (!now.ok()) return now.error().In(Numbered(task.index));
    const auto begin = static_cast<std::size_t>(task.text.data() - text_.data());
    text.append(text_, at, begin - at).append(*now);
    at = begin + task.text.size();
  }
  text.append(text_.substr(at));
  if (IsAsDemanded(text)) return text;
  return {ErrorCode::kInternal, "the edited text would not read as demanded: edit it by hand"};
}

bool Editor::IsAsDemanded(std::string_view text) const {
  Reader reader(text);
  auto task = tasks_.begin();
  std::size_t index = 0;
  for (; auto read = reader.Next(); ++index) {
    if (task == tasks_.end() || task->index != index) continue;
    const auto* now = std::get_if<Document>(&*read);
    Values values;
    const auto value = now == nullptr ? Result<Value*>(nullptr) : values.Parse(now->json, false);
    if (now == nullptr || !value.ok() || !Equal(**value, *task->value)) return false;
    ++task;
  }
  return task == tasks_.end() && index == documents_;
}

Result<std::string> Editor::Apply(std::span<const DocumentEdits> edits) {
  const auto found = FindDocuments(edits);
  if (!found.ok()) return found.error();
  auto text = Rewrite(true);
  // What is below a block scalar can become a part of it.
  return text.ok() ? std::move(text) : Rewrite(false);
}

}  // namespace

Result<std::string> ApplyEdits(std::string_view text, std::span<const DocumentEdits> edits) {
  return Editor(text).Apply(edits);
}

Result<std::string> ApplyEdits(std::string_view text, std::size_t index,
                               std::span<const Edit> edits) {
  const DocumentEdits one{index, {edits.begin(), edits.end()}};
  return ApplyEdits(text, std::span(&one, 1));
}

}  // namespace structural::document
