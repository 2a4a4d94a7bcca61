package entry

import (
	"slices"
	"testing"
)

func TestTheReasonsOfADouble(t *testing.T) {
	free, seen, torn := Scan{Detail: "x"}, Scan{Forced: true, Detail: "seen"}, Scan{Forced: true, Detail: "torn"}
	for name, c := range map[string]struct {
		d    Double
		want []string
	}{
		"nobody's":  {Double{0, free, free}, nil},
		"the first": {Double{0, seen, free}, []string{"seen"}},
		"both":      {Double{0, seen, torn}, []string{"seen", "torn"}},
		"the same":  {Double{0, seen, seen}, []string{"seen"}},
	} {
		if got := c.d.Reasons(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
