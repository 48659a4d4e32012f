# Builds the programs in Go that tests need; sourced after lib.sh, never run.
# shellcheck shell=bash

# go_programs STEP: calls `STEP NAME BUDGET COMMAND...` for each program. COMMAND builds the program if it is not in the
# cache folder yet, and exports its path.
go_programs() {
  "$1" 'test API server' 240 go_program_for APISERVER hack/peers/apiserver
  "$1" "Kubernetes' reference program" 180 go_program_for JUDGE hack/peers/oracle
  "$1" 'current API server' 120 go_program_for APISERVER_CURRENT hack/peers/apiserver current
  "$1" 'reference program for unions' 60 go_program_for UNIONJUDGE hack/peers/oracle unions
  "$1" 'fault proxy' 30 go_program_for FAULTPROXY hack/peers/faultproxy
  "$1" 'promlint' 60 go_program_for PROMLINT hack/peers/promlint
  "$1" 'manifests' 90 go_program_for MANIFESTS hack/peers/manifests
  "$1" 'kube-score' 30 go_program_for KUBESCORE hack/peers/kubescore
  "$1" 'controller-gen' 60 go_program_for GOTYPES hack/peers/gotypes
  "$1" 'readers of JSON Schemas' 60 go_program_for EDITORS hack/peers/editors
  "$1" "crdify's test cases" 10 crdify_cases
}

# go_program_for VARIABLE COMMAND...: exports the output of the command as STRUCTURAL_TEST_VARIABLE.
go_program_for() {
  local path
  path=$("${@:2}") && export "STRUCTURAL_TEST_$1=$path"
}

# Only the test oracle.crdify_cases needs these files. It is skipped if they cannot be downloaded.
crdify_cases() { go_program_for CRDIFY hack/peers/crdify-cases || say "oracle.crdify_cases is skipped"; }
