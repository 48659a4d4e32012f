#include "schema/fix/changes.h"

namespace structural::fix {

void Changes::Note(Edit edit) {
  json operation = {{"op", NameOf(edit.kind)}, {"path", edit.path}};
  if (!edit.value.empty()) operation["value"] = json::parse(edit.value);
  if (!edit.from.empty()) operation["from"] = edit.from;
  crd_.patch_inplace(json::array({std::move(operation)}));
  edits_.push_back(std::move(edit));
}

void Changes::Add(const std::string& path, json value, std::string after) {
  Note({Edit::Kind::kAdd, path, value.dump(), {}, std::move(after)});
}

void Changes::Replace(const std::string& path, json value) {
  Note({Edit::Kind::kReplace, path, value.dump()});
}

void Changes::Remove(const std::string& path) { Note({Edit::Kind::kRemove, path}); }

void Changes::Move(const std::string& from, const std::string& path) {
  Note({Edit::Kind::kMove, path, {}, from});
}

void Changes::Copy(const std::string& from, const std::string& path) {
  Note({Edit::Kind::kCopy, path, {}, from});
}

}  // namespace structural::fix
