# An empty target: the build for WebAssembly does not use glog.
add_library(glog::glog INTERFACE IMPORTED GLOBAL)
set(glog_FOUND TRUE)
