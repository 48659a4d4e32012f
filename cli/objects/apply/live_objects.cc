#include "cli/objects/apply/live_objects.h"

#include <utility>

#include "cli/shared/output.h"

namespace structural::cli {
namespace {

std::vector<std::string> KeyOf(const json::Value& object) {
  const ObjectIdentity of = IdentityOf(object);
  return {std::string(of.group), std::string(of.kind), std::string(of.namespace_name), std::string(of.name)};
}

}  // namespace

int LiveObjects::Add(const FileDocument& document) {
  const ObjectIdentity identity = IdentityOf(document.value);
  if (identity.kind.empty() || identity.name.empty()) {
    ReportError(document, "not a live object: apiVersion, kind or metadata.name is missing");
    return kExitUsage;
  }
  if (last_ == nullptr || std::exchange(last_file_, document.file) != document.file ||
      last_->begin != document.whole_document.begin)
    last_ = std::make_shared<const document::Document>(document.whole_document);
  const auto begin = static_cast<std::size_t>(document.json.data() - document.whole_document.json.data());
  LiveObject live{document.file, last_, begin, std::string(document.json)};
  if (objects_.emplace(KeyOf(document.value), std::move(live)).second) return kExitOk;
  ReportError(document, "the object occurs twice in the live objects");
  return kExitUsage;
}

bool LiveObjects::Read(const std::vector<std::string>& paths) {
  const auto add = [this](const FileDocument& document, base::Arena&) { return Add(document); };
  bool fine = true;
  for (const std::string& path : paths) {
    const std::size_t before = objects_.size();
    const bool read = VisitDocuments({path}, add, {}, SearchedKind::kObjects) == kExitOk;
    if (read && objects_.size() == before) PrintError("structural apply: --live " + path + ": no object found");
    fine = fine && read && objects_.size() > before;
    last_.reset();
  }
  return fine;
}

const LiveObject* LiveObjects::Find(const json::Value& object) const {
  const auto found = objects_.find(KeyOf(object));
  return found == objects_.end() ? nullptr : &found->second;
}

}  // namespace structural::cli
