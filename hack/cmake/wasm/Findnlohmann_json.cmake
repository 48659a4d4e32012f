# An empty target: the headers of nlohmann/json are in the folder of hack/ship/wasm-sdk.
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
set(nlohmann_json_FOUND TRUE)
