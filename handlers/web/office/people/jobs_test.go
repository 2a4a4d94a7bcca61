package people

import (
	"testing"

	"marquee/app"
)

// TestEveryAbilityIsPartOfOneJob: whoever reads what somebody may do reads all of it, once.
func TestEveryAbilityIsPartOfOneJob(t *testing.T) {
	in := map[app.Ability]int{}
	for _, j := range jobs {
		for _, a := range j.of {
			in[a]++
		}
	}
	for _, a := range app.Abilities {
		if in[a] != 1 {
			t.Errorf("%s is in %d jobs", a, in[a])
		}
		delete(in, a)
	}
	for a := range in {
		t.Errorf("%s is no ability", a)
	}
}
