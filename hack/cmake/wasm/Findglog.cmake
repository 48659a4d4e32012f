# Part of hack/ship/wasm-sdk, or not in the build for WebAssembly.
add_library(glog::glog INTERFACE IMPORTED GLOBAL)
set(glog_FOUND TRUE)
