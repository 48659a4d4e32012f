# Part of hack/ship/wasm-sdk, or not in the build for WebAssembly.
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
set(nlohmann_json_FOUND TRUE)
