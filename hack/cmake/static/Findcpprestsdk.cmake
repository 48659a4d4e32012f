# cpprestsdk as hack/ship/static-libraries builds it.
set(cpprestsdk_FOUND TRUE)
if(TARGET cpprestsdk::cpprest)  # an earlier find_package has defined it
  return()
endif()
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
add_library(cpprestsdk::cpprest STATIC IMPORTED)
set_target_properties(cpprestsdk::cpprest PROPERTIES
  IMPORTED_LOCATION ${STRUCTURAL_STATIC_LIBRARIES}/lib/libcpprest.a
  INTERFACE_INCLUDE_DIRECTORIES ${STRUCTURAL_STATIC_LIBRARIES}/include
  INTERFACE_COMPILE_DEFINITIONS "CPPREST_FORCE_HTTP_CLIENT_ASIO;CPPREST_EXCLUDE_WEBSOCKETS=1"
  INTERFACE_LINK_LIBRARIES "OpenSSL::SSL;ZLIB::ZLIB")
