package handlers_test

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/handlers"
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
