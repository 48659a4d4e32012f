#include "cli/findings/unsupported.h"

#include "schema/model/new_structural.h"
#include "schema/rules/catalog.h"
#include "schema/validate/walk.h"

namespace structural::findings {
namespace {

using kubernetes::FieldPath;
using model::JSONSchemaProps;

void NoteKeyword(const std::optional<model::NotRepresentable>& reason, const FieldPath& path,
          std::vector<UnsupportedKeyword>& found) {
  if (!reason) return;
  found.push_back({rules::FindUnsupported(reason->keyword)->id,
                   path.Child(reason->keyword).String(), reason->text});
}

}  // namespace

std::vector<UnsupportedKeyword> FindUnsupported(const JSONSchemaProps& schema,
                                                const FieldPath& path) {
  std::vector<UnsupportedKeyword> found;
  const auto note = [&](const JSONSchemaProps& each, const FieldPath& at) {
    NoteKeyword(model::UnsupportedKeyword(each), at, found);
    NoteKeyword(model::PreserveUnknownFieldsFalse(each), at, found);
    NoteKeyword(model::ItemsArray(each), at, found);
    return false;
  };
  validate::Any(schema, path, validate::Reach::kStructural, note);
  return found;
}

}  // namespace structural::findings
