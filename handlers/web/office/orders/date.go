package orders

import (
	"fmt"
	"marquee/handlers/web/office/screen"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/app/order"
)

// maxDates is how many other dates are offered.
const maxDates = 50

// rebookOp is what the page is about.
const rebookOp = "POST orders/rebook"

// dateBody moves tickets of an order to another date: which, to which, and what that does.
type dateBody struct {
	O       *office.Order
	Order   string
	Tickets []ticketRow
	Dates   []screen.Option
	None    string
	Moves   []moveRow
	Does    []doesRow
	Known   bool
}

// moveRow is a ticket with what it becomes.
type moveRow struct {
	At             int
	Name, From, To string
}

func orderDateScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/orders/{reference}/date", Post: "POST /office/{alias}/orders/{reference}/date", Needs: app.EditOrders,
		Template: o.Template(templates, "order_date.html"), Show: showOrderDate,
		Forms: map[string]screen.Then{rebookOp: {Say: "office.date_changed", To: toAnswered}},
	}
}

// toAnswered leads to the order that an operation answered with.
func toAnswered(v *screen.Visit, out any) string {
	var answer struct {
		Reference string `json:"reference"`
	}
	if screen.Read(out, &answer) != nil || answer.Reference == "" {
		return toOrder(v, out)
	}
	return v.Path("/orders/%s", answer.Reference)
}

func showOrderDate(v *screen.Visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	if o.Status != order.Complete || !v.Holds(app.Sell) {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.other_date")
	body := &dateBody{O: o, Order: orderAt(v, o, "")}
	v.Body.It = body
	f := v.Body.Add(rebookOp).Fill(map[string]any{"orderId": o.Reference})
	sent := v.R.URL.Query()
	var movable []*order.Item
	for i := range o.Items {
		if it := &o.Items[i]; it.Holds() && !it.IsFee() && it.LeadItemID == 0 && it.Place == nil {
			row := ticketRowOf(v, o, it)
			row.Checked = !sent.Has("date") || slices.Contains(sent["ticket"], screen.Number(it.ID))
			body.Tickets, movable = append(body.Tickets, row), append(movable, it)
		}
	}
	dates, err := otherDates(v, o)
	if err != nil {
		return err
	}
	if len(dates) == 0 || len(movable) == 0 {
		body.None = v.View.T("office.no_other_date")
		return nil
	}
	var to *catalog.EventView
	for i := range dates {
		e := &dates[i]
		chosen := sent.Get("date") == screen.Number(e.ID)
		if chosen {
			to = e
		}
		body.Dates = append(body.Dates, screen.Option{Value: screen.Number(e.ID), Text: v.When(e), Chosen: chosen})
	}
	if to == nil {
		return nil
	}
	return body.work(v, f, movable, to)
}

// otherDates are the coming events of the schedule that the tickets of an order are of.
func otherDates(v *screen.Visit, o *office.Order) ([]catalog.EventView, error) {
	for _, id := range o.EventIDs {
		e := o.Events[id]
		if e == nil || e.ScheduleID == 0 {
			continue
		}
		now := v.App.Now()
		page, err := catalog.ListEvents(v.R.Context(), v.App, v.Caller, catalog.EventFilter{
			ScheduleID: &e.ScheduleID, StartingAfter: &now, Request: list.Request{Limit: maxDates},
		}, catalog.EventWants{SaleItems: true, Channel: catalog.Shop})
		return slices.DeleteFunc(page.Events, func(other catalog.EventView) bool {
			return slices.Contains(o.EventIDs, other.ID) || other.CancelledAt != nil
		}), err
	}
	return nil, nil
}

// work says which tickets become which, and asks the operation whether they may.
func (b *dateBody) work(v *screen.Visit, f *screen.Form, movable []*order.Item, to *catalog.EventView) error {
	values := map[string][]string{"orderId": {b.O.Reference}}
	for i, it := range movable {
		if !b.Tickets[i].Checked {
			continue
		}
		at := slices.IndexFunc(to.Items, func(s catalog.SaleItemView) bool { return s.ItemID == it.ItemID || s.Item.Name == it.SaleName })
		if at < 0 {
			f.Summary = v.View.T("office.not_at_date", "name", it.SaleName)
			return nil
		}
		path := fmt.Sprintf("items.%d.", len(b.Moves))
		f.Put(path+"orderItemId", it.ID)
		f.Put(path+"itemId", to.Items[at].ID)
		values[path+"orderItemId"], values[path+"itemId"] = []string{screen.Number(it.ID)}, []string{screen.Number(to.Items[at].ID)}
		from := ""
		if e := b.O.Events[it.EventID]; e != nil {
			from = v.View.Lang.ShortMoment(e.Start.In(e.Location()))
		}
		b.Moves = append(b.Moves, moveRow{len(b.Moves), it.SaleName, from, v.When(to)})
	}
	if len(b.Moves) == 0 {
		return nil
	}
	var answer struct{}
	ok, err := v.Try(f, values, &answer)
	if b.Known = ok; err != nil || !ok {
		return err
	}
	b.Does = []doesRow{{"ticket", v.View.T("office.does_codes", "n", len(b.Moves))}, {"card", v.View.T("office.does_same_money")}, {"mail", v.View.T("office.does_mail", "name", nameOr(v, b.Tickets[0].Who, ""))}}
	return nil
}
