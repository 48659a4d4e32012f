// This program answers the lines of `structural batch` with Kubernetes' own code, and generates lines for comparisons.
//
//	judge OPERATION                          a JSON object a line in, an answer a line out
//	judge gen --seed S --n N [--kind KIND]   N lines, always the same for one seed
//	judge bench                              CRDs in, CPU time to decode them and to calculate conditions out
//	judge benchobjects                       schemas and objects in, CPU time of each step out
//	judge benchrules                         CRDs in, CPU time of compiling a rule out
//	judge benchrequests                      lines of admit in, CPU time of a request out
//	judge benchapplies                       lines of applies in, CPU time of a request out
//	judge benchstored KUBECONFIG CRD PAGE    the results for the stored objects of a CRD, and their counts
//	judge storeobjects DATA FILE N           N objects in a test server's etcd, of the lines in a file
//	judge openapi                            the parts that are published of every CRD, for hack/update/published
//
// The answer to an invalid line is {"error": TEXT}.
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
)

// An operation answers one line.
type operation func(line []byte) (any, error)

var operations = map[string]operation{
	"admit":               admit(askedAgain),
	"admit --once":        admit(0),
	"applies":             applies,
	"cel":                 evaluate,
	"compare":             compare,
	"compatibility":       compatibility,
	"condition":           condition,
	"conditioninternal":   conditionInternal,
	"convert":             convert,
	"crdcel":              onRules(cel.NewExpressionsEnvLoader()),
	"crdcel --stored":     onRules(cel.StoredExpressionsEnvLoader()),
	"documents":           documents,
	"get":                 get,
	"kubeopenapi":         kubeOpenAPI,
	"kubeopenapi --whole": kubeOpenAPIWhole,
	"protobuf":            encoded,
	"validate":            validate,
	"yaml":                yamlToJSON,

	"roundtrip":      onSchema(transform(same)),
	"unfold":         onSchema(transform(unfold)),
	"skeleton":       onSchema(transform(skeleton)),
	"unfoldskeleton": onSchema(transform(unfoldSkeleton)),
	"stripnullable":  onSchema(transform(stripNullable)),
	"structural":     onSchema(structural),
	"structuralv2":   onSchema(structuralV2),

	"prune":            onSchema(prune),
	"prunenulls":       onSchema(pruneNulls),
	"default":          onSchema(fillDefaults),
	"defaultserver":    onSchema(fillDefaultsAsServer),
	"prunedefaults":    onSchema(pruneDefaults),
	"validatedefaults": onSchema(validateDefaults),

	"listtype":   onSchema(listType),
	"objectmeta": onSchema(objectMeta),
	"validatecr": onSchema(validateCustomResource),
}

var benches = map[string]func(in io.Reader, out io.Writer) error{
	"bench":         bench,
	"benchapplies":  benchApplies,
	"benchobjects":  benchObjects,
	"benchrequests": benchRequests,
	"benchrules":    benchRules,
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) > 0 && args[0] == "gen" {
		return generate(args[1:])
	}
	if len(args) == 1 && benches[args[0]] != nil {
		return benches[args[0]](os.Stdin, os.Stdout)
	}
	if len(args) == 1 && args[0] == "openapi" {
		return writeOpenAPIData(os.Stdout)
	}
	if len(args) == 4 && (args[0] == "benchstored" || args[0] == "storeobjects") {
		return onServer(args)
	}
	if operation := operations[strings.Join(args, " ")]; operation != nil {
		return answerLines(operation, os.Stdin, os.Stdout)
	}
	return fmt.Errorf("one argument wanted: gen, openapi, one of %v or one of %v", slices.Sorted(maps.Keys(benches)), slices.Sorted(maps.Keys(operations)))
}
