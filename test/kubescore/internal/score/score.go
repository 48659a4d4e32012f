// Package score runs kube-score on objects.
package score

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/zegl/kube-score/config"
	"github.com/zegl/kube-score/domain"
	"github.com/zegl/kube-score/parser"
	"github.com/zegl/kube-score/score"
	"github.com/zegl/kube-score/score/checks"
	"github.com/zegl/kube-score/scorecard"
)

// Release is the Kubernetes release whose deprecated APIs kube-score reports.
var Release = config.Semver{Major: 1, Minor: 36}

type file struct{ io.Reader }

func (file) Name() string { return "objects" }

// Check returns "TEST: KIND NAME: WHAT" for each test of kube-score, including optional ones, that finds a problem in
// the objects of a JSON list. A list without known objects is an error.
func Check(objects []byte) ([]string, error) {
	parsed, err := parse(objects)
	if err != nil {
		return nil, err
	}
	optional := map[string]struct{}{}
	for _, check := range score.RegisterAllChecks(parser.Empty(), nil, nil).All() {
		if check.Optional {
			optional[check.ID] = struct{}{}
		}
	}
	run := &config.RunConfiguration{EnabledOptionalTests: optional, KubernetesVersion: Release, MinReplicasDeployment: 2, MinReplicasHPA: 2}
	card, err := score.Score(parsed, score.RegisterAllChecks(parsed, &checks.Config{}, run), run)
	if err != nil {
		return nil, err
	}
	if len(*card) == 0 {
		return nil, fmt.Errorf("there is nothing to score")
	}
	return complaints(*card), nil
}

func parse(objects []byte) (domain.AllTypes, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(objects, &all); err != nil {
		return nil, err
	}
	reader, err := parser.New(&parser.Config{})
	if err != nil {
		return nil, err
	}
	var documents [][]byte
	for _, object := range all {
		documents = append(documents, object)
	}
	return reader.ParseFiles([]domain.NamedReader{file{bytes.NewReader(bytes.Join(documents, []byte("\n---\n")))}})
}

func complaints(card scorecard.Scorecard) (found []string) {
	for _, object := range card {
		for _, check := range object.Checks {
			if check.Skipped || check.Grade > scorecard.GradeWarning {
				continue
			}
			summary := ""
			if len(check.Comments) > 0 {
				summary = check.Comments[0].Summary
			}
			found = append(found, fmt.Sprintf("%s: %s %s: %s", check.Check.ID, object.TypeMeta.Kind, object.ObjectMeta.Name, summary))
		}
	}
	slices.Sort(found)
	return found
}
