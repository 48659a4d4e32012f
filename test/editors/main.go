// editors runs programs that read JSON Schemas and OpenAPI documents on those of `structural publish`.
//
//	editors schemas               each line {"schema": S, "objects": [O...]} -> {"errors": ["" or TEXT...]}
//	editors kubeconform FOLDER    each line an object -> {"status": "valid"|"invalid"|"error", "error": TEXT}
//	editors kustomize FILE        each line {"object": O, "patch": P} -> {"object": O}
//
// The answer to an invalid line is {"error": TEXT}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yannh/kubeconform/pkg/validator"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"
)

type judge func(line []byte) (any, error)

func judgeSchema(line []byte) (any, error) {
	var input struct {
		Schema  json.RawMessage
		Objects []json.RawMessage
	}
	if err := json.Unmarshal(line, &input); err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(input.Schema))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		return nil, err
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		return nil, err
	}
	texts := []string{}
	for _, text := range input.Objects {
		object, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = schema.Validate(object)
		}
		if err != nil {
			texts = append(texts, err.Error())
		} else {
			texts = append(texts, "")
		}
	}
	return map[string]any{"errors": texts}, nil
}

func judgeByKubeconform(folder string) (judge, error) {
	place := filepath.Join(folder, "{{.Group}}", "{{.ResourceKind}}_{{.ResourceAPIVersion}}.json")
	conform, err := validator.New([]string{place}, validator.Opts{Strict: true})
	if err != nil {
		return nil, err
	}
	words := map[validator.Status]string{validator.Valid: "valid", validator.Invalid: "invalid"}
	return func(line []byte) (any, error) {
		results := conform.Validate("object", io.NopCloser(bytes.NewReader(line)))
		if len(results) != 1 {
			return nil, fmt.Errorf("%d results", len(results))
		}
		answer := map[string]string{"status": "error"}
		if word, found := words[results[0].Status]; found {
			answer["status"] = word
		}
		if results[0].Err != nil {
			answer["error"] = results[0].Err.Error()
		}
		return answer, nil
	}, nil
}

func mergeByKustomize(file string) (judge, error) {
	document, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := openapi.SetSchema(nil, document, true); err != nil {
		return nil, err
	}
	return func(line []byte) (any, error) {
		var input struct{ Object, Patch json.RawMessage }
		if err := json.Unmarshal(line, &input); err != nil {
			return nil, err
		}
		merged, err := merge2.MergeStrings(string(input.Patch), string(input.Object), true,
			yaml.MergeOptions{ListIncreaseDirection: yaml.MergeOptionsListAppend})
		if err != nil {
			return nil, err
		}
		var object any
		err = yaml.Unmarshal([]byte(merged), &object)
		return map[string]any{"object": object}, err
	}, nil
}

func run(answer judge) error {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			said, err := answer(line)
			if err != nil {
				said = map[string]string{"error": err.Error()}
			}
			if err := out.Encode(said); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func operation(arguments []string) (judge, error) {
	switch {
	case len(arguments) == 1 && arguments[0] == "schemas":
		return judgeSchema, nil
	case len(arguments) == 2 && arguments[0] == "kubeconform":
		return judgeByKubeconform(arguments[1])
	case len(arguments) == 2 && arguments[0] == "kustomize":
		return mergeByKustomize(arguments[1])
	}
	return nil, fmt.Errorf("usage: editors schemas | kubeconform FOLDER | kustomize FILE")
}

func main() {
	answer, err := operation(os.Args[1:])
	if err == nil {
		err = run(answer)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
