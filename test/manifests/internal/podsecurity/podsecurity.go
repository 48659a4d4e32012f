// Package podsecurity checks Pods as the API server's admission does.
package podsecurity

import (
	"encoding/json"
	"fmt"

	apps "k8s.io/api/apps/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// Restricted checks the Pods of the Deployments in a JSON list of objects. It returns the reasons why they do not meet
// the Pod Security level "restricted" of the latest version. A list without a Deployment is an error.
func Restricted(objects []byte) ([]string, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(objects, &all); err != nil {
		return nil, err
	}
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return nil, err
	}
	var violations []string
	judged := 0
	for _, text := range all {
		var kind meta.TypeMeta
		if err := json.Unmarshal(text, &kind); err != nil || kind.Kind != "Deployment" {
			continue
		}
		judged++
		var deployment apps.Deployment
		if err := json.Unmarshal(text, &deployment); err != nil {
			return nil, err
		}
		violations = append(violations, restricted(evaluator, deployment)...)
	}
	if judged == 0 {
		return nil, fmt.Errorf("there is no Deployment")
	}
	return violations, nil
}

func restricted(evaluator policy.Evaluator, d apps.Deployment) (violations []string) {
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	pod := d.Spec.Template
	for _, result := range evaluator.EvaluatePod(level, &pod.ObjectMeta, &pod.Spec) {
		if !result.Allowed {
			violations = append(violations, fmt.Sprintf("%s: %s: %s", d.Name, result.ForbiddenReason, result.ForbiddenDetail))
		}
	}
	return violations
}
