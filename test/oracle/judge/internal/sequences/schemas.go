// Package sequences generates requests of several managers to one custom resource, for comparisons of server-side
// apply. Values are chosen from small sets, so that several managers often set the same field or value.
package sequences

import (
	"strconv"
	"strings"
)

var (
	applyNames    = []string{"a", "b", "c", "d", "name", "mode", "size", "x.y", "b-b"}
	applyStrings  = []string{"a", "b", "c", "a", "b", ""}
	applyMapKeys  = []string{"k1", "k2", "k3", "k.4", "k/5", "k\"6"}
	applyManagers = []string{"kubectl", "helm", "argo", "operator", "hpa", "m 1"}
	applyFields   = []string{"spec", "status", "data"}
)

// copyOf returns a deep copy.
func copyOf(x any) any {
	switch v := x.(type) {
	case *obj:
		r := &obj{k: append([]string(nil), v.k...)}
		for _, c := range v.v {
			r.v = append(r.v, copyOf(c))
		}
		return r
	case []any:
		r := make([]any, 0, len(v))
		for _, c := range v {
			r = append(r, copyOf(c))
		}
		return r
	}
	return x
}

func on(x any) bool { return x == true }

// child returns the object at a key of a schema, or nil.
func child(s *obj, key string) *obj {
	if s == nil {
		return nil
	}
	c, _ := s.get(key).(*obj)
	return c
}

// member returns the schema of a property, or nil.
func member(s *obj, key string) *obj {
	if p := child(s, "properties"); p != nil && p.idx(key) >= 0 {
		return child(p, key)
	}
	return child(s, "additionalProperties")
}

// kindOf returns the kind of value that a schema describes.
func kindOf(s *obj) string {
	switch {
	case s == nil:
		return "any"
	case on(s.get("x-kubernetes-int-or-string")):
		return "intorstring"
	case on(s.get("x-kubernetes-embedded-resource")):
		return "embedded"
	}
	switch s.typ() {
	case "":
		return "any"
	case "object":
		if child(s, "properties") == nil {
			if child(s, "additionalProperties") != nil {
				return "map"
			}
			return "any object"
		}
	case "string", "integer", "number", "boolean":
	case "array":
		switch s.get("x-kubernetes-list-type") {
		case "set":
			return "set"
		case "map":
			return "keyed"
		}
	default:
		return "any"
	}
	return s.typ()
}

func (g *gen) applyScalar() *obj {
	t := pick(g, "string", "string", "string", "integer", "integer", "number", "boolean")
	s := o("type", t)
	if t == "string" && g.p(0.06) {
		s.set("format", pick(g, "password", "byte", "date-time"))
	}
	if g.p(0.1) {
		s.set("default", g.cfg(o("type", t), 1, 0))
	}
	if t == "string" && g.p(0.04) {
		s.set("enum", []any{"a", "b", ""})
		if s.get("default") == "c" {
			s.set("default", "a")
		}
	}
	if t == "integer" && g.p(0.04) {
		s.set("maximum", lit("3"))
	}
	return s
}

func (g *gen) applyProps(n, depth int) *obj {
	p := o()
	for ; n > 0; n-- {
		p.set(pick(g, applyNames...), g.applyNode(depth-1))
	}
	return p
}

