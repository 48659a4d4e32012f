// What one document may be at most. More is a Problem that says where the document begins.
//
// An API server takes 3 MiB. Time and memory of reading are linear in the text and in what aliases
// and merges repeat: the JSON has at most kMostJsonPerByte bytes for each byte of both, and a Mark
// is made for at most each of them.
#pragma once

#include <cstddef>

#include "document/problem.h"

namespace structural::document {

inline constexpr std::size_t kMaxDepth = 10'000;                    // as Go
inline constexpr std::size_t kMaxDocumentBytes = 32 * 1024 * 1024;  // of text
inline constexpr std::size_t kMaxRepeatedBytes = 16 * 1024 * 1024;  // of JSON, by aliases
inline constexpr std::size_t kMostJsonPerByte = 7;                  // `n,` may be "false":null,

// Of a document that begins there.
Problem DocumentTooLarge(Position begin);
Problem TooMuchRepeated(Position at);

}  // namespace structural::document
