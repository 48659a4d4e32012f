#include "cli/objects/apply/live_objects.h"

#include <utility>

#include "cli/shared/output.h"

namespace structural::cli {
namespace {

std::vector<std::string> KeyOf(const json::Value& object) {
  const ObjectIdentity of = IdentityOf(object);
  return {std::string(of.group), std::string(of.kind), std::string(of.space), std::string(of.name)};
}

}  // namespace

int LiveObjects::Add(const FileDocument& document) {
  if (std::exchange(last_source_, &document.text) != &document.text || last_ == nullptr ||
      last_->begin != document.text.begin || last_->json.size() != document.text.json.size())
    last_ = std::make_shared<const document::Document>(document.text);
  const auto begin = static_cast<std::size_t>(document.json.data() - document.text.json.data());
  LiveObject live{document.file, last_, begin, std::string(document.json)};
  if (objects_.emplace(KeyOf(document.value), std::move(live)).second) return kExitOk;
  ReportError(document, "the object occurs twice in the live objects");
  return kExitUsage;
}

bool LiveObjects::Read(const std::vector<std::string>& paths) {
  const auto add = [this](const FileDocument& document, base::Arena&) {
    return document.value.is_object() ? Add(document) : static_cast<int>(kExitOk);
  };
  const bool fine = paths.empty() || VisitDocuments(paths, add, {}, LookedFor::kObjects) == kExitOk;
  last_.reset();
  return fine;
}

const LiveObject* LiveObjects::Find(const json::Value& object) const {
  const auto found = objects_.find(KeyOf(object));
  return found == objects_.end() ? nullptr : &found->second;
}

}  // namespace structural::cli
