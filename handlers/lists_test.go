package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/handlers"
	"marquee/indexes"
)

// noLists answer with a list of what is one thing.
var noLists = map[string]bool{"/zone": true}

// TestEveryListIsAnsweredInOneWay: each route that reads a list is declared by
// rest.HandleList, which takes no answer but that of package list. Routes that take
// pages, or give links to them, cannot be declared in another way at all; here are
// those that answer with a bare list.
func TestEveryListIsAnsweredInOneWay(t *testing.T) {
	is := is.New(t)
	lists := map[string]bool{}
	for _, r := range handlers.Routes(apptest.New(t, apptest.Calm()).App) {
		if r.IsList() {
			lists[r.Path] = true
		}
		if r.Method == http.MethodGet && r.Out().Kind() == reflect.Slice && !r.IsList() && !noLists[r.Path] {
			t.Errorf("GET %s answers with a list and is not declared by rest.HandleList", r.Path)
		}
	}
	for _, path := range []string{
		"/orders", "/order-items", "/transactions", "/customers", "/events", "/future-events", "/activated-events", "/sale-items",
		"/venues", "/discount-codes", "/inventory-items", "/tax-bands", "/companies", "/countries", "/currencies", "/entry/tickets", "/zones/items", "/zones/all",
	} {
		is.True(lists[path]) // is a list
	}
}

// TestTheNextPageOfChangedTickets: its link leads to the other changes, and not back to the
// beginning of all tickets.
func TestTheNextPageOfChangedTickets(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm(), apptest.Unchecked()) // tickets that nobody put on sale
	const all, changed = 70, 60
	update := func(fn func(tx app.Tx) error) { is.NoErr(w.App.UpdateCompany(t.Context(), w.A.Company.ID, fn)) }
	update(func(tx app.Tx) error {
		e := catalog.Event{Name: "Concert", Timezone: "UTC", Start: w.Clock.Now().Add(time.Hour), End: w.Clock.Now().Add(2 * time.Hour)}
		item := catalog.InventoryItem{Type: catalog.Ticket, Name: "Seat"}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &item); err != nil {
			return err
		}
		for range all {
			s := catalog.SaleItem{EventID: e.ID, ItemID: item.ID, Type: item.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Currency().ID, Base: 1000}}}
			if err := indexes.Forge(catalog.SaleItems).Insert(tx, &s); err != nil {
				return err
			}
		}
		return nil
	})
	w.Clock.Jump(time.Hour)
	since := w.Clock.Now()
	update(func(tx app.Tx) error {
		for id := range int64(changed) {
			if _, err := indexes.Forge(catalog.SaleItems).Update(tx, id+1, func(s *catalog.SaleItem) error { s.MaxOrder++; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	k := asker{t, handlers.New(w.App, handlers.Options{}), w.A.OwnerToken}
	path, told, pages := "/event-tickets?lastUpdated="+url.QueryEscape(since.Format(time.DateTime)), map[int64]int{}, 0
	for ; path != "" && pages < all; pages++ {
		rec := k.ask("GET", path, "")
		is.Equal(rec.Code, http.StatusOK)
		var out struct {
			Tickets []struct{ ID int64 }
			Links   struct{ Next *string }
		}
		is.NoErr(json.Unmarshal(rec.Body.Bytes(), &out))
		for _, one := range out.Tickets {
			told[one.ID]++
		}
		if path = ""; out.Links.Next != nil {
			_, path, _ = strings.Cut(*out.Links.Next, "/v1")
		}
	}
	is.Equal(pages, 3)
	is.Equal(len(told), changed)
	for id, times := range told {
		is.True(id <= changed && times == 1)
	}
}
