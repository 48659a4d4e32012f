// The types that have no name of their own.
#pragma once

#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

inline constexpr Type kString{Kind::kString};
inline constexpr Type kBool{Kind::kBool};
inline constexpr Type kInt32{Kind::kInt32};
inline constexpr Type kInt64{Kind::kInt64};
inline constexpr Type kDouble{Kind::kDouble};
inline constexpr Type kBytes{Kind::kBytes};
inline constexpr Type kTime{Kind::kTime};
inline constexpr Type kJson{Kind::kJson};
inline constexpr Type kAny{Kind::kAny};
inline constexpr Type kOptionalString{Kind::kPointer, &kString};
inline constexpr Type kOptionalBool{Kind::kPointer, &kBool};
inline constexpr Type kOptionalInt32{Kind::kPointer, &kInt32};
inline constexpr Type kOptionalInt64{Kind::kPointer, &kInt64};
inline constexpr Type kOptionalDouble{Kind::kPointer, &kDouble};
inline constexpr Type kOptionalTime{Kind::kPointer, &kTime};
inline constexpr Type kOptionalJson{Kind::kPointer, &kJson};
inline constexpr Type kOptionalAny{Kind::kPointer, &kAny};
inline constexpr Type kStrings{Kind::kList, &kString};
inline constexpr Type kStringMap{Kind::kMap, &kString};
inline constexpr Type kJsonList{Kind::kList, &kJson};

// How encoding/json writes a zero value: leaves the field out, or writes it.
inline constexpr bool kOmitEmpty = true;
inline constexpr bool kAlways = false;

}  // namespace structural::kubernetes
