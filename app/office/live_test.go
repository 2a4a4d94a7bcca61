package office

import (
	"testing"

	"marquee/app/report"
	"marquee/app/waitingroom"
)

func TestHowASaleMoves(t *testing.T) {
	sold := func(all ...int64) *report.Lately { return &report.Lately{Minutes: append(make([]int64, 18), all...)} }
	for name, c := range map[string]struct {
		l             Live
		moves, rushes bool
	}{
		"nobody may say":            {Live{}, false, false},
		"nothing for ten minutes":   {Live{Lately: sold(30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}, false, false},
		"one ticket":                {Live{Lately: sold(1, 0)}, true, false},
		"one every thirty seconds":  {Live{Lately: sold(2, 2, 2, 2, 2, 2, 2, 2, 2, 2)}, true, true},
		"a line in which nobody is": {Live{Line: &waitingroom.Overview{}}, false, true},
		"people in the line":        {Live{Line: &waitingroom.Overview{Waiting: 1}}, true, true},
	} {
		if moves, rushes := c.l.Moves(), c.l.Rushes(); moves != c.moves || rushes != c.rushes {
			t.Errorf("%s: moves %v, rushes %v", name, moves, rushes)
		}
	}
}
