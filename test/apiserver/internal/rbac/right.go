package rbac

import (
	"slices"
	"strings"
	"sync/atomic"
)

// right is one verb on one resource, as one binding grants it.
type right struct {
	binding manifest
	role    roleKey
	rule    rule // each list that is not empty has exactly one entry
	used    atomic.Bool
}

// rights returns the rights of a binding, in the order of the role's rules.
func (m manifest) rights(roles map[roleKey][]rule) []*right {
	role := roleKey{kind: m.RoleRef.Kind, name: m.RoleRef.Name}
	if role.kind == "Role" {
		role.namespace = m.Metadata.Namespace
	}
	var all []*right
	for _, r := range roles[role] {
		for _, single := range r.split() {
			all = append(all, &right{binding: m, role: role, rule: single})
		}
	}
	return all
}

func (r *right) grants(q Request) bool {
	if r.binding.Kind == "RoleBinding" && (q.Namespace == "" || q.Namespace != r.binding.Metadata.Namespace) {
		return false
	}
	if !slices.ContainsFunc(r.binding.Subjects, func(s subject) bool { return s.is(q) }) || !r.rule.allows(q) {
		return false
	}
	r.used.Store(true)
	return true
}

// Unused returns the rights that have allowed no request, or only requests that an earlier right also allows.
func (p *Policy) Unused() []string {
	unused := []string{}
	if p == nil {
		return unused
	}
	for _, r := range p.rights {
		if !r.used.Load() {
			unused = append(unused, r.String())
		}
	}
	return unused
}

// String returns "Role ops/leases: update coordination.k8s.io/leases lock".
func (r *right) String() string {
	name := r.role.kind + " " + strings.TrimPrefix(r.role.namespace+"/"+r.role.name, "/") + ":"
	what := strings.Join(slices.Concat(r.rule.APIGroups, r.rule.Resources), "/")
	return strings.Join(slices.Concat([]string{name}, r.rule.Verbs, []string{what}, r.rule.ResourceNames, r.rule.NonResourceURLs), " ")
}

// split returns one rule for each combination of the entries in the rule's lists.
func (r rule) split() []rule {
	all := []rule{{}}
	for _, list := range []struct {
		words []string
		into  func(*rule) *[]string
	}{
		{r.Verbs, func(r *rule) *[]string { return &r.Verbs }},
		{r.APIGroups, func(r *rule) *[]string { return &r.APIGroups }},
		{r.Resources, func(r *rule) *[]string { return &r.Resources }},
		{r.ResourceNames, func(r *rule) *[]string { return &r.ResourceNames }},
		{r.NonResourceURLs, func(r *rule) *[]string { return &r.NonResourceURLs }},
	} {
		all = multiply(all, list.words, list.into)
	}
	return all
}

func multiply(rules []rule, words []string, into func(*rule) *[]string) []rule {
	if len(words) == 0 {
		return rules
	}
	var product []rule
	for _, r := range rules {
		for _, word := range words {
			single := r
			*into(&single) = []string{word}
			product = append(product, single)
		}
	}
	return product
}
