package indexes_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/indexes"
	"marquee/kv"
)

type note struct {
	ID   int64  `msgpack:"a"`
	Text string `msgpack:"b"`
}

type notes struct {
	schema *indexes.Schema
	table  indexes.Owned[note]
	byText *indexes.Texts[note]
}

func newNotes(version int) *notes {
	n := &notes{byText: indexes.NewTexts("text", func(n *note) string { return n.Text }).Version(version)}
	n.table = indexes.Define(indexes.Spec[note]{Person: indexes.Nobody("a test"), Name: "notes", Version: 1, ID: func(n *note) *int64 { return &n.ID }}, n.byText.Index)
	n.schema = indexes.NewSchema(indexes.Parts{Tables: []indexes.Declared{n.table.Declared}})
	return n
}

// TestTextsAreFound: over many entries, of two companies whose ids lie between each other's,
// written one by one and many at a time, every part is found where it is and nowhere else;
// and so it is once the index was built anew.
func TestTextsAreFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, s := newNotes(1), newStore(t)
		if err := n.schema.Ready(context.Background(), s); err != nil {
			rt.Fatal(err)
		}
		texts := map[int64]map[int64]string{1: {}, 2: {}}
		text := rapid.SampledFrom([]string{"", "a", "ab", "ba", "aab", strings.Repeat("ab", 40), "ä"})
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			company, ids := rapid.Int64Range(1, 2).Draw(rt, "company"), []int64(nil)
			for id := range texts[company] {
				ids = append(ids, id)
			}
			slices.Sort(ids)
			change := len(ids) > 0 && rapid.Bool().Draw(rt, "change")
			if change {
				id, gone, to := rapid.SampledFrom(ids).Draw(rt, "id"), rapid.Bool().Draw(rt, "delete"), text.Draw(rt, "text")
				s.must(company, func(tx indexes.Tx) error {
					if gone {
						return n.table.Delete(tx, id)
					}
					_, err := n.table.Update(tx, id, func(r *note) error { r.Text = to; return nil })
					return err
				})
				if texts[company][id] = to; gone {
					delete(texts[company], id)
				}
				continue
			}
			added := make([]note, rapid.IntRange(1, 150).Draw(rt, "added"))
			for i := range added {
				added[i].Text = text.Draw(rt, "text")
			}
			s.must(company, func(tx indexes.Tx) error {
				first, err := n.table.NextIDs(tx, len(added))
				recs := make([]*note, len(added))
				for i := range added {
					added[i].ID, recs[i] = first+int64(i), &added[i]
				}
				if err != nil {
					return err
				}
				return n.table.InsertNext(tx, recs...)
			})
			for _, a := range added {
				texts[company][a.ID] = a.Text
			}
		}
		compareTexts(rt, s, n, texts)
		again := newNotes(2)
		if err := again.schema.Ready(context.Background(), s); err != nil {
			rt.Fatal(err)
		}
		compareTexts(rt, s, again, texts)
	})
}

func compareTexts(t *rapid.T, s store, n *notes, texts map[int64]map[int64]string) {
	for company, all := range texts {
		s.view(company, func(r indexes.Reader) error {
			for _, part := range []string{"", "a", "b", "ba", "aa", "abab", "ä", "\xa4", "c"} {
				want := []int64{}
				for id, text := range all {
					if text != "" && strings.Contains(text, part) {
						want = append(want, id)
					}
				}
				slices.Sort(want)
				found, err := n.byText.Find(r, []byte(part), func(text []byte) bool { return bytes.Contains(text, []byte(part)) })
				if err != nil || !slices.Equal(found.IDs(), want) || found.Len() != len(want) {
					t.Fatalf("%q of company %d is in %v, %v, want %v", part, company, found.IDs(), err, want)
				}
			}
			return nil
		})
	}
	err := s.View(context.Background(), func(r kv.Reader) error {
		return n.schema.Verify(context.Background(), r, func(f indexes.Finding) { t.Fatal(f) })
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLongTextsCountUpToALimit(t *testing.T) {
	is := is.New(t)
	n, s := newNotes(1), newStore(t)
	s.must(1, func(tx indexes.Tx) error {
		return n.table.Insert(tx, &note{Text: strings.Repeat("x", 4<<10-1) + "ü" + "end"})
	})
	s.view(1, func(r indexes.Reader) error {
		for part, want := range map[string]int{"xx": 1, "end": 0, "x\xc3": 0} {
			found, err := n.byText.Find(r, []byte(part), nil)
			is.NoErr(err)
			is.Equal(found.Len(), want)
		}
		return nil
	})
}
