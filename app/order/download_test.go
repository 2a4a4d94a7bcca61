package order

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app/catalog"
)

var key = []byte("a key of thirty-two bytes for us")

func soldTicket() (Order, Item) {
	return Order{ID: 70, Status: Complete, CustomerID: 5},
		Item{ID: 900, OrderID: 70, Type: catalog.Ticket, Sold: true, CustomerID: 5, Barcode: "MQ1"}
}

// TestALinkOpensOneThing: no link opens another order, item, scope or company, none is
// good with a character changed, and whatever is cut or made up is refused quietly.
func TestALinkOpensOneThing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, i := soldTicket()
		o.ID, i.ID = rapid.Int64Range(1, 1<<40).Draw(t, "order"), rapid.Int64Range(1, 1<<40).Draw(t, "item")
		l := NewLinks(rapid.Int64Range(1, 1<<30).Draw(t, "company"), key)
		links := map[Scope]string{WholeOrder: l.Order(&o, WholeOrder), OfPurchaser: l.Order(&o, OfPurchaser), OneItem: l.Item(&o, &i)}
		for scope, token := range links {
			d, ok := ParseDownload(token)
			if !ok || d.Scope != scope || d.Company != l.company || !l.Opens(token, d, &o, &i) {
				t.Fatalf("scope %d: %q is not opened: %+v", scope, token, d)
			}
			at := rapid.IntRange(0, len(token)-1).Draw(t, "at")
			bad := token[:at] + string(rapid.SampledFrom([]rune("AZaz09-_")).Draw(t, "letter")) + token[at+1:]
			if d, ok := ParseDownload(bad); bad != token && ok && l.Opens(bad, d, &o, &i) {
				t.Fatalf("%q opens as %q does", bad, token)
			}
			if d, ok := ParseDownload(token[:at]); ok && l.Opens(token[:at], d, &o, &i) {
				t.Fatal("a part of a link opens")
			}
			if NewLinks(l.company, []byte("another key")).Opens(token, d, &o, &i) {
				t.Fatal("another key opens it")
			}
			if NewLinks(l.company+1, key).Opens(token, d, &o, &i) {
				t.Fatal("another company opens it")
			}
		}
	})
}

func TestWhatEndsALink(t *testing.T) {
	now := time.Now()
	for name, change := range map[string]func(o *Order, i *Item){
		"revoked":           func(o *Order, i *Item) { o.LinksRevoked++ },
		"order refunded":    func(o *Order, i *Item) { o.Status = Refunded },
		"order cancelled":   func(o *Order, i *Item) { o.Status = Cancelled },
		"order deleted":     func(o *Order, i *Item) { o.DeletedAt = &now },
		"item voided":       func(o *Order, i *Item) { i.CancelledAt = &now },
		"item deleted":      func(o *Order, i *Item) { i.DeletedAt = &now },
		"item frozen":       func(o *Order, i *Item) { i.Frozen = true },
		"item rejected":     func(o *Order, i *Item) { i.RejectedAt = &now },
		"item undecided":    func(o *Order, i *Item) { i.RequiresApproval = true },
		"item has a holder": func(o *Order, i *Item) { i.CustomerID = 6 },
		"new barcode":       func(o *Order, i *Item) { i.Barcode = "MQ2" },
		"not sold":          func(o *Order, i *Item) { i.Sold = false },
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			o, i := soldTicket()
			l := NewLinks(1, key)
			token := l.Item(&o, &i)
			d, ok := ParseDownload(token)
			is.True(ok && l.Opens(token, d, &o, &i))
			change(&o, &i)
			is.True(!l.Opens(token, d, &o, &i))
		})
	}
}

func TestNoLinkWithoutTickets(t *testing.T) {
	is := is.New(t)
	l := NewLinks(1, key)
	o, i := soldTicket()
	for s := Active; s <= Unknown; s++ {
		o.Status = s
		is.Equal(l.Order(&o, WholeOrder) != "", s == Complete || s == PartiallyRefunded)
		is.Equal(l.Item(&o, &i) != "", s == Complete || s == PartiallyRefunded)
	}
	o, i = soldTicket()
	o.CustomerID = 0
	is.Equal(l.Order(&o, OfPurchaser), "") // nobody's items
	i.Type = catalog.Charity
	is.Equal(l.Item(&o, &i), "")
	o, i = soldTicket()
	is.Equal(NewLinks(1, nil).Item(&o, &i), "") // without a key anybody could make them
	is.Equal(NewLinks(1, nil).Order(&o, WholeOrder), "")
	is.True(!strings.ContainsAny(l.Order(&o, WholeOrder), "+/=")) // goes into an address as it is
}

// TestALinkOpensItsItems: a link to some items opens these, as they are held today, and no
// others; nobody adds one to it, or takes one away.
func TestALinkOpensItsItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, one := soldTicket()
		ids := rapid.SliceOfNDistinct(rapid.Int64Range(1, 1<<40), 2, 9, rapid.ID).Draw(t, "items")
		slices.Sort(ids)
		items := make([]Item, len(ids))
		for i, id := range ids {
			items[i] = one
			items[i].ID, items[i].Barcode = id, fmt.Sprintf("CODE%d", id)
		}
		l := NewLinks(rapid.Int64Range(1, 1<<30).Draw(t, "company"), key)
		token := l.Items(&o, items)
		d, ok := ParseDownload(token)
		if !ok || d.Scope != SomeItems || !slices.Equal(d.Items, ids) || !l.OpensItems(token, &o, items) {
			t.Fatalf("%q is not opened: %+v", token, d)
		}
		at := rapid.IntRange(0, len(items)-1).Draw(t, "at")
		others := slices.Delete(slices.Clone(items), at, at+1)
		if l.OpensItems(token, &o, others) || l.Opens(token, d, &o, &items[at]) || token == l.Items(&o, others) {
			t.Fatal("it opens others")
		}
		for name, change := range map[string]func(o *Order, i *Item){
			"voided":                 func(_ *Order, i *Item) { i.DeletedAt = new(time.Time) },
			"passed on":              func(_ *Order, i *Item) { i.CustomerID += 7 },
			"given another barcode":  func(_ *Order, i *Item) { i.Barcode += "X" },
			"in an order revoked":    func(o *Order, _ *Item) { o.LinksRevoked++ },
			"in an order of another": func(o *Order, _ *Item) { o.CustomerID += 7 },
		} {
			changed, now := o, slices.Clone(items)
			change(&changed, &now[at])
			if l.OpensItems(token, &changed, now) {
				t.Fatalf("it opens an item that was %s", name)
			}
		}
	})
}

func FuzzParseDownload(f *testing.F) {
	o, i := soldTicket()
	f.Add(NewLinks(1, key).Item(&o, &i))
	f.Add("AQEB")
	f.Fuzz(func(t *testing.T, token string) {
		d, ok := ParseDownload(token)
		if ok && NewLinks(d.Company, []byte("unknown")).Opens(token, d, &o, &i) {
			t.Fatalf("%q opens", token)
		}
	})
}

func BenchmarkLink(b *testing.B) {
	o, i := soldTicket()
	l := NewLinks(1, key)
	b.ReportAllocs()
	for b.Loop() {
		l.Item(&o, &i)
	}
}
