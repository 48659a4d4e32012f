# Describes the system WASI, which CMake 3.25 does not know.
set(UNIX TRUE)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
