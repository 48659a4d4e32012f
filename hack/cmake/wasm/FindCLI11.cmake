# Part of hack/ship/wasm-sdk, or not in the build for WebAssembly.
add_library(CLI11::CLI11 INTERFACE IMPORTED GLOBAL)
set(CLI11_FOUND TRUE)
