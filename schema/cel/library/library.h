// The functions of cel-go's extensions and of Kubernetes' libraries, with their costs.
//
// Upstream: cel-go ext (v0.29.2), apiserver/pkg/cel/library (v0.37.2).
#pragma once

#include "schema/cel/eval/function.h"

namespace structural::cel::library {

// Static tables, one per library.
extern const eval::Library kStrings;
extern const eval::Library kLists;  // cel-go's library of lists
extern const eval::Library kSets;
extern const eval::Library kKubernetesLists;
extern const eval::Library kRegex;
extern const eval::Library kQuantities;
extern const eval::Library kSemvers;
extern const eval::Library kUrls;
extern const eval::Library kAddresses;  // IP addresses and CIDRs
extern const eval::Library kFormats;

// Returns all functions for expressions, including the standard library. Static.
const eval::FunctionTable& Functions();

}  // namespace structural::cel::library
