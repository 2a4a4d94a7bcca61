package indexes_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"marquee/indexes"
)

// model is a festival kept in plain maps, by company.
type model struct {
	*rapid.T
	f      *festival
	s      store
	bands  map[int64]map[int64]band
	lastID int64
}

var errRefused = errors.New("refused")

// draw makes a band out of few values, so that they collide.
func (m *model) draw() band {
	b := band{
		Name:    rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h"}).Draw(m.T, "name"),
		Stage:   rapid.Int64Range(0, 2).Draw(m.T, "stage"),
		Fee:     rapid.Int64Range(-1, 20).Draw(m.T, "fee"),
		Genres:  rapid.SliceOfN(rapid.SampledFrom([]string{"ska", "dub", "\x00", ""}), 0, 4).Draw(m.T, "genres"),
		Barcode: rapid.SampledFrom([]string{"", "", "X", "Y", "Z"}).Draw(m.T, "barcode"),
	}
	if len(b.Genres) == 0 {
		b.Genres = nil
	}
	if rapid.Bool().Draw(m.T, "plays") {
		at := time.UnixMicro(rapid.Int64Range(-3, 3).Draw(m.T, "at")).UTC()
		b.Plays = &at
	}
	return b
}

// expect tells what the tables must answer to a record.
func (m *model) expect(company, id int64, b band) error {
	if b.Fee < 0 {
		return errNegative
	}
	for c, bands := range m.bands {
		for other, o := range bands {
			same := c == company && other == id
			if !same && (c == company && o.Name == b.Name || b.Barcode != "" && o.Barcode == b.Barcode) {
				return indexes.ErrTaken
			}
		}
	}
	return nil
}

func (m *model) company() int64 { return rapid.Int64Range(1, 2).Draw(m.T, "company") }

