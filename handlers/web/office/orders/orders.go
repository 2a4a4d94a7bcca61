package orders

import (
	"maps"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/imports"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/handlers/rest"
)

// fewSummed is up to how many orders are added up with their page; of more that is asked for.
const fewSummed = 1_000

// orderRow is an order with what is read beside it.
type orderRow struct {
	order.View
	beside *order.Related
}

func ordersScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/orders", Post: "POST /office/{alias}/orders", Forms: orderForms, Needs: app.ListOrders, Template: o.Template(templates, "orders.html"),
		Show: func(v *screen.Visit) error { return showOrders(v, v.Path("/orders")) },
	}
}

func ordersFileScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/orders/file", Needs: app.ListOrders,
		File: func(v *screen.Visit) error { return orderList.Send(v, v.Path("/orders")) },
	}
}

func eventOrdersFileScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/orders/file", Needs: app.ListOrders,
		File: func(v *screen.Visit) error {
			if _, err := event.ReadEvent(v); err != nil {
				return err
			}
			return orderList.Send(v, v.Path("/events/%d/orders", v.ID("id")))
		},
	}
}

// eventOrders are those of an event, on a page of its own.
func eventOrdersScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/orders", Post: "POST /office/{alias}/events/{id}/orders", Forms: orderForms, Needs: app.ListOrders, Template: o.Template(templates, "orders.html"),
		Show: func(v *screen.Visit) error {
			if !v.Holds(app.ViewEvents) {
				return app.Missing("page")
			}
			if _, err := event.ReadEvent(v); err != nil {
				return err
			}
			return showOrders(v, v.Path("/events/%d/orders", v.ID("id")))
		},
	}
}

func showOrders(v *screen.Visit, at string) error {
	v.View.Title = v.View.T("office.orders")
	body, err := orderList.Show(v, at)
	v.Body.It = body
	return err
}

// orderForms: what is done to many orders is looked at on the page of that job before it is done.
var orderForms = map[string]screen.Then{"POST orders/bulk": {
	Say: "office.job_looked_at", To: func(v *screen.Visit, out any) string { return v.Path("/jobs/%d", rest.IDOf(out)) },
}}

// orderList is the list of orders.
var orderList = records.New(records.List[orderRow, order.Filter]{
	Name: "orders", Needs: app.ListOrders, Search: "query",
	Fixed: func(v *screen.Visit) map[string]string {
		if e := v.R.PathValue("id"); e != "" {
			return map[string]string{"eventId": e}
		}
		return nil
	},
	Views: []records.View{
		{Key: "all", Set: map[string][]string{"withReservations": {"true"}}},
		{Key: "sold"},
		{Key: "waiting", Set: map[string][]string{"statuses": statusesOf(order.Status.AwaitsPayment)}},
		{Key: "due", Set: map[string][]string{"dueBefore": {"3d"}}, Count: true},
		{Key: "approval", Set: map[string][]string{"statuses": {order.AwaitingApproval.Slug()}}, Count: true},
		{Key: "returned", Set: map[string][]string{"statuses": {order.Refunded.Slug(), order.PartiallyRefunded.Slug(), order.Cancelled.Slug()}}},
		{Key: "expired", Set: map[string][]string{"statuses": {order.Expired.Slug(), order.Failed.Slug(), order.Rejected.Slug()}}},
	},
	Facets: []records.Facet{
		{Name: "eventId", Options: eventOptions},
		{Name: "statuses", Options: statusOptions, Stored: func(slug string) (string, bool) {
			s := order.StatusOf(slug)
			return strconv.FormatInt(int64(s), 10), s > order.Active
		}},
		{Name: "paymentMethods", Options: methodOptions},
		{Name: "from", Days: []string{"0d", "-7d", "-30d"}},
		{Name: "until", Through: true},
		{Name: "dueBefore", Days: []string{"1d", "7d"}},
		{Name: "salesChannels", Options: channelOptions},
		{Name: "userId", Options: sellerOptions},
	},
	Columns: orderColumns,
	Read:    readOrders,
	Row: func(v *screen.Visit, o *orderRow) records.Row {
		row := records.Row{ID: strconv.FormatInt(o.ID, 10), Name: screen.GroupedCode(o.Reference), Minor: o.Totals.Total, Currency: o.CurrencyID}
		if name, _ := o.buyer(v); name != "" {
			row.Name += ", " + name
		}
		if v.Holds(app.ViewOrders) {
			row.To = v.Path("/orders/%s", o.Reference)
		}
		return row
	},
	Sums: sumOrders,

	Operation: "POST orders/bulk",
	Actions: []records.Action{
		{Key: string(imports.Remind), Icon: "bell", Needs: app.EditOrders},
		{Key: string(imports.Paid), Icon: "tick", Needs: app.Sell},
		{Key: string(imports.Extend), Icon: "clock", Needs: app.EditOrders, Apart: true, Until: true},
		{Key: string(imports.Resend), Icon: "mail", Needs: app.EditOrders, Apart: true},
		{Key: string(imports.Accept), Icon: "tick", Needs: app.EditOrders, Apart: true},
		{Key: string(imports.Decline), Icon: "cross", Needs: app.EditOrders, Apart: true},
		{Key: string(imports.Void), Icon: "minus", Needs: app.Refund, Apart: true},
	},
})

