package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// release is a release of Kubernetes, and the path of its program (test/oracle/releases). Without a path, the recorded
// answers of the release are used.
type release struct {
	minor int
	path  string
}

// The possible outcomes of a rule in a release.
const (
	accepted = "accepted"
	costly   = "costly" // the rule compiles, but its estimated cost exceeds the limit
	refused  = "refused"
)

var outcomes = []string{accepted, costly, refused}

type object = map[string]any

// crd returns a CRD with one rule at the root of its schema.
func crd(rule string) object {
	text := object{"type": "string", "maxLength": 10}
	names := object{"type": "array", "items": object{"type": "string"}}
	schema := object{"type": "object", "x-kubernetes-validations": []any{object{"rule": rule}}, "properties": object{
		"s": text, "namespace": text, "a-b": text, "i": object{"type": "integer"}, "d": object{"type": "number"},
		"b": object{"type": "boolean"}, "l": object{"type": "array", "maxItems": 3, "items": object{"type": "integer"}},
		"x": object{"x-kubernetes-int-or-string": true}, "u": object{"type": "string"}, "n": names,
	}}
	version := object{"name": "v1", "served": true, "storage": true, "schema": object{"openAPIV3Schema": schema}}
	return object{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": object{"name": "foos.example.com"}, "spec": object{"group": "example.com", "scope": "Namespaced",
			"names":    object{"plural": "foos", "singular": "foo", "kind": "Foo", "listKind": "FooList"},
			"versions": []any{version}}}
}

func outcome(line []byte) (string, error) {
	var answer struct {
		Errors []string
		Error  string
	}
	if err := json.Unmarshal(line, &answer); err != nil || answer.Error != "" {
		return "", fmt.Errorf("%s: %v", line, err)
	}
	result := accepted
	for _, each := range answer.Errors {
		if !strings.Contains(each, ": Forbidden: ") {
			return refused, nil
		}
		result = costly
	}
	return result, nil
}

// ask returns the outcome of each probe in the release. With stored, the probe is a rule of the stored CRD, otherwise a
// new rule.
func ask(r release, all []probe, stored bool) []string {
	var input bytes.Buffer
	for _, each := range all {
		line := object{"new": crd(each.Rule)}
		if stored {
			line["old"] = line["new"]
		}
		text, err := json.Marshal(line)
		check(err)
		fmt.Fprintf(&input, "%s\n", text)
	}
	command := exec.Command(r.path)
	command.Stdin, command.Stderr = &input, os.Stderr
	output, err := command.Output()
	check(err)
	results := []string{}
	for _, line := range bytes.Split(bytes.TrimSpace(output), []byte("\n")) {
		each, err := outcome(line)
		check(err)
		results = append(results, each)
	}
	return results
}

// releasesByOutcome maps each outcome to the releases with that outcome, for one probe as a new or as a stored
// expression.
type releasesByOutcome map[string]string

type answers struct {
	Name   string            `json:"name"`
	Rule   string            `json:"rule"`
	New    releasesByOutcome `json:"new"`
	Stored releasesByOutcome `json:"stored"`
}

// spans returns the releases that have this outcome, for example "1.25-1.27, 1.30".
func spans(releases []release, all []string, outcome string) string {
	texts := []string{}
	for from := 0; from < len(all); from++ {
		if all[from] != outcome {
			continue
		}
		to := from
		for to+1 < len(all) && all[to+1] == outcome {
			to++
		}
		span := fmt.Sprintf("1.%d", releases[from].minor)
		if to > from {
			span += fmt.Sprintf("-1.%d", releases[to].minor)
		}
		texts = append(texts, span)
		from = to
	}
	return strings.Join(texts, ", ")
}

func releasesByOutcomeOf(releases []release, perRelease [][]string, probe int) releasesByOutcome {
	all := []string{}
	for _, each := range perRelease {
		all = append(all, each[probe])
	}
	out := releasesByOutcome{}
	for _, each := range outcomes {
		if text := spans(releases, all, each); text != "" {
			out[each] = text
		}
	}
	return out
}

// readAnswers returns the recorded answers by the names of their probes.
func readAnswers(path string) map[string]answers {
	text, err := os.ReadFile(path)
	check(err)
	var all []answers
	check(json.Unmarshal(text, &all))
	recorded := map[string]answers{}
	for _, each := range all {
		recorded[each.Name] = each
	}
	return recorded
}

// outcomeIn returns the outcome in a release. A declaration without answers is new, so an older release refuses it.
func outcomeIn(of releasesByOutcome, minor int) string {
	for _, each := range outcomes {
		if has(of[each], minor) {
			return each
		}
	}
	return refused
}

func remembered(r release, all []probe, recorded map[string]answers) (forNew, stored []string) {
	for _, each := range all {
		forNew = append(forNew, outcomeIn(recorded[each.Name].New, r.minor))
		stored = append(stored, outcomeIn(recorded[each.Name].Stored, r.minor))
	}
	return forNew, stored
}

func askAll(releases []release, all []probe, recorded map[string]answers) []answers {
	forNew, stored := [][]string{}, [][]string{}
	for _, r := range releases {
		if r.path == "" {
			a, b := remembered(r, all, recorded)
			forNew, stored = append(forNew, a), append(stored, b)
			continue
		}
		forNew, stored = append(forNew, ask(r, all, false)), append(stored, ask(r, all, true))
	}
	out := []answers{}
	for i, each := range all {
		out = append(out, answers{each.Name, each.Rule, releasesByOutcomeOf(releases, forNew, i),
			releasesByOutcomeOf(releases, stored, i)})
	}
	return out
}

// since has the minor versions of the first releases that have a declaration: forNew for new expressions, stored for
// stored ones. 0 means that all releases have it.
type since struct{ forNew, stored int }

// afterLastRefusal returns the release after the last one that refuses the probe, or 0 if no release refuses it.
func afterLastRefusal(releases []release, of releasesByOutcome) int {
	first := 0
	for _, r := range releases {
		if has(of[refused], r.minor) {
			first = r.minor + 1
		}
	}
	return first
}

func firsts(releases []release, all []answers) map[string]since {
	out := map[string]since{}
	newest := releases[len(releases)-1].minor
	for _, each := range all {
		if has(each.Stored[refused], newest) {
			continue // the overload is declared, but no expression that uses it can run
		}
		out[each.Name] = since{afterLastRefusal(releases, each.New), afterLastRefusal(releases, each.Stored)}
	}
	return out
}

func releasesOf(arguments []string) []release {
	releases := []release{}
	for _, each := range arguments {
		name, path, _ := strings.Cut(each, "=")
		r := release{path: path}
		_, err := fmt.Sscanf(name, "1.%d", &r.minor)
		check(err)
		releases = append(releases, r)
	}
	return releases
}

func has(spans string, minor int) bool {
	for _, span := range strings.Split(spans, ", ") {
		from, to := 0, 0
		if n, _ := fmt.Sscanf(span, "1.%d-1.%d", &from, &to); n == 1 {
			to = from
		}
		if from <= minor && minor <= to {
			return true
		}
	}
	return false
}
