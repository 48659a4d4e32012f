package near

import (
	"maps"
	"slices"
)

// stringFormats are formats that the server knows, and some that it does not know.
var stringFormats = []string{
	"bsonobjectid", "uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "uuid3",
	"uuid4", "uuid5", "isbn", "isbn10", "isbn13", "creditcard", "ssn", "hexcolor", "rgbcolor",
	"byte", "password", "date", "duration", "datetime", "date-time", "k8s-short-name",
	"k8s-long-name", "int32", "float", "double", "bogus", "ip-v4", "u-ri",
}

// formatted has valid and nearly valid texts of every format.
var formatted = map[string][]string{
	"bsonobjectid": {"507f1f77bcf86cd799439011", "507f1f77bcf86cd79943901"},
	"uri": {"http://example.com/a?b=c#d", "/a/b", "example.com", "http://[::1]:80/", "http://a b/", "://",
		"mailto:a@b.c", "http://%zz/", "*"},
	"email": {"a@b.c", "A <a@b.c>", "a@", "@b", "\"a b\"@c.d", "a@[127.0.0.1]", "a.@b.c",
		"=?utf-8?q?x?= <a@b.c>", "=?utf-8?q??= <a@b.c>", "=?utf-8?b?YQ==?= (c) <a@b.c>",
		"=?x?q?a?= b <a@b.c>", "g: a@b.c, d@e.f;"},
	"hostname": {"localhost", "a_b.example", "-a.example"},
	"ipv4":     {"1.2.3.4", "01.2.3.4", "1.2.3", "256.1.1.1"},
	"ipv6":     {"::1", "::ffff:1.2.3.4", "fe80::1%eth0", "1:2:3:4:5:6:7:8", "1::2::3"},
	"cidr":     {"10.0.0.0/8", "10.0.0.1/33", "::/0", "::/129", "10.0.0.0/08"},
	"mac": {"01:23:45:67:89:ab", "01-23-45-67-89-AB", "0123.4567.89ab", "01:23:45:67:89", "00005e005301",
		"02005e1000000001", "00005E00530"},
	"uuid":       {"123e4567-e89b-12d3-a456-426614174000", "{123e4567-e89b-12d3-a456-426614174000}"},
	"uuid3":      {"123E4567E89B32D3A456426614174000"},
	"uuid4":      {"123e4567-e89b-42d3-a456-426614174000"},
	"uuid5":      {"123e4567-e89b-52d3-8456-426614174000"},
	"isbn":       {"0321751043", "978-0321751041", "0-321-75104-3", "9780321751042", "080442957X"},
	"creditcard": {"4111111111111111", "4111-1111-1111-1111", "378282246310005"},
	"ssn":        {"123-45-6789", "123456789"},
	"hexcolor":   {"#fff", "ffffff", "#ffff"},
	"rgbcolor":   {"rgb(255,255,255)", "rgb( 1, 2,3 )", "rgb(256,0,0)", "rgb(10%,0%,0%)"},
	"byte":       {"aGVsbG8=", "aGVsbG8", "aGVs\nbG8=", "===="},
	"date":       {"2020-01-02", "2020-02-30", "2020-1-2", "2021-02-29", "10000-01-01"},
	"date-time": {"2020-01-02T03:04:05Z", "2020-01-02T03:04:05.678Z", "2020-01-02t03:04:05z",
		"2020-01-02T03:04:05", "2020-01-02T03:04:05+01:00", "2020-01-02 03:04:05Z",
		"2020-01-02T25:04:05Z", "2020-01-02T03:04:60Z", "2020-01-02T24:00:00Z"},
	"duration": {"22 ns", "1h", "1.5h30m", "-3s", "3 days", "1d", "1w", "1 hour", "1", "1x", ".5s", "5.s",
		"1us", "1µs", "1s2d", "∞"},
	"k8s-long-name": {"a-b", "A-b", "a.b.c", "a..b"},
}

var formattedAnyhow = func() (all []string) {
	for _, format := range slices.Sorted(maps.Keys(formatted)) {
		all = append(all, formatted[format]...)
	}
	return all
}()

var formatPieces = []string{
	"", "0", "9", "a", "F", "g", "-", ".", ":", "/", "@", "%", "?", "#", "[", "]", "(", ")", "<", ">", "\"",
	" ", "\t", "\n", "+", "=", "_", ",", ";", "\\", "é", "٠", "T", "t", "Z", "z", "\x00", "\x7f", "\u2028",
}

func (g *generator) textFor(s *Object) any {
	if s.has("format") || g.percent(10) {
		if g.percent(80) {
			return g.mistyped(one(g, g.textsOf(s)...))
		}
	}
	return one(g, g.word(), g.word(), g.name(), "a", "b", "some", "2020-01-02T03:04:05Z")
}

// textsOf returns texts for a schema, in most cases texts of the schema's format.
func (g *generator) textsOf(s *Object) []string {
	format, _ := s.get("format").(string)
	if texts := formatted[format]; len(texts) > 0 && g.percent(70) {
		return texts
	}
	return formattedAnyhow
}

// mistyped replaces some characters by other texts, or inserts texts. In most cases it changes nothing.
func (g *generator) mistyped(text string) string {
	runes := []rune(text)
	for range one(g, 0, 0, 1, 1, 2, 3) {
		at := g.IntN(len(runes) + 1)
		end := min(at+g.IntN(2), len(runes))
		runes = slices.Concat(runes[:at], []rune(one(g, formatPieces...)), runes[end:])
	}
	return string(runes)
}
