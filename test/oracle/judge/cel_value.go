package main

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// celValue returns a value of CEL as JSON. null, bool, int, string and list are JSON values of the same kind. A value
// of any other type is an object whose only member has the type as its key.
func celValue(value ref.Val) any {
	switch v := value.(type) {
	case nil, types.Null:
		return nil
	case types.Bool, types.Int, types.String:
		return v.Value()
	case types.Uint:
		return map[string]any{"uint": v}
	case types.Double:
		return map[string]any{"double": celDouble(float64(v))}
	case types.Bytes:
		return map[string]any{"bytes": []byte(v)}
	case types.Timestamp:
		return map[string]any{"timestamp": v.UTC().Format(time.RFC3339Nano)}
	case types.Duration:
		return map[string]any{"duration": v.Duration.String()}
	case *types.Type:
		return map[string]any{"type": v.TypeName()}
	case *types.Err:
		return map[string]any{"error": v.String()}
	case *types.Optional:
		if v.HasValue() {
			return map[string]any{"optional": []any{celValue(v.GetValue())}}
		}
		return map[string]any{"optional": nil}
	case traits.Lister:
		elements := []any{}
		for at := v.Iterator(); at.HasNext() == types.True; {
			elements = append(elements, celValue(at.Next()))
		}
		return elements
	case traits.Mapper:
		return celMap(v)
	}
	return map[string]any{value.Type().TypeName(): nativeText(value.Value())}
}

func celDouble(value float64) any {
	switch {
	case math.IsNaN(value):
		return "NaN"
	case math.IsInf(value, 1):
		return "Infinity"
	case math.IsInf(value, -1):
		return "-Infinity"
	}
	return value
}

// celMap returns {"map": …} if all keys are strings. It skips nil: Kubernetes' iterator returns nil for fields that the
// schema does not specify, and a null in an object counts as absent.
func celMap(m traits.Mapper) any {
	members, entries, texts := map[string]any{}, [][2]any{}, true
	for at := m.Iterator(); at.HasNext() == types.True; {
		key := at.Next()
		if key == nil {
			continue
		}
		value, found := m.Find(key)
		if !found {
			continue
		}
		name, text := key.(types.String)
		texts = texts && text
		entries = append(entries, [2]any{celValue(key), celValue(value)})
		members[string(name)] = entries[len(entries)-1][1]
	}
	if texts {
		return map[string]any{"map": members}
	}
	slices.SortFunc(entries, func(a, b [2]any) int { return strings.Compare(asJSON(a[0]), asJSON(b[0])) })
	return map[string]any{"entries": entries}
}

func asJSON(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// nativeText returns the text of the Go value inside a value of Kubernetes' own types.
func nativeText(value any) string {
	if format, ok := value.(apiservercel.Format); ok {
		return format.Name
	}
	if printed, ok := value.(fmt.Stringer); ok {
		return printed.String()
	}
	pointer := reflect.New(reflect.TypeOf(value))
	pointer.Elem().Set(reflect.ValueOf(value))
	if printed, ok := pointer.Interface().(fmt.Stringer); ok {
		return printed.String()
	}
	return fmt.Sprint(value)
}
