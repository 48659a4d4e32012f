// CRDs generated for measurements, as JSON text.
#pragma once

#include <cstddef>
#include <string>

namespace structural::bench {

// Returns a CRD with fields of ordinary CRDs and long descriptions, in objects of twenty fields, of about `bytes`
// bytes. Structural.
std::string OfSize(std::size_t bytes);

// Returns a CRD with one object with `count` fields. Structural.
std::string Siblings(std::size_t count);

// Returns a CRD with `depth` nested objects. Structural.
std::string Nested(std::size_t depth);

// Returns a CRD with one object with `count` fields without a type, and so as many violations.
std::string Violating(std::size_t count);

}  // namespace structural::bench
