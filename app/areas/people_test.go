package areas_test

import (
	"flag"
	"os"
	"testing"

	"github.com/matryer/is"

	"marquee/app/areas"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestWhatTablesSayOfPeople: whoever adds a text to a table sees here whether it counts as one
// about somebody, and what an erasure does with it.
func TestWhatTablesSayOfPeople(t *testing.T) {
	is := is.New(t)
	const file = "testdata/people.txt"
	got := areas.Definition().Schema.DescribePeople()
	if *update {
		is.NoErr(os.MkdirAll("testdata", 0o755))
		is.NoErr(os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	is.NoErr(err)
	is.Equal(got, string(want)) // go test ./app/areas -run WhatTablesSay -update
}
