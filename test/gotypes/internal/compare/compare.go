// Package compare returns the differences between a CRD that controller-gen made from Go types and the original CRD,
// from which the Go types were generated.
package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Difference is a path at which the two CRDs have different values. Class is the name of a class in docs/generate.md.
// An empty Class means a defect of the generator.
type Difference struct {
	Class string `json:"class"`
	Path  string `json:"path"`
	Was   any    `json:"was,omitempty"`
	Is    any    `json:"is,omitempty"`
}

type object = map[string]any

type comparison struct {
	named []string
	found []Difference
}

// CRDs returns all differences, except those in metadata and in spec.conversion. `named` has the paths of fields that
// the generator reports as not mapped to Go.
func CRDs(was, is *v1.CustomResourceDefinition, named []string) []Difference {
	c := &comparison{named: named}
	c.values("spec.names", toJSON(was.Spec.Names), toJSON(is.Spec.Names))
	c.value("spec.scope", string(was.Spec.Scope), string(is.Spec.Scope))
	for i, version := range was.Spec.Versions {
		path := fmt.Sprintf("spec.versions[%d]", i)
		at := slices.IndexFunc(is.Spec.Versions, func(v v1.CustomResourceDefinitionVersion) bool { return v.Name == version.Name })
		if at < 0 {
			c.add("", path, version.Name, nil)
			continue
		}
		c.version(path, version, is.Spec.Versions[at])
	}
	if extra := len(is.Spec.Versions) - len(was.Spec.Versions); extra > 0 {
		c.add("", "spec.versions", len(was.Spec.Versions), len(is.Spec.Versions))
	}
	return c.found
}

func toJSON(value any) object {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	into := object{}
	if err := json.Unmarshal(text, &into); err != nil {
		panic(err)
	}
	return into
}

func (c *comparison) version(path string, was, is v1.CustomResourceDefinitionVersion) {
	old, made := toJSON(was), toJSON(is)
	for _, version := range []object{old, made} {
		delete(version, "schema")
		if subresources, ok := version["subresources"].(object); ok && len(subresources) == 0 {
			delete(version, "subresources") // an empty object means the same as an absent one
		}
	}
	c.values(path, old, made)
	if was.Schema == nil || is.Schema == nil {
		c.value(path+".schema", was.Schema, is.Schema)
		return
	}
	root := path + ".schema.openAPIV3Schema"
	oldSchema, madeSchema := toJSON(was.Schema.OpenAPIV3Schema), toJSON(is.Schema.OpenAPIV3Schema)
	c.native(root, oldSchema, madeSchema)
	c.schema(root, oldSchema, madeSchema)
}

// native compares the schemas of apiVersion, kind and metadata, which controller-gen writes for every kind, and removes
// them from `was` and `is`.
func (c *comparison) native(path string, was, is object) {
	old, _ := was["properties"].(object)
	made, _ := is["properties"].(object)
	for _, name := range []string{"apiVersion", "kind", "metadata"} {
		if !reflect.DeepEqual(old[name], made[name]) {
			c.add("native", path+".properties["+name+"]", old[name], made[name])
		}
		delete(old, name)
		delete(made, name)
	}
	if required := texts(was["required"]); slices.Contains(required, "apiVersion") || slices.Contains(required, "kind") {
		kept := slices.DeleteFunc(required, func(name string) bool { return name == "apiVersion" || name == "kind" })
		c.add("native", path+".required", was["required"], kept)
		was["required"] = toAny(kept)
	}
}

func (c *comparison) schema(path string, was, is object) {
	for _, key := range slices.Sorted(maps.Keys(union(was, is))) {
		old, made := was[key], is[key]
		switch key {
		case "properties":
			c.properties(path, old, made)
		case "items", "additionalProperties":
			oldSchema, ok1 := old.(object)
			madeSchema, ok2 := made.(object)
			if ok1 && ok2 {
				c.schema(path+"."+key, oldSchema, madeSchema)
				continue
			}
			c.keyword(path, key, was, is)
		default:
			c.keyword(path, key, was, is)
		}
	}
}

func (c *comparison) properties(path string, was, is any) {
	old, _ := was.(object)
	made, _ := is.(object)
	for _, name := range slices.Sorted(maps.Keys(union(old, made))) {
		at := path + ".properties[" + name + "]"
		oldSchema, ok1 := old[name].(object)
		madeSchema, ok2 := made[name].(object)
		if ok1 && ok2 {
			c.schema(at, oldSchema, madeSchema)
			continue
		}
		c.add("", at, old[name], made[name])
	}
}

func (c *comparison) keyword(path, key string, was, is object) {
	old, made := was[key], is[key]
	if key == "required" && slices.Equal(sorted(old), sorted(made)) || reflect.DeepEqual(old, made) {
		return
	}
	c.add(classOf(key, was, is), path+"."+key, old, made)
}

func (c *comparison) values(path string, was, is object) {
	for _, key := range slices.Sorted(maps.Keys(union(was, is))) {
		c.value(path+"."+key, was[key], is[key])
	}
}

func (c *comparison) value(path string, was, is any) {
	if !reflect.DeepEqual(was, is) {
		c.add("", path, was, is)
	}
}

func (c *comparison) add(class, path string, was, is any) {
	for _, named := range c.named {
		if rest, ok := strings.CutPrefix(path, named); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			class = "named"
		}
	}
	c.found = append(c.found, Difference{class, path, was, is})
}
