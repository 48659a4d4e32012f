// What the process prints, without its secrets (kube/config/secrets.h): an API server may repeat
// the token that it was sent in anything that is shown of its answers.
#pragma once

#include <cstdio>
#include <string_view>

namespace structural::cli {

// From now on each text that is inserted into std::cout or std::cerr is printed without secrets.
// Call it once, before the first thread starts.
void HideSecretsInStreams();

// Writes the text to the file without secrets. False: not all of it; errno says why.
bool Print(std::string_view text, std::FILE* file = stdout);

}  // namespace structural::cli
