package seating

import (
	"math"
	"slices"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// hall is a chart of rows as text: a letter is the price band of a free seat, a capital
// one of a seat that is taken, a space a gap. The rows are one behind the other, the focal
// point is in front of their middle.
func hall(t fataler, whole bool, rows ...string) (*Chart, func(int) bool) {
	t.Helper()
	d := Document{Name: "Hall", Focal: &Position{0, -1}, PriceBands: []Label{{Name: "a"}, {Name: "b"}}}
	var taken []bool
	for y, row := range rows {
		g := Group{Name: string(rune('A' + y)), Whole: whole}
		for x, c := range row {
			if c == ' ' {
				g.Seats[len(g.Seats)-1].Gap = true
				continue
			}
			band := string(c | 0x20)
			taken = append(taken, c < 'a')
			g.Seats = append(g.Seats, Seat{Name: string(rune('0' + x)), Band: band, At: Position{float64(x) - float64(len(row)-1)/2, float64(y)}})
		}
		if whole {
			d.Tables = append(d.Tables, g)
		} else {
			d.Rows = append(d.Rows, g)
		}
	}
	return chartOf(t, &d), func(i int) bool { return !taken[i] }
}

func chartOf(t fataler, d *Document) *Chart {
	t.Helper()
	l, err := d.compile("")
	if err != nil {
		t.Fatal(err)
	}
	c := &Chart{FirstPart: 1, FirstSpace: 1, Parts: l.parts, Spaces: l.spaces}
	for n := 0; n < len(l.spaces); {
		piece, _ := l.spacesFrom(nil, int64(n))
		c.pieces = append(c.pieces, n)
		n += len(piece)
	}
	c.arrange(l.focal)
	return c
}

func TestBestSeats(t *testing.T) {
	for _, c := range []struct {
		must string
		rows []string
		w    wanted
		want []int
	}{
		{"the middle of the first row is best", []string{"aaaaa", "aaaaa"}, wanted{n: 1, band: 1}, []int{2}},
		{"of equal ones the first is", []string{"aaaa"}, wanted{n: 1, band: 1}, []int{1}},
		{"neighbours are one behind another where the first row is broken", []string{"aAaaA", "aaaaa"}, wanted{n: 3, band: 1}, []int{6, 7, 8}},
		{"no block is made across a gap", []string{"aa aa"}, wanted{n: 3, band: 1, neighbours: OnlyNeighbours}, nil},
		{"a price band is kept to", []string{"aabba"}, wanted{n: 2, band: 1}, []int{0, 1}},
		{"a single seat is not left behind", []string{"aaaaa"}, wanted{n: 2, band: 1, protect: true}, []int{0, 1}},
		{"nor at the other end", []string{"aaaaa"}, wanted{n: 3, band: 1, protect: true}, []int{0, 1, 2}},
		{"it may be where nobody minds", []string{"aaaaa"}, wanted{n: 2, band: 1}, []int{1, 2}},
		{"what is left of another band is no single seat", []string{"aaabb"}, wanted{n: 3, band: 1, protect: true}, []int{0, 1, 2}},
		{"one of another band would be", []string{"aaab"}, wanted{n: 3, band: 1, protect: true, neighbours: OnlyNeighbours}, nil},
		{"a single seat that is there is taken", []string{"AaA", "aaa"}, wanted{n: 1, band: 1, protect: true}, []int{1}},
		{"any seats need not be side by side", []string{"aAa"}, wanted{n: 2, band: 1, neighbours: AnySeats, protect: true}, []int{0, 2}},
		{"preferred neighbours may be apart", []string{"aAaa"}, wanted{n: 3, band: 1, protect: true}, []int{2, 3, 0}},
		{"only neighbours are not", []string{"aAaa"}, wanted{n: 3, band: 1, neighbours: OnlyNeighbours}, nil},
		{"there must be enough", []string{"aAaa"}, wanted{n: 4, band: 1}, nil},
		{"all of a row can be had", []string{"aaaa"}, wanted{n: 4, band: 1, protect: true}, []int{0, 1, 2, 3}},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			chart, free := hall(t, false, c.rows...)
			is.Equal(chart.best(c.w, free), c.want)
		})
	}
	t.Run("tables that are sold as a whole are left out", func(t *testing.T) {
		is := is.New(t)
		chart, free := hall(t, true, "aaaa")
		for _, rule := range []Neighbours{PreferNeighbours, AnySeats, OnlyNeighbours} {
			is.Equal(chart.best(wanted{n: 2, band: 1, neighbours: rule}, free), nil)
		}
	})
}

