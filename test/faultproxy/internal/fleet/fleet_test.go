package fleet

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func fleetOf(t *testing.T, n int) *Fleet {
	t.Helper()
	f, err := Generate(n, http.NewServeMux())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

type listed struct {
	Metadata struct{ ResourceVersion, Continue string }
	Items    []struct{ Metadata struct{ Name string } }
	Code     int
}

func ask(t *testing.T, f *Fleet, method, path, body string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := f.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func list(t *testing.T, f *Fleet, query string) (l listed) {
	t.Helper()
	text, _ := io.ReadAll(ask(t, f, "GET", collection+"?"+query, "").Body)
	if err := json.Unmarshal(text, &l); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return l
}

// events starts a watch with this query, and returns its first n events, each as "TYPE version".
func events(t *testing.T, f *Fleet, query string, n int) (got []string) {
	t.Helper()
	body := ask(t, f, "GET", collection+"?watch=true&"+query, "").Body
	defer body.Close()
	lines := bufio.NewScanner(body)
	for lines.Buffer(nil, 1<<20); len(got) < n && lines.Scan(); {
		var e struct {
			Type   string
			Object struct {
				Code     int
				Metadata struct{ ResourceVersion string }
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(e.Type, " ", e.Object.Metadata.ResourceVersion, e.Object.Code))
	}
	return got
}

func TestPagesAreTheWholeList(t *testing.T) {
	f := fleetOf(t, 25)
	first := list(t, f, "limit=10")
	second := list(t, f, "limit=10&continue="+first.Metadata.Continue)
	third := list(t, f, "limit=10&continue="+second.Metadata.Continue)
	names := map[string]bool{}
	for _, page := range []listed{first, second, third} {
		for _, item := range page.Items {
			names[item.Metadata.Name] = true
		}
	}
	if len(names) != 25 || third.Metadata.Continue != "" || third.Metadata.ResourceVersion != "25" {
		t.Errorf("%d names, %+v", len(names), third.Metadata)
	}
	if whole := list(t, f, "limit=10&resourceVersion=0"); len(whole.Items) != 25 {
		t.Errorf("from the cache: %d", len(whole.Items))
	}
	f.do(func() { f.version++; f.log, f.oldest = nil, f.version })
	if late := list(t, f, "limit=10&continue="+first.Metadata.Continue); late.Code != 410 {
		t.Errorf("a token from before: %+v", late)
	}
}

func TestWatches(t *testing.T) {
	f := fleetOf(t, 2)
	f.do(func() { f.update(*f.objects[f.names[0]]); f.update(*f.objects[f.names[1]]) })
	f.do(func() { f.version++; f.append(event{"BOOKMARK", &object{version: f.version}}) })
	for query, want := range map[string]string{
		"resourceVersion=2&allowWatchBookmarks=true": "[MODIFIED 30 MODIFIED 40 BOOKMARK 50]",
		"resourceVersion=3&allowWatchBookmarks=true": "[MODIFIED 40 BOOKMARK 50]",
		"resourceVersion=3":                          "[MODIFIED 40]",
		"":                                           "[ADDED 30 ADDED 40]",
		"sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true": "[ADDED 30 ADDED 40 BOOKMARK 50]",
	} {
		if got := fmt.Sprint(events(t, f, query, strings.Count(want, " 3")+strings.Count(want, " 4")+strings.Count(want, " 5"))); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if refused := ask(t, f, "GET", collection+"?watch=true&resourceVersion=1", ""); refused.StatusCode != 410 {
		t.Errorf("too old: %s", refused.Status)
	}
}

func TestPatchesTestAndWrite(t *testing.T) {
	f := fleetOf(t, 1)
	path := collection + "/" + f.names[0] + "/status"
	patch := `[{"op":"test","path":"/metadata/resourceVersion","value":"%d"},
		{"op":"add","path":"/status/conditions/-","value":{"type":"NonStructuralSchema","status":"True"}}]`
	if stale := ask(t, f, "PATCH", path, fmt.Sprintf(patch, 7)); stale.StatusCode != 422 {
		t.Error(stale.Status)
	}
	if written := ask(t, f, "PATCH", path, fmt.Sprintf(patch, 1)); written.StatusCode != 200 {
		t.Error(written.Status)
	}
	if s := f.State(); s.NonStructural != 1 || s.Version != 2 || s.Writes != 1 {
		t.Errorf("%+v", s)
	}
}

func TestAStormWaitsForItsWatch(t *testing.T) {
	f := fleetOf(t, 3)
	ended := make(chan bool)
	go func() {
		f.storm(t.Context(), 3*ahead)
		close(ended)
	}()
	got := events(t, f, "resourceVersion=3", 3*ahead)
	<-ended
	if len(got) != 3*ahead || got[len(got)-1] != fmt.Sprintf("MODIFIED %d0", 3+3*ahead) {
		t.Errorf("%d events, the last is %s", len(got), got[len(got)-1])
	}
}
