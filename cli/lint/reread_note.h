// RereadNote: that a key or value is not what is written.
#pragma once

#include <cstddef>
#include <string>

#include "document/document.h"

namespace structural::lint {

// "; without quotes on is read as true", of the key or value that begins at this offset of the
// document's JSON. Empty: it is what is written.
std::string RereadNote(const document::Document& document, std::size_t offset);

}  // namespace structural::lint
