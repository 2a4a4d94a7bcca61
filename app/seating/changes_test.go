package seating

import (
	"slices"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// twoRows is a plan of the rows A and B of three seats each, and a pit.
func twoRows() Document {
	row := func(name string, y float64) Group {
		return Group{Name: name, Band: "a", Seats: []Seat{{Name: "1", At: Position{0, y}}, {Name: "2", At: Position{1, y}}, {Name: "3", At: Position{2, y}}}}
	}
	return Document{
		Name: "Hall", PriceBands: []Label{{Name: "a"}, {Key: "b", Name: "Back"}}, Areas: []Label{{Key: "g", Name: "Ground"}},
		Rows: []Group{row("A", 0), row("B", 1)}, General: []General{{Name: "Pit", Areas: []string{"g"}, Band: "b", Capacity: 9}},
	}
}

func TestWhatBecomesOfSeats(t *testing.T) {
	type told struct{ added, gone, moved, renamed, rebanded, bands int }
	for _, c := range []struct {
		must   string
		change func(d *Document)
		want   told
	}{
		{"nothing", func(*Document) {}, told{}},
		{"a row more", func(d *Document) {
			d.Rows = append(d.Rows, Group{Name: "C", Band: "a", Seats: []Seat{{Name: "1", At: Position{0, 2}}}})
		}, told{added: 1}},
		{"a row in front is no other for those behind it", func(d *Document) {
			d.Rows = append([]Group{{Name: "AA", Band: "a", Seats: []Seat{{Name: "1", At: Position{0, -1}}}}}, d.Rows...)
		}, told{added: 1}},
		{"a seat less", func(d *Document) { d.Rows[1].Seats = d.Rows[1].Seats[:2] }, told{gone: 1}},
		{"a seat moved", func(d *Document) { d.Rows[0].Seats[2].At.X = 5 }, told{moved: 1}},
		{"a seat called otherwise", func(d *Document) { d.Rows[0].Seats[2].Name = "3a" }, told{renamed: 1}},
		{"a seat called otherwise and elsewhere is another one", func(d *Document) {
			d.Rows[0].Seats[2] = Seat{Name: "9", At: Position{9, 9}}
		}, told{added: 1, gone: 1}},
		{"a row called otherwise", func(d *Document) { d.Rows[1].Name = "Z" }, told{renamed: 3}},
		{"numbers the other way round stay with the names", func(d *Document) {
			s := d.Rows[0].Seats
			s[0].Name, s[2].Name = "3", "1"
		}, told{moved: 2}},
		{"an area called otherwise under its key", func(d *Document) { d.Areas[0].Name = "Floor" }, told{}},
		{"another price band", func(d *Document) { d.Rows[1].Band = "b" }, told{rebanded: 3}},
		{"a price band less", func(d *Document) {
			d.PriceBands, d.General[0].Band = d.PriceBands[:1], "a"
		}, told{rebanded: 1, bands: 1}},
		{"a price band under another name", func(d *Document) { d.PriceBands[1].Name = "Rear" }, told{}},
		{"a pit as large as it likes", func(d *Document) { d.General[0].Capacity = 3 }, told{}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			was, to := twoRows(), twoRows()
			c.change(&to)
			ch := compare(chartOf(t, &was), chartOf(t, &to))
			is.Equal(told{len(ch.Added), len(ch.Gone), len(ch.Moved), len(ch.Renamed), len(ch.Rebanded), len(ch.BandsGone)}, c.want)
			is.Equal(len(ch.Same)+len(ch.Added), len(chartOf(t, &to).Spaces))
		})
	}
}

// carriedChart is what an event is sold from after it took a plan over.
func carriedChart(was, now *Chart, ch *Changes, first int64) *Chart {
	l := carryOn(was, now, ch)
	c := &Chart{FirstPart: first, FirstSpace: first, Parts: l.parts, Spaces: l.spaces, pieces: now.pieces}
	c.know()
	c.arrange(nil)
	return c
}

