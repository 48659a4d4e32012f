// ImplicitScalarNote: that a key or value is not what is written.
#pragma once

#include <string>

#include "document/document.h"

namespace structural::lint {

// "; without quotes on is read as true", of the key or value at this place. Empty: it is what is
// written.
std::string ImplicitScalarNote(const document::Document& document, document::Position at);

}  // namespace structural::lint
