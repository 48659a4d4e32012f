module structural/test/oracle/unionjudge

go 1.26.0

require (
	github.com/googleapis/gnostic v0.4.1
	gopkg.in/yaml.v2 v2.2.8
	k8s.io/kube-openapi v0.0.0-20211110012726-3cc51fd1e909
	sigs.k8s.io/structured-merge-diff/v4 v4.3.0
)

require (
	github.com/golang/protobuf v1.3.3 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
)
