// What a command says beside its output.
#pragma once

#include <string_view>

namespace structural::cli {

// A line on standard error. Names of files, texts of documents and answers of servers may be in it:
// whatever they hold, it stays one line, and a terminal obeys nothing in it.
void PrintError(std::string_view line);

// From now on nothing that is not printable, but line breaks and tabs, reaches standard error by
// std::cerr, as the parser's words about arguments. For main.
void GuardStandardError();

}  // namespace structural::cli
