package rest

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRowsAreWrittenLikeAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := make([]sample, rapid.IntRange(0, 4).Draw(t, "rows"))
		for i := range list {
			list[i] = drawSample(t)
		}
		want, err := plainJSON(struct{ Rows []sample }{list})
		if err != nil {
			t.Fatal(err)
		}
		got, err := encodeText(struct{ Rows Rows[sample] }{Rows[sample]{len(list), func(i int, row *sample) { *row = list[i] }}}, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}
