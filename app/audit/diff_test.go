package audit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// diffOf is what the log tells of a change of a record of a table, which is about people or not.
func diffOf(table string, old, rec any) []Field {
	d := differ{personal: table == "customers", secret: func(string) bool { return false }}
	return d.diff(old, rec)
}

type inner struct {
	City  string `msgpack:"c"`
	Token string `msgpack:"t"`
}

type record struct {
	ID           int64      `msgpack:"i"`
	Name         string     `msgpack:"n"`
	CompanyID    int64      `msgpack:"ci"`
	RoleIDs      []int64    `msgpack:"r"`
	PasswordHash string     `msgpack:"p"`
	Born         *time.Time `msgpack:"b"`
	At           inner      `msgpack:"a"`
	Many         []inner    `msgpack:"m"`
	Raw          []byte     `msgpack:"w"`
	Did          Did        `msgpack:"d"`
	Derived      string     `msgpack:"-"`
	UpdatedAt    time.Time  `msgpack:"u"`
}

func TestWhatIsShownOfAChange(t *testing.T) {
	born := time.Date(1990, 1, 2, 0, 0, 0, 0, time.UTC)
	full := func() *record {
		return &record{ID: 1, Name: "Ada", CompanyID: 4, RoleIDs: []int64{1, 2}, PasswordHash: "h1", Born: &born, At: inner{"Rome", "t1"}, Many: []inner{{"Oslo", "t2"}}, Raw: []byte("abc"), Did: Edited, Derived: "x"}
	}
	changed := func(f func(*record)) *record { r := full(); f(r); return r }
	for name, c := range map[string]struct {
		table string
		rec   *record
		want  string
	}{
		"nothing":                       {"things", full(), "[]"},
		"derived fields are left out":   {"things", changed(func(r *record) { r.UpdatedAt, r.Derived, r.ID = born, "y", 9 }), "[]"},
		"a text":                        {"things", changed(func(r *record) { r.Name = "Bob" }), "[{name Ada Bob}]"},
		"a text about a person":         {"customers", changed(func(r *record) { r.Name = "Bob" }), "[{name *** ***}]"},
		"a number about a person":       {"customers", changed(func(r *record) { r.CompanyID = 5 }), "[{companyId 4 5}]"},
		"a secret tells that it is one": {"things", changed(func(r *record) { r.PasswordHash = "h2" }), "[{passwordHash *** ***}]"},
		"a secret that is gone":         {"things", changed(func(r *record) { r.PasswordHash = "" }), "[{passwordHash *** }]"},
		"a list":                        {"things", changed(func(r *record) { r.RoleIDs = []int64{2} }), "[{roleIds [1, 2] [2]}]"},
		"a field inside":                {"things", changed(func(r *record) { r.At.City = "Bari" }), "[{at.city Rome Bari}]"},
		"a secret inside":               {"things", changed(func(r *record) { r.At.Token = "t9" }), "[{at.token *** ***}]"},
		"a secret inside a list":        {"things", changed(func(r *record) { r.Many[0] = inner{"Oslo", "t3"} }), "[{many [{city: Oslo, token: ***}] [{city: Oslo, token: ***}]}]"},
		"a list about a person":         {"customers", changed(func(r *record) { r.Many[0].City = "Bonn" }), "[{many [{city: ***, token: ***}] [{city: ***, token: ***}]}]"},
		"bytes":                         {"things", changed(func(r *record) { r.Raw = []byte("abcd") }), "[{raw 3 bytes 4 bytes}]"},
		"a word of the program":         {"customers", changed(func(r *record) { r.Did = Deleted }), "[{did edited deleted}]"},
		"a time that goes":              {"things", changed(func(r *record) { r.Born = nil }), "[{born 1990-01-02T00:00:00Z }]"},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(fmt.Sprint(diffOf(c.table, full(), c.rec)), c.want)
		})
	}
	t.Run("long texts are cut", func(t *testing.T) {
		is := is.New(t)
		got := diffOf("things", nil, &record{Name: strings.Repeat("ä", 4_000)})
		is.Equal(len(got), 1)
		is.True(len(got[0].After) <= MaxText+len("…"))
	})
}