func (g *gen) applyNode(depth int) *obj {
	s := o()
	k := g.n(100)
	if depth <= 0 && k >= 40 && g.p(0.8) {
		k = g.n(40)
	}
	switch {
	case k < 34:
		s = g.applyScalar()
	case k < 40:
		s.set("x-kubernetes-int-or-string", true)
		if g.p(0.4) {
			s.set("anyOf", intString())
		}
	case k < 56:
		s.set("type", "object").set("properties", g.applyProps(1+g.n(4), depth))
		if g.p(0.25) {
			s.set("x-kubernetes-map-type", pick(g, "atomic", "atomic", "granular"))
		}
		if g.p(0.1) {
			s.set("x-kubernetes-preserve-unknown-fields", true)
		}
		if p := s.get("properties").(*obj); g.p(0.06) {
			s.set("required", []any{pick(g, p.k...)})
		} else if g.p(0.06) {
			s.set("default", o())
		}
	case k < 66:
		var v any = g.applyScalar()
		if g.p(0.35) {
			v = g.applyNode(depth - 1)
		}
		s.set("type", "object").set("additionalProperties", v)
		if g.p(0.35) {
			s.set("x-kubernetes-map-type", pick(g, "atomic", "granular"))
		}
	case k < 73:
		var v any = g.applyScalar()
		if g.p(0.4) {
			v = g.applyNode(depth - 1)
		}
		s.set("type", "array").set("items", v)
		if g.p(0.4) {
			s.set("x-kubernetes-list-type", "atomic")
		}
	case k < 81:
		v := o("type", pick(g, "string", "string", "integer", "number"))
		if g.p(0.06) {
			v = o("type", "object", "x-kubernetes-map-type", "atomic", "properties", o("a", o("type", "string"), "b", o("type", "integer")))
		} else if g.p(0.06) {
			v = o("x-kubernetes-int-or-string", true)
		}
		s.set("type", "array").set("items", v).set("x-kubernetes-list-type", "set")
	case k < 92:
		g.applyKeyed(s, depth)
	case k < 95:
		s.set("type", "object").set("x-kubernetes-embedded-resource", true)
		if g.p(0.6) {
			s.set("x-kubernetes-preserve-unknown-fields", true)
		} else {
			s.set("properties", o("spec", g.applyNode(depth-1)))
		}
	case k < 98:
		s.set("x-kubernetes-preserve-unknown-fields", true)
	default:
		s.set("type", "object").set("x-kubernetes-preserve-unknown-fields", true)
	}
	if g.p(0.09) && s.get("default") == nil {
		s.set("nullable", true)
	}
	return s
}

func (g *gen) applyKeyed(s *obj, depth int) {
	props, keys, required := g.applyProps(1+g.n(3), depth), []any{}, []any{}
	for _, k := range pick(g, []string{"name"}, []string{"name"}, []string{"port", "proto"}, []string{"name", "proto"}, []string{"port"}, []string{"proto"}) {
		t := o("type", "string")
		switch {
		case k == "port":
			t = o("type", "integer")
		case k == "proto":
			t.set("default", "TCP")
		}
		props.set(k, t)
		keys = append(keys, k)
		if k != "proto" {
			required = append(required, k)
		}
	}
	item := o("type", "object", "properties", props)
	if len(required) > 0 {
		item.set("required", required)
	}
	if g.p(0.07) {
		item.set("x-kubernetes-map-type", "atomic")
	}
	if g.p(0.07) {
		item.set("x-kubernetes-preserve-unknown-fields", true)
	}
	s.set("type", "array").set("x-kubernetes-list-type", "map").set("x-kubernetes-list-map-keys", keys).set("items", item)
}

// applyDoc returns the complete schema of a version.
func (g *gen) applyDoc(scale bool) *obj {
	spec := o("type", "object", "properties", g.applyProps(2+g.n(4), 2))
	status := o("type", "object", "properties", g.applyProps(1+g.n(2), 1))
	if g.p(0.4) {
		c := o()
		g.applyKeyed(c, 1)
		status.get("properties").(*obj).set("conditions", c)
	}
	if scale {
		spec.get("properties").(*obj).set("replicas", o("type", "integer"))
		status.get("properties").(*obj).set("replicas", o("type", "integer"))
	}
	if g.p(0.04) {
		spec.set("x-kubernetes-preserve-unknown-fields", true)
	}
	if g.p(0.04) {
		spec.set("x-kubernetes-map-type", pick(g, "atomic", "granular"))
	}
	if p := spec.get("properties").(*obj); g.p(0.06) {
		if f := child(p, pick(g, p.k...)); f != nil && (f.typ() == "integer" || f.typ() == "string") {
			f.set("x-kubernetes-validations", []any{o("rule", "self == oldSelf", "message", "is immutable")})
			if f.typ() == "string" {
				f.set("maxLength", lit("20"))
			}
		}
	}
	props := o("spec", spec, "status", status)
	if g.p(0.3) {
		props.set("data", g.applyNode(1))
	}
	root := o("type", "object", "properties", props)
	if g.p(0.04) {
		root.set("x-kubernetes-preserve-unknown-fields", true)
	}
	if g.p(0.03) {
		root.set("required", []any{"spec"})
	}
	return root
}

