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
		"nobody's":  {Double{free, free}, nil},
		"the first": {Double{seen, free}, []string{"seen"}},
		"both":      {Double{seen, torn}, []string{"seen", "torn"}},
		"the same":  {Double{seen, seen}, []string{"seen"}},
	} {
		if got := c.d.Reasons(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
