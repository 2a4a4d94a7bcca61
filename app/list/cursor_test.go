package list

import (
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/indexes"
)

func TestCursorRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := cursor{
			list: rapid.String().Draw(t, "list"), filters: named(rapid.MapOfN(rapid.String(), rapid.String(), 0, 5).Draw(t, "filters")),
			end: rapid.Int64().Draw(t, "end"), seen: rapid.Int64Min(0).Draw(t, "seen"), total: rapid.Int64Min(0).Draw(t, "total"),
			atLeast: rapid.Bool().Draw(t, "at least"),
		}
		if at := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "at"); len(at) > 0 {
			c.at = indexes.Position(at)
		}
		company := rapid.Int64Min(1).Draw(t, "company")
		text := c.encode(company)
		back, err := decode(text, company)
		if err != nil || back.encode(company) != text || !maps.Equal(back.filters, c.filters) || string(back.at) != string(c.at) {
			t.Fatalf("%+v came back as %+v, %v", c, back, err)
		}
		if _, err := decode(text, company+1); !errors.Is(err, errForeign) {
			t.Fatal("another company's cursor was taken")
		}
	})
}

// FuzzDecode: whatever a client sends as a cursor is read or refused.
func FuzzDecode(f *testing.F) {
	for _, c := range []cursor{
		{}, {list: "orders", filters: named{"since": "1"}, seen: 100, total: 300, at: indexes.Position("abc")},
		{list: "x", filters: named{"a": "", "": "b"}, atLeast: true, end: -1},
	} {
		f.Add(c.encode(1))
	}
	f.Add("x")
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, text string) {
		former(text)
		c, err := decode(text, 1)
		if err != nil {
			if !errors.Is(err, errForeign) {
				t.Fatalf("%q is refused by %v", text, err)
			}
			return
		}
		again, err := decode(c.encode(1), 1)
		if err != nil || again.encode(1) != c.encode(1) {
			t.Fatalf("%+v came back as %+v, %v", c, again, err)
		}
	})
}

type kindOfThing string

// every has a filter of each type that there is.
type every struct {
	ID    int64         `list:"id"`
	Maybe *int64        `list:"maybe"`
	On    bool          `list:"on"`
	Flag  *bool         `list:"flag"`
	Text  string        `list:"text"`
	Since *time.Time    `list:"since"`
	Kinds []kindOfThing `list:"kinds"`
	IDs   []int64       `list:"ids"`
	Other string        // no filter
}

// TestFiltersSurviveACursor: what a cursor remembers of filters is what was asked for.
func TestFiltersSurviveACursor(t *testing.T) {
	is := is.New(t)
	at := time.Date(2026, 7, 1, 0, 0, 0, 1000, time.UTC)
	asked := every{
		ID: 7, Maybe: new(int64(0)), On: true, Flag: new(false), Text: "a,b=c", Since: &at,
		Kinds: []kindOfThing{"ticket", "product"}, IDs: []int64{3, 1}, Other: "x",
	}
	var back every
	is.NoErr(namesOf(&asked).fill(&back))
	asked.Other, asked.Kinds, asked.IDs = "", []kindOfThing{"product", "ticket"}, []int64{1, 3}
	is.Equal(back, asked)
	is.True(namesOf(&back).agrees(namesOf(&every{ID: 7, Flag: new(false)})))
	is.True(!namesOf(&back).agrees(namesOf(&every{ID: 8})))
	is.True(!namesOf(&every{}).agrees(namesOf(&every{Flag: new(false)}))) // false is something else than nothing
	is.True(named{"unknown": "1"}.fill(&back) != nil)
	is.True(named{"id": "x"}.fill(&back) != nil)
}

// TestHeldPagesAreTheList: every page of a list in memory, one after another, gives the
// list.
func TestHeldPagesAreTheList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Int(), 0, 30).Draw(t, "rows")
		limit := rapid.Int64Range(1, 7).Draw(t, "limit")
		var got []int
		more := true
		for offset := int64(0); more; offset += limit {
			page := Held(rows, Request{Offset: offset, Limit: limit})
			if page.Total != int64(len(rows)) || !page.Answered() {
				t.Fatalf("the page says %+v of %d", page.Info, len(rows))
			}
			got, more = append(got, page.Rows...), page.HasMore
		}
		if len(got) != len(rows) {
			t.Fatalf("pages give %v, want %v", got, rows)
		}
		for i := range rows {
			if got[i] != rows[i] {
				t.Fatalf("pages give %v, want %v", got, rows)
			}
		}
		if far := Held(rows, Request{Offset: 1 << 62, Limit: limit}); len(far.Rows) > 0 || far.HasMore {
			t.Fatalf("behind the end are %v", far.Rows)
		}
	})
}
