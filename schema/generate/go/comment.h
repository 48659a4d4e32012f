// Descriptions as comments in Go.
#pragma once

#include <string>
#include <string_view>

#include "schema/generate/lines.h"

namespace structural::generate::go {

struct Description {
  Lines lines;
  bool lost = false;  // it begins with what controller-gen takes for something else
};

// As few changes as can be: controller-gen reads lines that begin with a plus as markers, and drops
// those that begin with TODO or ---, so that these go to the end of the line before.
//
// Upstream: sigs.k8s.io/controller-tools pkg/markers extractDoc (v0.23.0).
Description DescriptionOf(std::string_view text);

// Whether gofmt leaves these lines as they are where they document a declaration: it has an opinion
// on lists, headings, code and quotes.
bool StaysAsItIs(const Lines& lines);

// Every line that is not empty further in by a tab.
std::string Indented(std::string_view text);

}  // namespace structural::generate::go
