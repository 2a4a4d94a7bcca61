package person_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/person"
)

// TestStepsOfAnErasure: a rule that has more to do goes on behind its place, one that has not is
// not asked again, and one that waits has its turn when those before it have nothing more to do.
func TestStepsOfAnErasure(t *testing.T) {
	is := is.New(t)
	var did []string
	twice := func(tx app.Tx, e *person.Erasing) error {
		did = append(did, "twice behind "+e.Place())
		if e.Place() == "" {
			e.GoOn("one")
		}
		return nil
	}
	note := func(what string) func(app.Tx, *person.Erasing) error {
		return func(_ app.Tx, e *person.Erasing) error {
			did = append(did, fmt.Sprintf("%s behind %q", what, e.Place()))
			return nil
		}
	}
	rules := []person.Rule{
		{Name: "twice", Erase: twice}, {Name: "later", Later: true, Erase: note("later")}, {Name: "waits", Waits: true, Erase: note("waits")},
		{Name: "once", Erase: note("once")}, {Name: "nothing"},
	}
	places, more := map[string]string{"gone": "x"}, true
	for n := 1; more; n++ {
		before, err := maps.Clone(places), error(nil)
		places, more, err = person.Erase(17, "", nil, places).Step(nil, rules)
		is.NoErr(err)
		is.True(len(before) <= len(places))
		did = append(did, fmt.Sprint("step ", n))
	}
	is.Equal(did, []string{
		"twice behind ", `once behind ""`, "step 1",
		"twice behind one", `later behind ""`, `waits behind ""`, "step 2",
	})
}
