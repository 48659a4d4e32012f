package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// benchRulesAnswer has CPU microseconds for a rule, for all threads and including garbage collection.
type benchRulesAnswer struct {
	CRDs    int     `json:"crds"`
	Rules   int     `json:"rules"`
	Compile float64 `json:"compile"`
	Peak    float64 `json:"peak"` // maximum resident memory of the process, in megabytes
}

// benchRules measures the time to compile the rules of a CRD, which a server does once.
func benchRules(in io.Reader, out io.Writer) error {
	var answer benchRulesAnswer
	var took time.Duration
	err := eachLines(in, func(lines [][]byte) {
		var schemas []*structuralschema.Structural
		for _, line := range lines {
			found, rules := schemasOf(line)
			schemas = append(schemas, found...)
			answer.Rules += rules
			answer.CRDs++
		}
		if len(schemas) == 0 {
			return
		}
		cel.NewValidator(schemas[0], true, celconfig.PerCallLimit) // initialises global state, which is not measured
		start := cpu()
		for _, schema := range schemas {
			cel.NewValidator(schema, true, celconfig.PerCallLimit)
		}
		took += cpu() - start
	})
	if err != nil {
		return err
	}
	answer.Peak = peak()
	answer.Compile = float64(took.Nanoseconds()) / 1e3 / float64(max(answer.Rules, 1))
	return json.NewEncoder(out).Encode(answer)
}

// schemasOf returns the schemas of a CRD that have rules, and the number of rules.
func schemasOf(line []byte) (schemas []*structuralschema.Structural, rules int) {
	internal, _, err := decode(line)
	if err != nil {
		return nil, 0
	}
	crd, err := asWatched(internal)
	if err != nil {
		return nil, 0
	}
	for _, version := range crd.Spec.Versions {
		var schema props
		if version.Schema == nil || scheme.Convert(version.Schema.OpenAPIV3Schema, &schema, nil) != nil {
			continue
		}
		structural, err := structuralschema.NewStructural(&schema)
		if count := rulesIn(&schema); err == nil && count > 0 {
			schemas = append(schemas, structural)
			rules += count
		}
	}
	return schemas, rules
}

func rulesIn(schema *props) int {
	if schema == nil {
		return 0
	}
	count := len(schema.XValidations)
	for _, property := range schema.Properties {
		count += rulesIn(&property)
	}
	if schema.AdditionalProperties != nil {
		count += rulesIn(schema.AdditionalProperties.Schema)
	}
	if schema.Items != nil {
		count += rulesIn(schema.Items.Schema)
	}
	return count
}

type benchRequestsAnswer struct {
	Requests int     `json:"requests"`
	Request  float64 `json:"request"`
	Peak     float64 `json:"peak"`
}

// benchRequests measures the time of requests, one a line as for `admit`, to CRDs that are already served. All requests
// to a CRD must be on consecutive lines.
func benchRequests(in io.Reader, out io.Writer) error {
	var answer benchRequestsAnswer
	var took time.Duration
	err := eachLines(in, func(lines [][]byte) {
		for _, text := range lines {
			var line requestLine
			if json.Unmarshal(text, &line) != nil {
				continue
			}
			object := membersOf(line.Object)
			served, version, err := servedFor(&line, object.text("apiVersion"))
			if err != nil {
				continue
			}
			if _, err := served.admitted(&line, version, object); err != nil { // compiles the rules, which is not measured
				continue
			}
			start := cpu()
			for range benchAgain {
				_, _ = served.admitted(&line, version, membersOf(line.Object))
			}
			took += cpu() - start
			answer.Requests++
		}
	})
	if err != nil {
		return err
	}
	answer.Peak = peak()
	answer.Request = float64(took.Nanoseconds()) / 1e3 / float64(max(answer.Requests, 1)) / benchAgain
	return json.NewEncoder(out).Encode(answer)
}

// Number of runs of a measurement, large enough that reading the clock does not affect the result.
const benchAgain = 20

func peak() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	_, _ = fmt.Sscan(after, &kib)
	return kib * 1024 / 1e6
}

func eachLines(in io.Reader, do func(lines [][]byte)) error {
	from := bufio.NewReaderSize(in, 1<<20)
	for {
		lines, err := readLines(from, benchLines)
		do(lines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
