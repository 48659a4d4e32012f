# The shipped parts of a static build: the components `program` and `library` of an installation, also as Debian
# packages.
function(structural_ship target)
  if(NOT STRUCTURAL_STATIC)
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/shipped)
  add_custom_command(OUTPUT ${folder}/packages
    COMMAND ${CMAKE_SOURCE_DIR}/hack/ship/shipped-files ${CMAKE_BINARY_DIR} ${folder} ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${target}>
    DEPENDS ${target} ${CMAKE_SOURCE_DIR}/hack/ship/shipped-files ${CMAKE_SOURCE_DIR}/hack/ship/linked-packages
    VERBATIM)
  add_custom_target(shipped DEPENDS ${folder}/packages)

  install(TARGETS ${target} RUNTIME COMPONENT program)
  install(FILES ${folder}/kubectl-structural ${folder}/kubectl_complete-structural DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(DIRECTORY ${folder}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  set(share ${CMAKE_INSTALL_DATAROOTDIR})
  install(FILES ${folder}/completion/structural DESTINATION ${share}/bash-completion/completions COMPONENT program)
  install(FILES ${folder}/completion/_structural DESTINATION ${share}/zsh/vendor-completions COMPONENT program)
  install(FILES ${folder}/completion/structural.fish DESTINATION ${share}/fish/vendor_completions.d COMPONENT program)
  install(FILES ${CMAKE_SOURCE_DIR}/CHANGELOG.md ${folder}/third-party.gz DESTINATION ${share}/doc/structural COMPONENT program)
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${share}/doc/structural RENAME copyright COMPONENT program)
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${share}/doc/libstructural-dev RENAME copyright COMPONENT library)
endfunction()

# Configures the Debian packages. Their version is not set here: hack/ship/release passes that of hack/ship/version with
# cpack -R.
macro(structural_packages)
  if(STRUCTURAL_STATIC)
    set(CPACK_GENERATOR DEB)
    set(CPACK_COMPONENTS_ALL program library)
    set(CPACK_DEB_COMPONENT_INSTALL ON)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${STRUCTURAL_ARCH})
    set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The structural maintainers <maintainers@structural.example.com>")
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME structural)
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION admin)
    # test/static/release_test.py fails if the program needs a glibc symbol that is newer than this version.
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libc6 (>= 2.28)")
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS ca-certificates)
    set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "A controller that writes the NonStructuralSchema condition, and a linter that finds
 in files and clusters what makes a CustomResourceDefinition's schema non-structural.")
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libstructural-dev)
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
    set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "nlohmann-json3-dev")
    set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The library: it judges, prunes, completes and validates by a CustomResourceDefinition's
 schema, as the API server does; find_package(structural) finds it.")
    include(CPack)
  endif()
endmacro()
