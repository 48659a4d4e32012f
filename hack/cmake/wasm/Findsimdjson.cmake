# Part of hack/ship/wasm-sdk, or not in the build for WebAssembly.
add_library(simdjson::simdjson INTERFACE IMPORTED GLOBAL)
set(simdjson_FOUND TRUE)
