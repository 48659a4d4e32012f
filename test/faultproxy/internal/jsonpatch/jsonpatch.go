// Package jsonpatch applies the operations that a controller sends: test, add, replace and remove (RFC 6902).
package jsonpatch

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

type operation struct {
	Op, Path string
	Value    any
}

// Apply returns the document after the patch. It may change the given document.
func Apply(document any, patch []byte) (any, error) {
	var operations []operation
	if err := json.Unmarshal(patch, &operations); err != nil {
		return nil, err
	}
	for _, o := range operations {
		tokens, err := tokensOf(o.Path)
		if err == nil {
			document, err = o.apply(document, tokens)
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", o.Op, o.Path, err)
		}
	}
	return document, nil
}

func tokensOf(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, errors.New("no JSON pointer")
	}
	tokens := strings.Split(pointer[1:], "/")
	for i := range tokens {
		tokens[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(tokens[i])
	}
	return tokens, nil
}

var errMissing = errors.New("there is nothing")

// apply returns the value `at` as it is after the operation. `tokens` are the rest of the operation's path, from `at`
// on.
func (o operation) apply(at any, tokens []string) (any, error) {
	if len(tokens) == 0 {
		if o.Op == "test" && !reflect.DeepEqual(at, o.Value) {
			return nil, errors.New("test failed")
		}
		if o.Op == "test" {
			return at, nil
		}
		return o.Value, nil // the path is at its end, so the operation replaces or adds the complete value
	}
	switch at := at.(type) {
	case map[string]any:
		return o.applyToObject(at, tokens)
	case []any:
		return o.applyToList(at, tokens)
	}
	return nil, errMissing
}

func (o operation) applyToObject(object map[string]any, tokens []string) (any, error) {
	key, last := tokens[0], len(tokens) == 1
	value, there := object[key]
	if !there && !(last && o.Op == "add") {
		return nil, errMissing
	}
	if last && o.Op == "remove" {
		delete(object, key)
		return object, nil
	}
	changed, err := o.apply(value, tokens[1:])
	object[key] = changed
	return object, err
}

func (o operation) applyToList(list []any, tokens []string) (any, error) {
	index, last := len(list), len(tokens) == 1
	if tokens[0] != "-" {
		var err error
		if index, err = strconv.Atoi(tokens[0]); err != nil {
			return nil, err
		}
	}
	inserts := last && o.Op == "add"
	if index < 0 || index > len(list) || index == len(list) && !inserts {
		return nil, errMissing
	}
	switch {
	case inserts:
		return append(list[:index:index], append([]any{o.Value}, list[index:]...)...), nil
	case last && o.Op == "remove":
		return append(list[:index:index], list[index+1:]...), nil
	}
	changed, err := o.apply(list[index], tokens[1:])
	list[index] = changed
	return list, err
}