// readOrders reads a page of orders with what was bought.
func readOrders(v *screen.Visit, f order.Filter, q list.Request) (out records.Page[orderRow], err error) {
	f.Cursor, f.Offset, f.Limit = q.Cursor, q.Offset, q.Limit
	f.Include = order.Include{Items: q.Limit > 1}
	page, err := order.List(v.R.Context(), v.App, v.Caller, f)
	out.Info = page.Info
	for _, o := range page.Orders {
		out.Rows = append(out.Rows, orderRow{o, page.Related})
	}
	return out, err
}

// sumOrders says what orders come to: what was paid and not given back, and what is due.
func sumOrders(v *screen.Visit, f order.Filter, total int64) (string, error) {
	if total > fewSummed && !v.R.URL.Query().Has(records.SumQuery) {
		return "", nil
	}
	sums, all, err := order.Sums(v.R.Context(), v.App, v.Caller, f)
	if err != nil || !all {
		return "", err
	}
	paid, due := map[int64]int64{}, map[int64]int64{}
	for _, s := range sums {
		paid[s.CurrencyID] += s.Paid - s.Refunded
		due[s.CurrencyID] += s.Due
	}
	text := v.View.T("office.orders_paid", "amount", strings.Join(v.Amounts(paid), " + "))
	if len(v.Amounts(paid)) == 0 {
		text = v.View.T("office.orders_paid_nothing")
	}
	if owed := v.Amounts(due); len(owed) > 0 {
		text += ", " + v.View.T("office.orders_open", "amount", strings.Join(owed, " + "))
	}
	return text, nil
}

// statusesOf are the states of orders that pass.
func statusesOf(pass func(order.Status) bool) (all []string) {
	for _, slug := range order.StatusSlugs() {
		if pass(order.StatusOf(slug)) {
			all = append(all, slug)
		}
	}
	return all
}

func statusOptions(v *screen.Visit) (all []screen.Option, err error) {
	for s := order.Processing; s < order.RequiresApproval; s++ {
		if s != order.Approved {
			all = append(all, screen.Option{Value: s.Slug(), Text: v.View.T("office.status_" + s.Slug())})
		}
	}
	return all, nil
}

func methodOptions(v *screen.Visit) (all []screen.Option, err error) {
	for _, m := range slices.Sorted(maps.Keys(screen.MethodWords)) {
		all = append(all, screen.Option{Value: m, Text: v.Method(m)})
	}
	return all, nil
}

func channelOptions(v *screen.Visit) (all []screen.Option, err error) {
	for _, c := range []catalog.Channel{catalog.Shop, catalog.BoxOffice, catalog.Kiosk, catalog.InvoiceOut, catalog.APIChannel, catalog.Import} {
		all = append(all, screen.Option{Value: c.Slug(), Text: v.View.T("office.channel_" + c.Slug())})
	}
	return all, nil
}

// sellerOptions offers what whoever looks sold.
func sellerOptions(v *screen.Visit) (all []screen.Option, err error) {
	if v.Caller.UserID == 0 {
		return nil, nil
	}
	return []screen.Option{{Value: strconv.FormatInt(v.Caller.UserID, 10), Text: v.View.T("office.by_me")}}, nil
}

// eventChoices is how many events of each sort are offered.
const eventChoices = 25

// eventOptions are the events that come, and those that were last.
func eventOptions(v *screen.Visit) (all []screen.Option, err error) {
	if !v.Holds(screen.CatalogReaders) {
		return nil, nil
	}
	for _, state := range []catalog.EventState{catalog.Coming, catalog.Over, catalog.Cancelled} {
		page, err := catalog.ListEvents(v.R.Context(), v.App, v.Caller, catalog.EventFilter{State: state, HideChildren: true, Request: list.Request{Limit: eventChoices}}, catalog.EventWants{})
		if err != nil {
			return nil, err
		}
		for i := range page.Events {
			all = append(all, screen.Option{Value: strconv.FormatInt(page.Events[i].ID, 10), Text: page.Events[i].Name})
		}
	}
	return all, nil
}
