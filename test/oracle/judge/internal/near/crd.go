package near

const (
	group        = "apiextensions.k8s.io/"
	v1, v1beta1  = "v1", "v1beta1"
	theKind      = "CustomResourceDefinition"
	longVersions = 12
)

func (g *generator) crd() any {
	version := v1
	if g.percent(35) {
		version = v1beta1
	}
	crd := object("apiVersion", group+version, "kind", theKind, "metadata", g.metadata())
	if g.percent(0.3) {
		crd.set("apiVersion", one[any](g, group+"v1beta2", "v1", "", nil, "apiextensions.k8s.io",
			group, "/v1", "a/b/c"))
	}
	if g.percent(0.3) {
		crd.set("kind", one[any](g, "", nil, "customresourcedefinition", theKind+"List", "Pod"))
	}
	if !g.percent(0.3) {
		crd.add("spec", g.spec(version))
	}
	if g.percent(30) {
		crd.add("status", g.status())
	}
	if g.percent(15) {
		shuffle(g, crd.Members)
	}
	return crd
}

func (g *generator) spec(version string) *Object {
	spec := object("group", one(g, "example.com", "example.com", "", "K8S.io", "e\xffx"),
		"names", g.names(),
		"scope", one(g, "Namespaced", "Cluster", "", "namespaced"))
	g.preserve(spec, version)
	mixed := g.percent(6) // adds fields of the other API version, which are unknown in this one
	if version == v1beta1 != mixed {
		g.topLevel(spec, version)
	}
	if !g.percent(1) || version == v1beta1 {
		spec.add("versions", g.versions(version))
	}
	if g.percent(15) {
		spec.add("conversion", g.conversion(version, mixed))
	}
	return spec
}

// preserve sets preserveUnknownFields. In v1beta1, its default is true.
func (g *generator) preserve(spec *Object, version string) {
	switch {
	case version == v1beta1 && g.percent(80):
		spec.add("preserveUnknownFields", false)
	case g.percent(6):
		spec.add("preserveUnknownFields", one[any](g, true, false, nil))
	}
}

// topLevel adds fields that the versions of a v1beta1 CRD may have in common.
func (g *generator) topLevel(spec *Object, version string) {
	if g.percent(60) {
		spec.add("version", one(g, "v1", "v1", "v2", "", "v1alpha1"))
	}
	if g.percent(50) {
		spec.add("validation", g.validationOf())
	}
	if g.percent(12) {
		spec.add("subresources", g.subresources())
	}
	if g.percent(10) {
		spec.add("additionalPrinterColumns", g.columns(version))
	}
	if g.percent(3) {
		spec.add("selectableFields", g.selectableFields())
	}
}

func (g *generator) validationOf() any {
	switch g.IntN(25) {
	case 0:
		return nil
	case 1:
		return object()
	case 2:
		return object("openAPIV3Schema", nil)
	}
	return object("openAPIV3Schema", g.schema())
}

func (g *generator) versions(version string) any {
	n := one(g, 0, 1, 1, 1, 1, 1, 1, 2, 2, 3)
	if g.percent(1) {
		n = longVersions
	}
	versions := &List{}
	var same any
	if g.percent(50) {
		same = g.validationOf()
	}
	for i := range n {
		versions.Items = append(versions.Items, g.version(version, i, same))
	}
	if n == 0 && g.percent(30) {
		return nil
	}
	return versions
}

func (g *generator) version(version string, i int, same any) any {
	if g.percent(0.3) {
		return one[any](g, nil, object())
	}
	v := object("name", one(g, "v1", "v2", "v1beta1", "v1alpha1", ""), "served", g.percent(80),
		"storage", i == 0)
	if i == 0 && g.percent(70) {
		v.set("name", "v1")
	}
	switch {
	case version == v1beta1 && g.percent(40):
	case same != nil && g.percent(80):
		v.add("schema", copyOf(same))
	case g.percent(92):
		v.add("schema", g.validationOf())
	}
	if g.percent(5) {
		v.add("deprecated", g.coin())
		v.add("deprecationWarning", one[any](g, "old", "", nil, g.word()))
	}
	if g.percent(10) {
		v.add("subresources", g.subresources())
	}
	if g.percent(10) {
		v.add("additionalPrinterColumns", g.columns(version))
	}
	if g.percent(3) {
		v.add("selectableFields", g.selectableFields())
	}
	return v
}

func (g *generator) status() any {
	status := object()
	if g.percent(70) {
		status.add("conditions", g.some(3, g.statusCondition))
	}
	if g.percent(60) {
		status.add("acceptedNames", g.names())
	}
	if g.percent(60) {
		status.add("storedVersions", one[any](g, list("v1"), list(), nil, list("v1", "v2"),
			list("")))
	}
	if g.percent(10) {
		status.add("observedGeneration", g.integer())
	}
	return status
}

func (g *generator) statusCondition() any {
	c := object(
		"type", one(g, "Established", "NamesAccepted", "NonStructuralSchema", "Terminating", ""),
		"status", one(g, "True", "False", "Unknown", "", "true"))
	if g.percent(60) {
		c.add("lastTransitionTime", g.time())
	}
	if g.percent(60) {
		c.add("reason", one(g, "Violations", "StructuralError", "", "InitialNamesAccepted"))
		c.add("message", g.word())
	}
	if g.percent(10) {
		c.add("observedGeneration", g.integer())
	}
	return c
}
