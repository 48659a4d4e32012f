#include "document/limits.h"

#include <string>

namespace structural::document {

Problem DocumentTooLarge(Position begin) {
  return {begin, "the document is larger than " + std::to_string(kMaxDocumentBytes >> 20) +
                     " MiB; split it"};
}

Problem TooMuchRepeated(Position at) {
  return {at, "aliases and merges repeat more than " + std::to_string(kMaxRepeatedBytes >> 20) +
                  " MiB of the document; write them out, or split the document"};
}

}  // namespace structural::document