// drift makes a few changes to the schema s, which then is that of another version.
func (g *gen) drift(s *obj) {
	var nodes []*obj
	var walk func(*obj)
	walk = func(s *obj) {
		nodes = append(nodes, s)
		if p := child(s, "properties"); p != nil {
			for _, k := range p.k {
				if c := child(p, k); c != nil {
					walk(c)
				}
			}
		}
		for _, k := range []string{"items", "additionalProperties"} {
			if c := child(s, k); c != nil {
				walk(c)
			}
		}
	}
	walk(s)
	for i := 1 + g.n(3); i > 0; i-- {
		n := nodes[1+g.n(len(nodes)-1)]
		switch kindOf(n) {
		case "object":
			p := n.get("properties").(*obj)
			if k := pick(g, p.k...); g.p(0.5) && k != "replicas" && k != "name" && k != "port" && k != "proto" {
				p.del(k)
				n.del("required")
			} else {
				p.set(pick(g, "e", "f"), g.applyNode(0))
			}
			if len(p.k) == 0 {
				p.set("e", g.applyScalar())
			}
		case "map", "any object":
			n.set("x-kubernetes-map-type", pick(g, "atomic", "granular"))
		case "set":
			n.set("x-kubernetes-list-type", "atomic")
		case "keyed":
			n.set("x-kubernetes-list-type", "atomic").del("x-kubernetes-list-map-keys")
		case "array":
			if c := child(n, "items"); kindOf(c) == "string" || kindOf(c) == "integer" {
				n.set("x-kubernetes-list-type", "set")
				c.del("default")
				c.del("nullable")
			}
		case "string":
			if n.get("default") == nil && n.get("enum") == nil && n.get("format") == nil {
				n.set("type", "integer")
				n.del("x-kubernetes-validations")
				n.del("maxLength")
			}
		}
	}
}

type applyCase struct {
	*gen
	group, kind string
	versions    []*obj // entries of spec.versions of the CRD
	storage     int
	scopeNS     bool
	bad         float64
	managers    []string
	last        map[string]*obj // last configuration that each manager has applied
	base        *obj
	recent      *obj // complete object that was sent last
}

func (c *applyCase) schema(v int) *obj {
	return c.versions[v].get("schema").(*obj).get("openAPIV3Schema").(*obj)
}

func (c *applyCase) crd(line int) *obj {
	g := c.gen
	c.kind = pick(g, "Widget", "Foo", "CronTab")
	plural := strings.ToLower(c.kind) + "s"
	c.group = "l" + strconv.Itoa(line) + ".example.com"
	c.scopeNS = g.p(0.7)
	scope := "Cluster"
	if c.scopeNS {
		scope = "Namespaced"
	}
	sub := o()
	if g.p(0.5) {
		sub.set("status", o())
	}
	scale := g.p(0.3)
	if scale {
		sc := o("specReplicasPath", ".spec.replicas", "statusReplicasPath", ".status.replicas")
		sub.set("scale", sc)
	}
	nv := pick(g, 1, 1, 1, 2, 2, 3)
	c.storage = g.n(nv)
	c.versions = nil
	first := g.applyDoc(scale)
	var vs []any
	for i := 0; i < nv; i++ {
		doc := copyOf(first).(*obj)
		if i > 0 && g.p(0.65) {
			g.drift(doc)
		}
		v := o("name", []string{"v1", "v1beta1", "v2"}[i], "served", i == 0 || g.p(0.95), "storage", i == c.storage, "schema", o("openAPIV3Schema", doc))
		if len(sub.k) > 0 && (i == 0 || g.p(0.92)) {
			v.set("subresources", copyOf(sub))
		}
		c.versions = append(c.versions, v)
		vs = append(vs, v)
	}
	return o("apiVersion", "apiextensions.k8s.io/v1", "kind", "CustomResourceDefinition", "metadata", o("name", plural+"."+c.group),
		"spec", o("group", c.group, "scope", scope, "names", o("plural", plural, "singular", strings.ToLower(c.kind), "kind", c.kind, "listKind", c.kind+"List"), "versions", vs))
}
