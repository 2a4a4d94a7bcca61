package imports_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/imports"
)

const oddSales = "order id,email,name,event external id,ticket type,price,status\n" +
	"1,ada@example.com,Ada,E1,VIP,25.50,bezahlt\n" +
	"2,bob@example.com,Bob,E1,Early Bird,25.50,paid\n" +
	"3,eve@example.com,Eve,E1,vip,25.50,paid\n" +
	"4,joe@example.com,Joe,E1,Standing,25.50,paid\n"

func (d *desk) words(id int64) []imports.Wording {
	d.t.Helper()
	all, err := imports.Words(d.t.Context(), d.App, d.A.Owner, id)
	d.must(err)
	return all
}

// Another system calls tickets otherwise: each of its words can stand for one of ours.
func TestWordsOfAnotherSystemStandForOurs(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	n := d.upload("order-items", oddSales)
	is.Equal([]int64{n.Valid, n.Refused}, []int64{1, 3})
	all := d.words(n.ID)
	is.Equal(len(all), 2)
	is.Equal(all[0].Column, "ticket type")
	is.Equal(all[0].Known, []string{"Standing", "Seated"})
	is.Equal(all[0].Words, []imports.WordOfFile{{Cell: "VIP", Rows: 2, Left: 2}, {Cell: "Early Bird", Rows: 1, Left: 1}, {Cell: "Standing", Rows: 1, Known: true}})
	is.Equal(all[1].Words[0], imports.WordOfFile{Cell: "paid", Rows: 3, Left: 2, Known: true})

	say := func(all ...imports.Word) error {
		_, err := imports.Map(t.Context(), d.App, d.A.Owner, n.ID, &imports.Mapping{Words: all})
		return err
	}
	meant := []imports.Word{{Field: "saleItem", Cell: "VIP", Means: "Seated"}, {Field: "saleItem", Cell: "early bird", Means: "Standing"}, {Field: "status", Cell: "Bezahlt", Means: "paid"}}
	is.NoErr(say(meant...))
	n = d.work(n.ID)
	is.Equal([]int64{n.Valid, n.Refused}, []int64{4, 0})
	is.Equal(d.words(n.ID)[0].Words[0], imports.WordOfFile{Cell: "VIP", Rows: 2, Means: "Seated", Known: true})
	_, err := imports.Map(t.Context(), d.App, d.A.Owner, n.ID, nil) // what nobody says anew stays
	is.NoErr(err)
	n = d.run(d.work(n.ID))
	is.Equal(n.Slug(), "complete")
	is.Equal(d.orders(), 4)
}

func TestWordsThatMakeNoSenseAreRefused(t *testing.T) {
	d := newDesk(t)
	d.festival()
	n := d.upload("order-items", oddSales)
	for _, tt := range []struct {
		why   string
		words []imports.Word
	}{
		{"words.0.field: does not exist", []imports.Word{{Field: "email", Cell: "a", Means: "b"}}},
		{"words.0.cell: is required", []imports.Word{{Field: "saleItem", Cell: " ", Means: "b"}}},
		{"words.0.means: is required", []imports.Word{{Field: "saleItem", Cell: "a", Means: " "}}},
		{"words.1.cell: is there twice", []imports.Word{{Field: "saleItem", Cell: "VIP", Means: "b"}, {Field: "saleItem", Cell: "vip", Means: "c"}}},
		{"words: must not have more than 500 entries", make([]imports.Word, imports.MaxWords+1)},
	} {
		_, err := imports.Map(t.Context(), d.App, d.A.Owner, n.ID, &imports.Mapping{Words: tt.words})
		if err == nil || !strings.Contains(err.Error(), tt.why) {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
}

func TestWhoMayNotTakeAFileInReadsNoneOfItsWords(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.festival()
	n := d.upload("order-items", oddSales)
	_, err := imports.Words(t.Context(), d.App, d.A.With(app.EditImports), n.ID)
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = imports.Words(t.Context(), d.App, d.B.Owner, n.ID)
	is.Equal(app.KindOf(err), app.NotFound)
}
