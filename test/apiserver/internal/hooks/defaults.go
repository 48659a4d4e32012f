package hooks

import (
	v1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Defaults that an API server sets in webhook configurations, according to the comments of their types
// (k8s.io/api/admissionregistration/v1/types.go).

func defaultValidating(w *v1.ValidatingWebhook) {
	orElse(&w.FailurePolicy, v1.Fail)
	orElse(&w.MatchPolicy, v1.Equivalent)
	orElse(&w.NamespaceSelector, metav1.LabelSelector{})
	orElse(&w.ObjectSelector, metav1.LabelSelector{})
	orElse(&w.TimeoutSeconds, 10)
	defaultRules(w.Rules)
}

func defaultMutating(w *v1.MutatingWebhook) {
	orElse(&w.FailurePolicy, v1.Fail)
	orElse(&w.MatchPolicy, v1.Equivalent)
	orElse(&w.NamespaceSelector, metav1.LabelSelector{})
	orElse(&w.ObjectSelector, metav1.LabelSelector{})
	orElse(&w.TimeoutSeconds, 10)
	orElse(&w.ReinvocationPolicy, v1.NeverReinvocationPolicy)
	defaultRules(w.Rules)
}

func defaultRules(rules []v1.RuleWithOperations) {
	for i := range rules {
		orElse(&rules[i].Scope, v1.AllScopes)
	}
}

func orElse[T any](field **T, value T) {
	if *field == nil {
		*field = &value
	}
}
