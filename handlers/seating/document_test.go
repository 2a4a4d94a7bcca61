package seating

import (
	"bytes"
	"strings"
	"testing"

	"github.com/matryer/is"
)

const small = `{"name": "S", "focalPoint": {"x": 1.5, "y": -2}, "priceBands": [{"name": "A"}],
	"rows": [{"name": "1", "priceBand": "A", "seats": [{"name": "1", "x": 0, "y": 0, "gapAfter": true}, {"name": "2", "x": 1, "y": 0, "status": "hidden"}]}],
	"generalAdmissionAreas": [{"name": "P", "priceBand": "A", "capacity": 20}]}`

func TestAPlanIsReadStrictly(t *testing.T) {
	for _, c := range []struct{ must, text, want string }{
		{"a field that nobody knows", strings.Replace(small, `"gapAfter"`, `"gap"`, 1), "plan.rows.0.seats.0.gap: is not known"},
		{"a field twice", strings.Replace(small, `"name": "S"`, `"name": "S", "name": "T"`, 1), "plan.name: is there twice"},
		{"a number as text", strings.Replace(small, `"x": 1,`, `"x": "1",`, 1), "plan.rows.0.seats.1.x: must be a number"},
		{"a number beyond all", strings.Replace(small, `"x": 1,`, `"x": 1e999,`, 1), "plan.rows.0.seats.1.x: must be a number"},
		{"a text as number", strings.Replace(small, `"name": "2"`, `"name": 2`, 1), "plan.rows.0.seats.1.name: must be a text"},
		{"half a person", strings.Replace(small, `20`, `2.5`, 1), "plan.generalAdmissionAreas.0.capacity: must be an integer"},
		{"an object as list", strings.Replace(small, `"priceBands": [{"name": "A"}]`, `"priceBands": {"name": "A"}`, 1), "plan.priceBands: must be a list"},
		{"a list as object", strings.Replace(small, `{"x": 1.5, "y": -2}`, `[1, {"x": [2]}]`, 1), "plan.focalPoint: must be an object"},
		{"an unknown status", strings.Replace(small, `hidden`, `gone`, 1), "plan.rows.0.seats.1.status: must be one of"},
		{"a flag as number", strings.Replace(small, `true`, `1`, 1), "plan.rows.0.seats.0.gapAfter: must be true or false"},
		{"a whole row", strings.Replace(small, `"rows": [{`, `"rows": [{"wholeOnly": true, `, 1), "plan.rows.0.wholeOnly: is not known"},
		{"no number", strings.Replace(small, `1.5`, `NaN`, 1), "is not valid JSON"},
		{"no end", small[:len(small)-1], "is not valid JSON"},
		{"two plans", small + small, "is not valid JSON"},
		{"no object", `[]`, "plan: must be an object"},
	} {
		t.Run(c.must, func(t *testing.T) {
			_, err := ReadDocument([]byte(c.text), "plan")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestAPlanIsWrittenAsItIsRead(t *testing.T) {
	is := is.New(t)
	d, err := ReadDocument([]byte(small), "plan")
	is.NoErr(err)
	is.NoErr(d.Check("plan."))
	is.Equal(d.Focal.X, 1.5)
	d.Rows[0].Band = ""
	for i := range d.Rows[0].Seats {
		d.Rows[0].Seats[i].Band = "A" // each seat says its own
	}
	text, err := WriteDocument(&d)
	is.NoErr(err)
	again, err := ReadDocument(text, "plan")
	is.NoErr(err)
	is.Equal(again, d)
}

// FuzzDocument reads whatever there is: it never fails but with the path of a mistake, and
// what it takes can be written and read again.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(`{"rows":[{"seats":[{"x":1e400}]}]}`))
	f.Add([]byte(`{"name":{"a":[[[]]]},"name":null}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadDocument(text, "plan")
		if err != nil || d.Check("plan.") != nil {
			return
		}
		written, err := WriteDocument(&d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadDocument(written, "plan")
		if err != nil {
			t.Fatalf("%v of %s", err, written)
		}
		twice, err := WriteDocument(&again)
		if err != nil || !bytes.Equal(written, twice) {
			t.Fatalf("%s became %s: %v", written, twice, err)
		}
	})
}
