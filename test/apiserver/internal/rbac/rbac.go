// Package rbac decides about requests by the RBAC manifests that a project ships: ClusterRole, ClusterRoleBinding, Role
// and RoleBinding.
package rbac

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Policy has the rights in a set of manifests. A nil Policy allows discovery to all users, and everything to
// system:masters. Several goroutines can use a Policy at the same time.
type Policy struct {
	rights []*right
}

// Request describes a request. Resource includes the subresource: "customresourcedefinitions/status". Path is set only
// for requests without a resource.
type Request struct {
	User   string
	Groups []string
	Verb   string

	APIGroup, Resource, Name, Namespace string

	Path string
}

type roleKey struct{ kind, namespace, name string }

type rule struct{ Verbs, APIGroups, Resources, ResourceNames, NonResourceURLs []string }

type subject struct{ Kind, Name, Namespace string }

type manifest struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
	Rules    []rule
	RoleRef  struct{ Kind, Name string }
	Subjects []subject
}

// The rights that system:public-info-viewer (all users) and system:discovery (authenticated users) have on a cluster.
var (
	publicInfo = rule{Verbs: []string{"get"}, NonResourceURLs: []string{"/healthz", "/livez", "/readyz", "/version", "/version/"}}
	discovery  = rule{Verbs: []string{"get"}, NonResourceURLs: []string{"/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*"}}
)

// Load reads the RBAC manifests in a file of several documents, which toJSON converts to JSON. It skips documents of
// other kinds.
func Load(file []byte, toJSON func([]byte) ([]byte, error)) (*Policy, error) {
	roles, bindings := map[roleKey][]rule{}, []manifest{}
	for _, document := range strings.Split("\n"+string(file), "\n---") {
		text, err := toJSON([]byte(document))
		if err != nil {
			return nil, fmt.Errorf("RBAC manifest: %w", err)
		}
		var m manifest
		if err := json.Unmarshal(text, &m); err != nil {
			return nil, fmt.Errorf("RBAC manifest: %w", err)
		}
		switch m.Kind {
		case "ClusterRole", "Role":
			roles[roleKey{m.Kind, m.Metadata.Namespace, m.Metadata.Name}] = m.Rules
		case "ClusterRoleBinding", "RoleBinding":
			bindings = append(bindings, m)
		}
	}
	p := &Policy{}
	for _, binding := range bindings {
		p.rights = append(p.rights, binding.rights(roles)...)
	}
	return p, nil
}

// Allows decides about a request, and marks the right that allowed it as used.
func (p *Policy) Allows(q Request) bool {
	if slices.Contains(q.Groups, "system:masters") || publicInfo.allows(q) {
		return true
	}
	if slices.Contains(q.Groups, "system:authenticated") && discovery.allows(q) {
		return true
	}
	return p != nil && slices.ContainsFunc(p.rights, func(r *right) bool { return r.grants(q) })
}

func (s subject) is(q Request) bool {
	switch s.Kind {
	case "User":
		return s.Name == q.User
	case "Group":
		return slices.Contains(q.Groups, s.Name)
	case "ServiceAccount":
		return q.User == "system:serviceaccount:"+s.Namespace+":"+s.Name
	}
	return false
}

func (r rule) allows(q Request) bool {
	if !covers(r.Verbs, q.Verb) {
		return false
	}
	if q.Path != "" {
		return slices.ContainsFunc(r.NonResourceURLs, func(url string) bool { return matches(url, q.Path) })
	}
	return covers(r.APIGroups, q.APIGroup) && r.coversResource(q.Resource) &&
		(len(r.ResourceNames) == 0 || slices.Contains(r.ResourceNames, q.Name))
}

func (r rule) coversResource(resource string) bool {
	_, sub, found := strings.Cut(resource, "/")
	return covers(r.Resources, resource) || found && slices.Contains(r.Resources, "*/"+sub)
}

func covers(list []string, word string) bool {
	return slices.Contains(list, "*") || slices.Contains(list, word)
}

func matches(url, path string) bool {
	prefix, star := strings.CutSuffix(url, "*")
	return url == path || star && strings.HasPrefix(path, prefix)
}
