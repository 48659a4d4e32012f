// The functions of cel-go's extensions and of Kubernetes' libraries, with their costs.
//
// Upstream: cel-go ext (v0.29.2), apiserver/pkg/cel/library (v0.37.2).
#pragma once

#include "schema/cel/eval/function_table.h"

namespace structural::cel::library {

// Static tables, each defined in one of the named files.
extern const eval::Library kStrings;          // strings.cc, search.cc, format_string.cc
extern const eval::Library kLists;            // lists.cc, sort.cc: cel-go's
extern const eval::Library kSets;             // sets.cc
extern const eval::Library kKubernetesLists;  // kubernetes_lists.cc
extern const eval::Library kRegex;            // regex.cc
extern const eval::Library kQuantities;       // quantity.cc
extern const eval::Library kVersions;         // semver.cc
extern const eval::Library kUrls;             // url.cc
extern const eval::Library kAddresses;        // address.cc: IP addresses and CIDRs
extern const eval::Library kFormats;          // format.cc

// Returns all functions for expressions, including the standard library. Static.
const eval::FunctionTable& Functions();

}  // namespace structural::cel::library
