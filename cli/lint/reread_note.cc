#include "cli/lint/reread_note.h"

#include "schema/base/quote.h"

namespace structural::lint {

std::string RereadNote(const document::Document& document, document::Position at) {
  const document::Reread* reread = document.RereadAt(at);
  if (reread == nullptr) return {};
  return "; without quotes " + (reread->key ? "the key " + reread->written : reread->written) +
         " is read as " + (reread->key ? base::Quote(reread->json) : reread->json);
}

}  // namespace structural::lint