// anyPlan is a small plan: rows of some seats, each under one of few names and places.
func anyPlan(t *rapid.T) Document {
	d := Document{Name: "Hall", PriceBands: []Label{{Name: "a"}, {Name: "b"}}}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "B", "C", "D"}), 1, 4, rapid.ID[string]).Draw(t, "rows") {
		g := Group{Name: name, Band: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "band")}
		for _, seat := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"1", "2", "3", "4", "5"}), 1, 5, rapid.ID[string]).Draw(t, "seats") {
			g.Seats = append(g.Seats, Seat{Name: seat, At: Position{float64(rapid.IntRange(0, 5).Draw(t, "x")), float64(rapid.IntRange(0, 3).Draw(t, "y"))}})
		}
		d.Rows = append(d.Rows, g)
	}
	return d
}

// Whatever plans follow each other: every space of the new plan is new or one of before, none
// of before is two of them, and ids lead to the space that has them.
func TestSeatsAreCarriedOn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		first := anyPlan(rt)
		was := chartOf(rt, &first)
		for round := range 3 {
			next := anyPlan(rt)
			now := chartOf(rt, &next)
			ch := compare(was, now)
			if len(ch.Same)+len(ch.Added) != len(now.Spaces) || len(ch.Same)+len(ch.Gone) != len(was.Spaces) {
				rt.Fatalf("%d same, %d added of %d, %d gone of %d", len(ch.Same), len(ch.Added), len(now.Spaces), len(ch.Gone), len(was.Spaces))
			}
			c := carriedChart(was, now, ch, int64(1000*(round+1)))
			for _, p := range ch.Same {
				if c.SpaceID(p.Now) != was.SpaceID(p.Was) {
					rt.Fatalf("space %d became %d", was.SpaceID(p.Was), c.SpaceID(p.Now))
				}
				a, at := was.home(p.Was)
				b, there := c.home(p.Now)
				if a != b || at != there {
					rt.Fatalf("the occupancy of space %d lies elsewhere", was.SpaceID(p.Was))
				}
			}
			for i := range c.Spaces {
				if at, ok := c.Index(c.SpaceID(i)); !ok || at != i {
					rt.Fatalf("space %d is found at %d, not at %d", c.SpaceID(i), at, i)
				}
			}
			for _, at := range ch.Gone {
				if _, ok := c.Index(was.SpaceID(at)); ok {
					rt.Fatal("what is gone is found")
				}
			}
			for i := range c.Parts {
				if place := int64(i + 1); c.Place(c.PartID(place)) != place {
					rt.Fatalf("part %d is found at %d", c.PartID(place), c.Place(c.PartID(place)))
				}
			}
			again := compare(c, now)
			if len(again.Added)+len(again.Gone)+len(again.Moved)+len(again.Renamed)+len(again.Rebanded) != 0 {
				rt.Fatal("a plan that was taken over differs from itself")
			}
			was = c
		}
	})
}

func TestAPlanIsLookedAt(t *testing.T) {
	for _, c := range []struct {
		must  string
		spoil func(*Document)
		want  string
		doubt bool
	}{
		{"a seat twice", func(d *Document) { d.Rows[1].Block, d.Blocks, d.Rows[1].Seats[2].Name = "x", []Block{{Name: "x"}}, "1" }, "x, B, 1: is there twice", false},
		{"a price band that is missing", func(d *Document) { d.Rows[0].Band = "z" }, "A: does not exist", false},
		{"no name", func(d *Document) { d.Name = "" }, ": is required", false},
		{"two seats at one place", func(d *Document) { d.Rows[1].Seats[0].At.Y = 0 }, "B, 1: is at the same place as A, 1", true},
		{"a price band of nothing", func(d *Document) { d.General[0].Band = "a" }, "Back: no seat has it", true},
	} {
		t.Run(c.must, func(t *testing.T) {
			d := twoRows()
			c.spoil(&d)
			wrong, doubtful, _ := d.Look()
			said := func(all []Problem) (out []string) {
				for _, p := range all {
					out = append(out, p.Where+": "+p.Message.String())
				}
				return out
			}
			if c.doubt != (len(wrong) == 0) || !slices.Contains(append(said(wrong), said(doubtful)...), c.want) {
				t.Errorf("%q, doubtful %q; want %q", said(wrong), said(doubtful), c.want)
			}
		})
	}
	is := is.New(t)
	d := twoRows()
	wrong, doubtful, size := d.Look()
	is.Equal(len(wrong)+len(doubtful), 0)
	is.Equal(size, Size{7, 15})
}
