package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	_ "unsafe" // for go:linkname

	celgo "github.com/google/cel-go/cel"
	"github.com/google/cel-go/interpreter"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// Unexported functions of Kubernetes: the environments in which rules are compiled, the cost estimator, and the
// conversion to values for rules.
//
//go:linkname prepareEnvSet k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel.prepareEnvSet
func prepareEnvSet(*environment.EnvSet, *apiservercel.DeclType) (plain, optionalOldSelf *environment.EnvSet, err error)

//go:linkname newCostEstimator k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel.newCostEstimator
func newCostEstimator(*apiservercel.DeclType) *library.CostEstimator

//go:linkname activationWithOldSelf k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel.validationActivationWithOldSelf
func activationWithOldSelf(*structuralschema.Structural, any, any) (plain, optionalOldSelf interpreter.Activation)

// celRuns is the number of times that an expression is run. If its results differ, the answer depends on the order of
// Go's maps.
const celRuns = 24

type celLine struct {
	Expr            string
	Schema          json.RawMessage
	Self, OldSelf   json.RawMessage
	OptionalOldSelf bool
	IsResourceRoot  bool
	Mode            string
}

// celSchema has the parts of a schema that expressions need. Many consecutive lines have the same schema, so the
// celSchema of the previous line is cached.
type celSchema struct {
	text                   string
	isRoot                 bool
	structural             *structuralschema.Structural
	declared               *apiservercel.DeclType
	plain, optionalOldSelf *environment.EnvSet
}

var lastCELSchema celSchema

func schemaOf(line *celLine) (*celSchema, error) {
	if lastCELSchema.text == string(line.Schema) && lastCELSchema.isRoot == line.IsResourceRoot && lastCELSchema.plain != nil {
		return &lastCELSchema, nil
	}
	read := schemaLine{Schema: line.Schema}
	if err := read.readSchema(); err != nil {
		return nil, err
	}
	if read.structural == nil {
		return nil, errNoSchema
	}
	made := celSchema{text: string(line.Schema), isRoot: line.IsResourceRoot, structural: read.structural}
	if made.declared = model.SchemaDeclType(read.structural, line.IsResourceRoot); made.declared == nil {
		return nil, errors.New("expressions do not see the schema")
	}
	base := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	var err error
	made.plain, made.optionalOldSelf, err = prepareEnvSet(base, made.declared)
	lastCELSchema = made
	return &lastCELSchema, err
}

// evaluate compiles an expression like a rule at the root of a schema, and runs it over `self`. Unlike a rule, the
// expression may have any type.
func evaluate(text []byte) (any, error) {
	var line celLine
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	schema, err := schemaOf(&line)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"compile": nil, "type": nil, "cost": nil, "result": nil, "actualCost": nil}
	program, err := compileCEL(&line, schema, answer)
	if err != nil || program == nil || len(line.Self) == 0 {
		return answer, err
	}
	return answer, runCEL(&line, schema, program, answer)
}

// compileCEL returns the compiled expression, or nil if it does not compile; the answer then has the errors.
func compileCEL(line *celLine, schema *celSchema, answer map[string]any) (celgo.Program, error) {
	loader := cel.NewExpressionsEnvLoader()
	if line.Mode == "stored" {
		loader = cel.StoredExpressionsEnvLoader()
	}
	set := schema.plain
	if line.OptionalOldSelf {
		set = schema.optionalOldSelf
	}
	env := loader.RuleEnv(set, line.Expr)
	ast, issues := env.Compile(line.Expr)
	if issues != nil {
		answer["compile"] = issues.String()
		return nil, nil
	}
	answer["type"] = ast.OutputType().String()
	estimator := newCostEstimator(schema.declared)
	program, err := env.Program(ast, celgo.CostLimit(celconfig.PerCallLimit), celgo.CostTracking(estimator),
		celgo.InterruptCheckFrequency(celconfig.CheckFrequency))
	if err != nil {
		answer["compile"] = "program instantiation failed: " + err.Error()
		return nil, nil
	}
	cost, err := env.EstimateCost(ast, estimator)
	answer["cost"] = cost.Max
	return program, err
}

func runCEL(line *celLine, schema *celSchema, program celgo.Program, answer map[string]any) error {
	var self, oldSelf any
	if err := utiljson.Unmarshal(line.Self, &self); err != nil {
		return err
	}
	if len(line.OldSelf) > 0 {
		if err := utiljson.Unmarshal(line.OldSelf, &oldSelf); err != nil {
			return err
		}
	}
	structural := schema.structural
	if line.IsResourceRoot {
		structural = model.WithTypeAndObjectMeta(structural)
	}
	var first []byte
	for i := range celRuns {
		activation, optional := activationWithOldSelf(structural, self, oldSelf)
		if line.OptionalOldSelf {
			activation = optional
		}
		result, cost := runOnce(program, activation)
		said, err := json.Marshal([]any{result, cost})
		if err != nil {
			return err
		}
		if i == 0 {
			first, answer["result"], answer["actualCost"] = said, result, cost
		} else if !bytes.Equal(first, said) {
			answer["unstable"] = true
			return nil
		}
	}
	return nil
}

func runOnce(program celgo.Program, activation interpreter.Activation) (result any, cost *uint64) {
	value, details, err := program.ContextEval(context.Background(), activation)
	if details != nil {
		cost = details.ActualCost()
	}
	if err != nil {
		return map[string]any{"error": err.Error()}, cost
	}
	return celValue(value), cost
}
