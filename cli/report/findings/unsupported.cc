#include "cli/report/findings/unsupported.h"

#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/validate/walk.h"

namespace structural::findings {
namespace {

using crd::JSONSchemaProps;
using kubernetes::FieldPath;

void NoteKeyword(const std::optional<crd::NotRepresentable>& reason, const FieldPath& path,
                 std::vector<UnsupportedKeyword>& found) {
  if (!reason) return;
  found.push_back({crd::FindUnsupported(reason->keyword)->id, path.Child(reason->keyword).String(), reason->text});
}

}  // namespace

std::vector<UnsupportedKeyword> FindUnsupported(const JSONSchemaProps& schema, const FieldPath& path) {
  std::vector<UnsupportedKeyword> found;
  const auto note = [&](const JSONSchemaProps& each, const FieldPath& at) {
    NoteKeyword(crd::UnsupportedKeyword(each), at, found);
    NoteKeyword(crd::PreserveUnknownFieldsFalse(each), at, found);
    NoteKeyword(crd::ItemsArray(each), at, found);
    return false;
  };
  validate::Any(schema, path, validate::Reach::kStructural, note);
  return found;
}

}  // namespace structural::findings
