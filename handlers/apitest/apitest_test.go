package apitest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		name, want, got, wrong string
	}{
		{"equal", `{"a": 1, "b": [true, null, "x"]}`, `{"b":[true,null,"X"],"a":1}`, ""},
		{"another value", `{"a": 1}`, `{"a":2}`, ".a is 2, want 1"},
		{"a missing member", `{"a": 1, ...}`, `{"b":2}`, ".a is missing"},
		{"an extra member", `{"a": 1}`, `{"a":1,"b":2}`, ".b = 2 is not expected"},
		{"an open object", `{"a": 1, ...}`, `{"a":1,"b":2}`, ""},
		{"an open list", `[1, ...]`, `[1,2,3]`, ""},
		{"a longer list", `[1]`, `[1,2]`, "has 2 entries, want 1"},
		{"kinds", `[*int, *string, *bool, *time, *, *?int, *list]`, `[1,"a",false,"2027-01-01T00:00:00.000000Z",{},null,[]]`, ""},
		{"a wrong kind", `[*int]`, `[1.5]`, ".0 is 1.5, want *int"},
		{"a start", `["/v1/*"]`, `["/V1/x"]`, ""},
		{"a variable that agrees", `[$x, $x]`, `[7,7]`, ""},
		{"a variable that does not", `[$x, $x]`, `[7,8]`, ".1 is 8, want $x = 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			p, err := parsePattern(c.want, strings.ToUpper)
			is.NoErr(err)
			d := json.NewDecoder(strings.NewReader(c.got))
			d.UseNumber()
			var got any
			is.NoErr(d.Decode(&got))
			is.Equal(strings.Join(p.match("", got, map[string]any{}), "\n"), strings.Replace(c.wrong, "has 2 entries, want 1", " has 2 entries, want 1: [1,2]", 1))
		})
	}
}

func TestParse(t *testing.T) {
	t.Run("a step has its parts", func(t *testing.T) {
		is := is.New(t)
		f, err := Parse("x.txt", "# c\n== one\nclock +1h\nPOST /venues as owner@B\nAccept-Language: de\n{\"a\":\n1}\n-> 201\nX-A: *\n{...}\n\nGET / as nobody\n-> 401\n")
		is.NoErr(err)
		is.Equal(len(f.Sections[0].Steps), 3)
		s := f.Sections[0].Steps[1]
		is.Equal(s.Who, "owner@B")
		is.Equal(s.Header, [][2]string{{"Accept-Language", "de"}})
		is.Equal(s.Body, "{\"a\":\n1}\n")
		is.Equal(s.Status, 201)
		is.Equal(s.WantHeader, [][2]string{{"X-A", "*"}})
	})
	t.Run("a step without an answer is refused", func(t *testing.T) {
		is := is.New(t)
		_, err := Parse("x.txt", "== one\nGET / as owner\n== two\n")
		is.True(err != nil)
	})
}
