package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// celRule is the result of Kubernetes' compiler for a rule.
type celRule struct {
	Path              string      `json:"path"`
	Rule              string      `json:"rule"`
	Error             *string     `json:"error"`
	MaxCost           uint64      `json:"maxCost"`
	MaxCardinality    *uint64     `json:"maxCardinality"`
	SizeCardinality   uint64      `json:"sizeCardinality"`
	Cost              uint64      `json:"cost"`
	Transition        bool        `json:"transition"`
	MessageExpression *celMessage `json:"messageExpression"`
}

type celMessage struct {
	Expression string  `json:"expression"`
	Error      *string `json:"error"`
	MaxCost    uint64  `json:"maxCost"`
}

type celVersion struct {
	Version   string    `json:"version"`
	Error     string    `json:"error,omitempty"`
	Rules     []celRule `json:"rules"`
	TotalCost uint64    `json:"totalCost"`
}

func onRules(loader cel.EnvLoader) operation {
	return func(line []byte) (any, error) {
		internal, _, err := decode(line)
		if err != nil {
			return nil, err
		}
		crd, err := asWatched(internal)
		if err != nil {
			return nil, err
		}
		versions := make([]*celVersion, len(crd.Spec.Versions))
		for i, version := range crd.Spec.Versions {
			versions[i] = &celVersion{Version: version.Name, Rules: []celRule{}}
			if version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
				continue
			}
			var schema props
			if err := scheme.Convert(version.Schema.OpenAPIV3Schema, &schema, nil); err != nil {
				return nil, err
			}
			path := field.NewPath("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
			if err := (&ruleCompiler{loader, versions[i]}).version(&schema, path); err != nil {
				return nil, err
			}
		}
		return map[string]any{"name": crd.Name, "versions": versions}, nil
	}
}

type ruleCompiler struct {
	loader cel.EnvLoader
	out    *celVersion
}

// version compiles the rules of a version's schema. Like a server, it skips a schema that is not structural.
func (c *ruleCompiler) version(schema *props, path *field.Path) error {
	structural, err := structuralschema.NewStructural(schema)
	if err == nil {
		if errs := structuralschema.ValidateStructural(path, structural); len(errs) > 0 {
			err = errs.ToAggregate()
		}
	}
	if err != nil {
		c.out.Error = err.Error()
		return nil
	}
	return c.node(schema, path, validation.RootCELContext(schema))
}

// node compiles the rules of a schema in this order: its own rules, those of its properties, sorted by name, and those
// of its elements.
func (c *ruleCompiler) node(schema *props, path *field.Path, at *validation.CELSchemaContext) error {
	if schema == nil {
		return nil
	}
	if err := c.rules(schema, path, at); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		property := schema.Properties[name]
		if err := c.node(&property, path.Child("properties").Key(name), at.ChildPropertyContext(&property, name)); err != nil {
			return err
		}
	}
	if more := schema.AdditionalProperties; more != nil {
		if err := c.node(more.Schema, path.Child("additionalProperties"), at.ChildAdditionalPropertiesContext(more.Schema)); err != nil {
			return err
		}
	}
	if items := schema.Items; items != nil {
		return c.node(items.Schema, path.Child("items"), at.ChildItemsContext(items.Schema))
	}
	return nil
}

func (c *ruleCompiler) rules(schema *props, path *field.Path, at *validation.CELSchemaContext) error {
	if len(schema.XValidations) == 0 {
		return nil
	}
	info, err := at.TypeInfo()
	if err != nil {
		return err
	}
	if info == nil {
		return errors.New("no type information")
	}
	base := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	compiled, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, base, c.loader)
	if err != nil {
		return fmt.Errorf("%v: %w", path, err)
	}
	for i, rule := range schema.XValidations {
		found := celRule{Path: path.Child("x-kubernetes-validations").Index(i).String(), Rule: rule.Rule, Error: detail(compiled[i].Error),
			MaxCost: compiled[i].MaxCost, MaxCardinality: at.MaxCardinality, SizeCardinality: compiled[i].MaxCardinality,
			Transition: compiled[i].UsesOldSelf}
		calls := found.SizeCardinality
		if found.MaxCardinality != nil {
			calls = *found.MaxCardinality
		}
		found.Cost = saturated(bits.Mul64(found.MaxCost, calls))
		c.add(found.Cost)
		if rule.MessageExpression != "" {
			found.MessageExpression = &celMessage{rule.MessageExpression, detail(compiled[i].MessageExpressionError), compiled[i].MessageExpressionMaxCost}
			c.add(compiled[i].MessageExpressionMaxCost)
		}
		c.out.Rules = append(c.out.Rules, found)
	}
	return nil
}

func (c *ruleCompiler) add(cost uint64) {
	sum, carry := bits.Add64(c.out.TotalCost, cost, 0)
	c.out.TotalCost = saturated(carry, sum)
}

func saturated(high, low uint64) uint64 {
	if high > 0 {
		return math.MaxUint64
	}
	return low
}

func detail(err *apiservercel.Error) *string {
	if err == nil {
		return nil
	}
	return &err.Detail
}
