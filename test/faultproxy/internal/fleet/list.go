package fleet

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// list answers with the newest state. With resourceVersion=0, it sends all objects in one page, as a watch cache does.
func (f *Fleet) list(query url.Values) *http.Response {
	limit, _ := strconv.Atoi(query.Get("limit"))
	if query.Get("resourceVersion") == "0" {
		limit = 0
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	version, from := f.version, 0
	if token := query.Get("continue"); token != "" {
		last := ""
		if version, last = readToken(token); version < f.oldest {
			return failure(410, "Expired", "The provided continue parameter is too old to display a consistent list result.")
		}
		from, _ = slices.BinarySearch(f.names, last+"\x00")
	}
	to := len(f.names)
	if limit > 0 {
		to = min(to, from+limit)
	}
	metadata := fmt.Sprintf(`{"resourceVersion":"%d"}`, version)
	if to < len(f.names) {
		metadata = fmt.Sprintf(`{"resourceVersion":"%d","continue":"%s","remainingItemCount":%d}`,
			version, token(version, f.names[to-1]), len(f.names)-to)
	}
	body := []byte(`{"kind":"CustomResourceDefinitionList","apiVersion":"` + groupVersion + `","metadata":` + metadata + `,"items":[`)
	for i, name := range f.names[from:to] {
		if i > 0 {
			body = append(body, ',')
		}
		body = f.objects[name].append(body)
	}
	// These changes need no watch: a client that has read the complete list knows them.
	if to == len(f.names) && version > f.read {
		f.read = version
		f.announce()
	}
	return answer(200, append(body, "]}\n"...))
}

// token returns the continue token after a page: the version of the list's first page, and the name of the page's last
// object.
func token(version int, last string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(version) + ":" + last))
}

// readToken returns the version and the name in a continue token. For an invalid token, the version is -1, which is
// always too old.
func readToken(token string) (version int, last string) {
	text, _ := base64.RawURLEncoding.DecodeString(token)
	number, last, _ := strings.Cut(string(text), ":")
	version, err := strconv.Atoi(number)
	if err != nil {
		return -1, ""
	}
	return version, last
}