// TestBestSeatsAreBest compares the search with one that looks at every block.
func TestBestSeatsAreBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.StringMatching(`[aAb]([ab AB]{0,8}[aB])?`), 1, 5).Draw(t, "rows")
		for i := range rows {
			rows[i] = clean(rows[i])
		}
		w := wanted{n: rapid.IntRange(1, 5).Draw(t, "n"), band: 1, neighbours: OnlyNeighbours, protect: rapid.Bool().Draw(t, "protect")}
		chart, free := hall(t, false, rows...)
		got := chart.best(w, free)
		want := slowBest(chart, w, free)
		if !slices.Equal(got, want) {
			t.Fatalf("%v in %q: %v, best is %v", w, rows, got, want)
		}
		w.neighbours = PreferNeighbours
		if prefer := chart.best(w, free); want != nil && !slices.Equal(prefer, want) {
			t.Fatalf("neighbours are there (%v), and %v were chosen", want, prefer)
		} else if prefer != nil {
			soundChoice(t, chart, w, prefer, free)
		}
		w.neighbours = AnySeats
		enough := 0
		for i := range chart.Spaces {
			if free(i) && chart.Spaces[i].Band == 1 {
				enough++
			}
		}
		if any := chart.best(w, free); (any != nil) != (enough >= w.n) {
			t.Fatalf("%d seats are free, and %v were chosen of %d", enough, any, w.n)
		} else if any != nil {
			w.protect = false
			soundChoice(t, chart, w, any, free)
		}
	})
}

// fataler is a test or a property.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

// clean leaves gaps out that stand beside each other.
func clean(row string) string {
	var out []rune
	for _, c := range row {
		if c == ' ' && (len(out) == 0 || out[len(out)-1] == ' ') {
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// soundChoice wants each seat once, free, of the band, and no new single seat.
func soundChoice(t *rapid.T, c *Chart, w wanted, chosen []int, free func(int) bool) {
	seen := map[int]bool{}
	for _, at := range chosen {
		if seen[at] || !free(at) || c.Spaces[at].Band != w.band {
			t.Fatalf("seat %d of %v is taken, of another band or there twice", at, chosen)
		}
		seen[at] = true
	}
	if len(chosen) != w.n {
		t.Fatalf("%d seats for %d", len(chosen), w.n)
	}
	if !w.protect {
		return
	}
	after := func(at int) bool { return free(at) && !seen[at] }
	for i := range c.lines {
		l := &c.lines[i]
		for at := l.first; at < l.first+l.n; at++ {
			if single(l, at, after) && !single(l, at, free) {
				t.Fatalf("seat %d is left behind by %v", at, chosen)
			}
		}
	}
}

func single(l *line, at int, free func(int) bool) bool {
	open := func(i int) bool { return i >= l.first && i < l.first+l.n && free(i) }
	return open(at) && !open(at-1) && !open(at+1)
}

func slowBest(c *Chart, w wanted, free func(int) bool) []int {
	var best []int
	least := int64(math.MaxInt64)
	for from := 0; from+w.n <= len(c.Spaces); from++ {
		seats, sum, fits := []int{}, int64(0), true
		for at := from; at < from+w.n; at++ {
			fits = fits && free(at) && c.Spaces[at].Band == w.band && c.Spaces[at].In == c.Spaces[from].In && (at == from || !c.Spaces[at-1].Gap)
			seats, sum = append(seats, at), sum+c.distance[at]
		}
		if !fits || sum >= least {
			continue
		}
		after := func(at int) bool { return free(at) && !slices.Contains(seats, at) }
		stranded := false
		for i := range c.lines {
			for at := c.lines[i].first; at < c.lines[i].first+c.lines[i].n; at++ {
				stranded = stranded || single(&c.lines[i], at, after) && !single(&c.lines[i], at, free)
			}
		}
		if !w.protect || !stranded {
			best, least = seats, sum
		}
	}
	return best
}

func TestPiecesKeepRowsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Document{Name: "Hall", PriceBands: []Label{{Name: "a"}}}
		for i, n := range rapid.SliceOfN(rapid.IntRange(1, maxGroup), 1, 20).Draw(t, "rows") {
			g := Group{Name: "r" + itoa(i), Band: "a", Seats: make([]Seat, n)}
			for s := range g.Seats {
				g.Seats[s].Name = itoa(s)
			}
			d.Rows = append(d.Rows, g)
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "general") {
			d.General = append(d.General, General{Name: itoa(i), Band: "a", Capacity: 5})
		}
		l, err := d.compile("")
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(l.spaces); {
			piece, _ := l.spacesFrom(nil, int64(n))
			last := n + len(piece) - 1
			switch {
			case len(piece) == 0 || len(piece) > pieceSize:
				t.Fatalf("a piece of %d", len(piece))
			case l.spaces[n].Capacity > 0 && len(piece) != 1:
				t.Fatal("a general admission area is not by itself")
			case last+1 < len(l.spaces) && l.spaces[last].In != 0 && l.spaces[last].In == l.spaces[last+1].In:
				t.Fatal("a row is in two pieces")
			}
			n += len(piece)
		}
	})
}
