// The two formats that a server publishes its schemas in.
#pragma once

namespace structural::publish {

enum class OpenApi { kV2, kV3 };

}  // namespace structural::publish
