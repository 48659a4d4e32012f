package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v4/typed"
)

type question struct {
	Schema json.RawMessage `json:"schema"`
	Old    json.RawMessage `json:"old"`
	New    json.RawMessage `json:"new"`
	Mode   string          `json:"mode"` // "normalize" (the default) or "apply"
	Deduce bool            `json:"deduceInvalidDiscriminator"`
}

type judged struct {
	Object any      `json:"object"`
	Errors []string `json:"errors"`
}

func judge(line []byte) (any, error) {
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	if len(asked.Schema) == 0 || len(asked.New) == 0 {
		return nil, errors.New("schema and new are needed")
	}
	if len(asked.Old) == 0 {
		asked.Old = json.RawMessage("{}")
	}
	schema, err := schemaType(asked.Schema, asked.Deduce)
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	before, err := typedValue(schema, asked.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	now, err := typedValue(schema, asked.New)
	if err != nil {
		return nil, fmt.Errorf("new: %w", err)
	}
	return normalize(before, now, asked.Mode)
}

func normalize(before, now *typed.TypedValue, mode string) (any, error) {
	steps := map[string]func(*typed.TypedValue) (*typed.TypedValue, error){
		"":          before.NormalizeUnions,
		"normalize": before.NormalizeUnions,
		"apply":     before.NormalizeUnionsApply,
	}
	step := steps[mode]
	if step == nil {
		return nil, fmt.Errorf("no mode %q", mode)
	}
	result, err := step(now)
	var refused typed.ValidationErrors
	if errors.As(err, &refused) {
		return judged{Errors: texts(refused)}, nil
	}
	if err != nil {
		return nil, err
	}
	return judged{Object: result.AsValue().Unstructured(), Errors: []string{}}, nil
}

func texts(refused typed.ValidationErrors) []string {
	all := []string{}
	for _, e := range refused {
		all = append(all, stable(e.Error()))
	}
	slices.Sort(all)
	return all
}

var (
	pointer = regexp.MustCompile(`0x[0-9a-f]{6,}`)
	names   = regexp.MustCompile(`^(multiple new fields added|multiple fields set without discriminator change|` +
		`more than one field of union applied): (.*)$`)
)

// stable replaces the parts of an error that change from run to run: a pointer, and the order of a map's keys.
func stable(text string) string {
	text = pointer.ReplaceAllString(text, "POINTER")
	found := names.FindStringSubmatch(text)
	if found == nil {
		return text
	}
	list := strings.Split(found[2], ", ")
	slices.Sort(list)
	return found[1] + ": " + strings.Join(list, ", ")
}
