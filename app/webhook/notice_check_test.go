package webhook

import "testing"

// TestANoticeIsOfSomething: what is stored names kinds that there are.
func TestANoticeIsOfSomething(t *testing.T) {
	for name, c := range map[string]struct {
		n    notice
		good bool
	}{
		"one kind":      {notice{}, true},
		"two kinds":     {notice{Also: 1}, true},
		"no kind":       {notice{Kind: -1}, false},
		"another kind":  {notice{Kind: int64(len(traits))}, false},
		"also others":   {notice{Also: 1 << len(traits)}, false},
		"also negative": {notice{Also: -1}, false},
	} {
		if err := c.n.check(); (err == nil) != c.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