// known draws an id that exists, or 99 when there is none.
func (m *model) known(company int64) int64 {
	ids := []int64{99}
	for id := range m.bands[company] {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return rapid.SampledFrom(ids).Draw(m.T, "id")
}

func (m *model) insert(*rapid.T) {
	company, b := m.company(), m.draw()
	want := m.expect(company, 0, b)
	err := m.s.update(company, func(tx indexes.Tx) error { return m.f.bands.Insert(tx, &b) })
	m.same(err, want)
	if err == nil {
		m.lastID++
		if b.ID != m.lastID {
			m.Fatalf("id %d, expected %d", b.ID, m.lastID)
		}
		m.bands[company][b.ID] = b
	}
}

func (m *model) change(*rapid.T) {
	company, in := m.company(), m.draw()
	id := m.known(company)
	keep := rapid.Bool().Draw(m.T, "fee only")
	old, ok := m.bands[company][id]
	if keep {
		fee := in.Fee
		in = old
		in.Fee = fee
	}
	want := m.expect(company, id, in)
	if !ok {
		want = indexes.ErrNotFound
	}
	var out band
	readFirst := rapid.Bool().Draw(m.T, "read first")
	err := m.s.update(company, func(tx indexes.Tx) (err error) {
		if readFirst {
			out, err = m.replace(tx, id, in)
			return err
		}
		out, err = m.f.bands.Update(tx, id, func(b *band) error { in.ID = b.ID; *b = in; return nil })
		return err
	})
	m.same(err, want)
	if err == nil {
		m.bands[company][id] = out
	}
}

// replace is an update of a record that the transaction has read.
func (m *model) replace(tx indexes.Tx, id int64, in band) (band, error) {
	old, err := m.f.bands.Get(tx, id)
	if err != nil {
		return band{}, err
	}
	in.ID = id
	return in, m.f.bands.Replace(tx, &old, &in)
}

func (m *model) delete(*rapid.T) {
	company := m.company()
	id := m.known(company)
	_, ok := m.bands[company][id]
	err := m.s.update(company, func(tx indexes.Tx) error { return m.f.bands.Delete(tx, id) })
	var want error
	if !ok {
		want = indexes.ErrNotFound
	}
	m.same(err, want)
	delete(m.bands[company], id)
}

// several does more than one thing in one transaction, then gives up: nothing of
// it may be left.
func (m *model) several(*rapid.T) {
	company := m.company()
	id, in := m.known(company), m.draw()
	err := m.s.update(company, func(tx indexes.Tx) error {
		b := in
		_ = m.f.bands.Insert(tx, &b)
		_ = m.f.bands.Delete(tx, id)
		_, _ = m.f.bands.Update(tx, id, func(*band) error { return nil })
		return errRefused
	})
	m.same(err, errRefused)
}

func (m *model) same(err, want error) {
	if !errors.Is(err, want) || (want == nil && err != nil) {
		m.Fatalf("answer %v, expected %v", err, want)
	}
}

// check compares every way of reading with the maps.
func (m *model) check(*rapid.T) {
	if found := m.s.findings(m.f); len(found) > 0 {
		m.Fatalf("findings: %s", strings.Join(found, "\n"))
	}
	for company, bands := range m.bands {
		m.s.view(company, func(r indexes.Reader) error {
			m.compare("table", names(m.f.bands.Scan(r, indexes.All[int64]())), listed(bands, func(b band) []string { return []string{fmt.Sprintf("%09d", b.ID)} }))
			m.compare("genre", names(m.f.byGenre.Scan(r, indexes.All[string]())), listed(bands, func(b band) []string { return b.Genres }))
			m.compare("dub", names(m.f.byGenre.Scan(r, indexes.Equal("dub").Reversed())), backwards(listed(bands, only("dub"))))
			m.compare("changes", names(m.f.changes.Scan(r, indexes.PrefixOf[time.Time](int64(1)))), listed(bands, changedOn(1)))
			m.compare("stage", names(m.f.byStage.Scan(r, indexes.PrefixOf[time.Time](int64(1)).Reversed())), listed(bands, changedOn(1)))
			n, err := m.f.byStage.CountOf(r, indexes.PrefixOf[time.Time](int64(2)))
			if on2 := listed(bands, changedOn(2)); err != nil || int(n) != len(strings.Fields(on2)) {
				m.Fatalf("count %d, %v, of %q", n, err, on2)
			}
			for id, b := range bands {
				m.readBack(r, company, id, b)
			}
			for _, part := range []string{"", "b", "ub", "a s", "\x00"} {
				marks, err := m.f.byText.Find(r, []byte(part), nil)
				m.compare("text "+part, fmt.Sprint(marks.IDs(), err), fmt.Sprint(saying(bands, part), " <nil>"))
			}
			total, err := m.f.bands.Count(r)
			m.compare("count", fmt.Sprint(total), fmt.Sprint(len(bands)))
			return err
		})
	}
}

func (m *model) readBack(r indexes.Reader, company, id int64, want band) {
	got, err := m.f.bands.Get(r, id)
	m.compare("record", fmt.Sprintf("%+v %v", plain(got), err), fmt.Sprintf("%+v <nil>", plain(want)))
	got, err = m.f.byName.Get(r, want.Name)
	m.compare("by name", fmt.Sprint(got.ID, err), fmt.Sprint(id, " <nil>"))
	if want.Barcode != "" {
		owner, rec, err := m.f.byBarcode.GetAny(r, want.Barcode)
		m.compare("by barcode", fmt.Sprint(owner, rec.ID, err), fmt.Sprint(company, id, " <nil>"))
	}
}

// plain makes a band printable by value.
func plain(b band) any {
	var at time.Time
	if b.Plays != nil {
		at = *b.Plays
	}
	b.Plays = nil
	return []any{b, at}
}

func (m *model) compare(what, got, want string) {
	if got != want {
		m.Fatalf("%s: %q, expected %q", what, got, want)
	}
}

// listed gives the names in the order of keys, then ids.
func listed(bands map[int64]band, keys func(band) []string) string {
	type entry struct {
		key  string
		id   int64
		name string
	}
	var all []entry
	for id, b := range bands {
		ks := slices.Clone(keys(b))
		slices.Sort(ks)
		for _, k := range slices.Compact(ks) {
			all = append(all, entry{k, id, b.Name})
		}
	}
	slices.SortFunc(all, func(a, b entry) int {
		if c := strings.Compare(a.key, b.key); c != 0 {
			return c
		}
		return int(a.id - b.id)
	})
	var out []string
	for _, e := range all {
		out = append(out, e.name)
	}
	return strings.Join(out, " ")
}

// saying are the ids of bands whose text has a part, ascending.
func saying(bands map[int64]band, part string) []int64 {
	ids := []int64{}
	for id, b := range bands {
		if text := strings.ReplaceAll(b.says(), "\x00", " "); text != "" && strings.Contains(text, part) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func only(genre string) func(band) []string {
	return func(b band) []string {
		if slices.Contains(b.Genres, genre) {
			return []string{genre}
		}
		return nil
	}
}

func changedOn(stage int64) func(band) []string {
	return func(b band) []string {
		if b.Stage != stage {
			return nil
		}
		return []string{b.ChangedAt.Format("2006-01-02T15:04:05.000000")}
	}
}

func backwards(s string) string {
	words := strings.Fields(s)
	slices.Reverse(words)
	return strings.Join(words, " ")
}

func TestModel(t *testing.T) {
	t.Run("any sequence of commands leaves what plain maps would hold", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			m := &model{T: rt, f: newFestival(), s: newStore(t), bands: map[int64]map[int64]band{1: {}, 2: {}}}
			rt.Repeat(map[string]func(*rapid.T){
				"insert": m.insert, "change": m.change, "delete": m.delete,
				"several": m.several, "": m.check,
			})
		})
	})
}
