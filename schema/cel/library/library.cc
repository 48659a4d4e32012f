#include "schema/cel/library/library.h"

namespace structural::cel::library {

const eval::FunctionTable& Functions() {
  static const eval::FunctionTable functions({&eval::kStandardLibrary, &kStrings, &kLists, &kSets, &kKubernetesLists,
                                              &kRegex, &kQuantities, &kSemvers, &kUrls, &kAddresses, &kFormats});
  return functions;
}

}  // namespace structural::cel::library
