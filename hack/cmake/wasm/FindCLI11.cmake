# An empty target: CLI11's headers are in the folder of hack/ship/wasm-sdk.
add_library(CLI11::CLI11 INTERFACE IMPORTED GLOBAL)
set(CLI11_FOUND TRUE)
