#include "cli/shared/implicit_scalar_note.h"

#include "schema/base/quote.h"

namespace structural::lint {

std::string ImplicitScalarNote(const document::Document& document, document::Position at) {
  const document::ImplicitlyTypedScalar* scalar = document.ImplicitScalarAt(at);
  if (scalar == nullptr) return {};
  return "; without quotes " + (scalar->key ? "the key " + scalar->written : scalar->written) +
         " is read as " + (scalar->key ? base::Quote(scalar->json) : scalar->json);
}

}  // namespace structural::lint
