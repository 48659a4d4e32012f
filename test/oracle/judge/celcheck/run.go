package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	kubernetes "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// repeats of a run that depends on the order of a map show it.
const repeats = 8

// outcome is what structural's operation cel answers, without the estimated cost.
type outcome struct {
	ActualCost *uint64 `json:"actualCost"`
	Compile    *string `json:"compile"`
	Result     any     `json:"result"`
	Type       *string `json:"type"`
	Unstable   bool    `json:"unstable,omitempty"`
}

type object map[string]any

func newRunEnv() *cel.Env {
	return environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).NewExpressionsEnv()
}

func run(env *cel.Env, expr string) (out outcome) {
	refuse := func(text string) outcome {
		out.Compile = &text
		return out
	}
	checked, issues := env.Compile(expr)
	if issues.Err() != nil {
		return refuse(issues.Err().Error())
	}
	name := checked.OutputType().String()
	out.Type = &name
	program, err := env.Program(checked, cel.CostLimit(celconfig.PerCallLimit), cel.CostTracking(&library.CostEstimator{}))
	if err != nil {
		return refuse("program instantiation failed: " + err.Error())
	}
	var first []byte
	for i := range repeats {
		value, details, err := program.Eval(map[string]any{})
		if out.ActualCost = details.ActualCost(); err != nil {
			out.Result = object{"error": err.Error()}
		} else {
			out.Result = shown(value)
		}
		now, err := json.Marshal(out)
		check(err)
		if i == 0 {
			first = now
		} else if string(now) != string(first) {
			return outcome{Unstable: true}
		}
	}
	return out
}

// shown is a value in the forms of schema/cel/eval/json.h.
func shown(value ref.Val) any {
	switch v := value.(type) {
	case types.Null:
		return nil
	case types.Bool, types.Int, types.String:
		return v.Value()
	case types.Uint:
		return object{"uint": uint64(v)}
	case types.Double:
		return object{"double": number(float64(v))}
	case types.Bytes:
		return object{"bytes": base64.StdEncoding.EncodeToString(v)}
	case types.Timestamp:
		return object{"timestamp": v.UTC().Format(time.RFC3339Nano)}
	case types.Duration:
		return object{"duration": v.Duration.String()}
	case *types.Type:
		return object{"type": v.TypeName()}
	case *types.Optional:
		if !v.HasValue() {
			return object{"optional": nil}
		}
		return object{"optional": []any{shown(v.GetValue())}}
	case traits.Lister:
		all := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			all = append(all, shown(it.Next()))
		}
		return all
	case traits.Mapper:
		return entries(v)
	}
	return object{value.Type().TypeName(): opaque(value)}
}

func number(f float64) any {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return f
}

func entries(m traits.Mapper) any {
	texts, pairs := object{}, []any{}
	for it := m.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		value := shown(m.Get(key))
		if text, ok := key.(types.String); ok {
			texts[string(text)] = value
		}
		pairs = append(pairs, []any{shown(key), value})
	}
	if len(texts) == len(pairs) {
		return object{"map": texts}
	}
	sort.Slice(pairs, func(i, j int) bool { return keyOf(pairs[i]) < keyOf(pairs[j]) })
	return object{"entries": pairs}
}

func keyOf(pair any) string {
	text, err := json.Marshal(pair.([]any)[0])
	check(err)
	return string(text)
}

func opaque(value ref.Val) string {
	switch v := value.(type) {
	case kubernetes.Quantity:
		return v.Quantity.String()
	case *kubernetes.Quantity:
		return v.Quantity.String()
	case kubernetes.Format:
		return v.Name
	}
	return fmt.Sprint(value.Value())
}
