# Part of hack/ship/wasm-sdk, or not in the build for WebAssembly.
add_library(ZLIB::ZLIB INTERFACE IMPORTED GLOBAL)
set(ZLIB_FOUND TRUE)
