package shop

import (
	"net/http"
	"net/url"
	"strconv"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/sales"
	"marquee/app/sales/sold"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// namedView is a ticket of the checkout that takes a name.
type namedView struct {
	shop.NamedTicket
	ID, Problem string
}

// namedViews gives the tickets as fields: tickets of one kind and without seats are numbered,
// so that no two fields have one name.
func namedViews(tickets []shop.NamedTicket) []namedView {
	called := func(n shop.NamedTicket) string { return n.Name + "\x00" + n.Seat }
	all, seen := map[string]int{}, map[string]int{}
	for _, n := range tickets {
		all[called(n)]++
	}
	views := make([]namedView, 0, len(tickets))
	for _, n := range tickets {
		of := called(n)
		seen[of]++
		if all[of] > 1 {
			n.Name += " · " + strconv.Itoa(seen[of])
		}
		views = append(views, namedView{NamedTicket: n, ID: "holder-" + strconv.FormatInt(n.ItemID, 10)})
	}
	return views
}

// nameHolders keeps the names that were typed, and notes which are missing.
func (v *visit) nameHolders(body *checkoutBody, form url.Values) error {
	var names []sales.NamedHolder
	for i := range body.Named {
		n := &body.Named[i]
		n.Holder = fitting(typed(form, n.ID), customer.MaxName)
		names = append(names, sales.NamedHolder{ItemID: n.ItemID, Name: shown(n.Holder, customer.MaxName)})
		if app.Links(n.Holder) {
			n.Problem = v.view.T("shop.name_link")
			body.Problems = append(body.Problems, problem{n.Name, n.ID})
		}
		if n.Must && app.Blank(n.Holder) {
			n.Problem = v.view.T("shop.name_of_holder_missing")
			body.Problems = append(body.Problems, problem{n.Name, n.ID})
		}
	}
	if len(names) == 0 {
		return nil
	}
	_, err := sales.NameHolders(v.r.Context(), v.app(), v.buyer, v.basket, names)
	return err
}

// rename puts another name on a ticket of an order.
func (s *Shop) rename(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	item, name := number(form, "item"), typed(form, "name")
	err = sold.RenameAsBuyer(r.Context(), s.site.App, r.PathValue("token"), item, name)
	switch {
	case err == nil:
		page.GoOn(w, r, "/orders/"+r.PathValue("token"))
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) { b.misname(v, item, name, say(v, err)) })
	default:
		s.site.Refuse(w, r, err)
	}
}

// misname says at its ticket, else above all, why a name was not changed.
func (b *orderBody) misname(v *page.View, item int64, name, problem string) {
	for i := range b.Tickets {
		if t := &b.Tickets[i]; t.ItemID == item && t.Renamable {
			t.Typed, t.Problem, v.Stand = name, problem, "t"+strconv.Itoa(t.Number)
			return
		}
	}
	b.Note = &note{"bad", "alert", "", problem}
}
