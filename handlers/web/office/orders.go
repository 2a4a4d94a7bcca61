package office

import (
	"maps"
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

func (o *Office) orders() *screen {
	return &screen{
		get: "GET /office/{alias}/orders", post: "POST /office/{alias}/orders", forms: orderForms, needs: app.ListOrders, template: o.template("orders.html"),
		show: func(v *visit) error { return showOrders(v, v.path("/orders")) },
	}
}

func (o *Office) ordersFile() *screen {
	return &screen{
		get: "GET /office/{alias}/orders/file", needs: app.ListOrders,
		file: func(v *visit) error { return orderList.send(v, v.path("/orders")) },
	}
}

func (o *Office) eventOrdersFile() *screen {
	return &screen{
		get: "GET /office/{alias}/events/{id}/orders/file", needs: app.ListOrders,
		file: func(v *visit) error {
			if _, err := v.readEvent(); err != nil {
				return err
			}
			return orderList.send(v, v.path("/events/%d/orders", v.id("id")))
		},
	}
}

// eventOrders are those of an event, on a page of its own.
func (o *Office) eventOrders() *screen {
	return &screen{
		get: "GET /office/{alias}/events/{id}/orders", post: "POST /office/{alias}/events/{id}/orders", forms: orderForms, needs: app.ListOrders, template: o.template("orders.html"),
		show: func(v *visit) error {
			if !v.holds(app.ViewEvents) {
				return app.Missing("page")
			}
			if _, err := v.readEvent(); err != nil {
				return err
			}
			return showOrders(v, v.path("/events/%d/orders", v.id("id")))
		},
	}
}

func showOrders(v *visit, at string) error {
	v.view.Title = v.view.T("office.orders")
	body, err := orderList.show(v, at)
	v.body.It = body
	return err
}

// orderForms: what is done to many orders is looked at on the page of that job before it is done.
var orderForms = map[string]then{"POST orders/bulk": {
	say: "office.job_looked_at", to: func(v *visit, out any) string { return v.path("/jobs/%d", rest.IDOf(out)) },
}}

// orderList is the list of orders.
var orderList = newRecords(records[orderRow, order.Filter]{
	name: "orders", needs: app.ListOrders, search: "query",
	fixed: func(v *visit) map[string]string {
		if e := v.r.PathValue("id"); e != "" {
			return map[string]string{"eventId": e}
		}
		return nil
	},
	views: []listView{
		{key: "all", set: map[string][]string{"withReservations": {"true"}}},
		{key: "sold"},
		{key: "waiting", set: map[string][]string{"statuses": statusesOf(order.Status.AwaitsPayment)}},
		{key: "due", set: map[string][]string{"dueBefore": {"3d"}}, count: true},
		{key: "approval", set: map[string][]string{"statuses": {order.AwaitingApproval.Slug()}}, count: true},
		{key: "returned", set: map[string][]string{"statuses": {order.Refunded.Slug(), order.PartiallyRefunded.Slug(), order.Cancelled.Slug()}}},
		{key: "expired", set: map[string][]string{"statuses": {order.Expired.Slug(), order.Failed.Slug(), order.Rejected.Slug()}}},
	},
	facets: []facet{
		{name: "eventId", options: eventOptions},
		{name: "statuses", options: statusOptions, stored: func(slug string) (string, bool) {
			s := order.StatusOf(slug)
			return strconv.FormatInt(int64(s), 10), s > order.Active
		}},
		{name: "paymentMethods", options: methodOptions},
		{name: "from", days: []string{"0d", "-7d", "-30d"}},
		{name: "until", through: true},
		{name: "dueBefore", days: []string{"1d", "7d"}},
		{name: "salesChannels", options: channelOptions},
		{name: "userId", options: sellerOptions},
	},
	columns: orderColumns,
	read:    readOrders,
	row: func(v *visit, o *orderRow) rowOf {
		row := rowOf{ID: strconv.FormatInt(o.ID, 10), Name: groupedCode(o.Reference), Minor: o.Totals.Total, Currency: o.CurrencyID}
		if name, _ := o.buyer(v); name != "" {
			row.Name += ", " + name
		}
		if v.holds(app.ViewOrders) {
			row.To = v.path("/orders/%s", o.Reference)
		}
		return row
	},
	sums: sumOrders,

	operation: "POST orders/bulk",
	actions: []action{
		{key: string(imports.Remind), icon: "bell", needs: app.EditOrders},
		{key: string(imports.Paid), icon: "tick", needs: app.Sell},
		{key: string(imports.Extend), icon: "clock", needs: app.EditOrders, apart: true, until: true},
		{key: string(imports.Resend), icon: "mail", needs: app.EditOrders, apart: true},
		{key: string(imports.Accept), icon: "tick", needs: app.EditOrders, apart: true},
		{key: string(imports.Decline), icon: "cross", needs: app.EditOrders, apart: true},
		{key: string(imports.Void), icon: "minus", needs: app.Refund, apart: true},
	},
})

// readOrders reads a page of orders with what was bought.
func readOrders(v *visit, f order.Filter, q list.Request) (out listed[orderRow], err error) {
	f.Cursor, f.Offset, f.Limit = q.Cursor, q.Offset, q.Limit
	f.Include = order.Include{Items: q.Limit > 1}
	page, err := order.List(v.r.Context(), v.app, v.caller, f)
	out.Info = page.Info
	for _, o := range page.Orders {
		out.Rows = append(out.Rows, orderRow{o, page.Related})
	}
	return out, err
}

// sumOrders says what orders come to: what was paid and not given back, and what is due.
func sumOrders(v *visit, f order.Filter, total int64) (string, error) {
	if total > fewSummed && !v.r.URL.Query().Has(sumQuery) {
		return "", nil
	}
	sums, all, err := order.Sums(v.r.Context(), v.app, v.caller, f)
	if err != nil || !all {
		return "", err
	}
	paid, due := map[int64]int64{}, map[int64]int64{}
	for _, s := range sums {
		paid[s.CurrencyID] += s.Paid - s.Refunded
		due[s.CurrencyID] += s.Due
	}
	text := v.view.T("office.orders_paid", "amount", strings.Join(v.amounts(paid), " + "))
	if len(v.amounts(paid)) == 0 {
		text = v.view.T("office.orders_paid_nothing")
	}
	if owed := v.amounts(due); len(owed) > 0 {
		text += ", " + v.view.T("office.orders_open", "amount", strings.Join(owed, " + "))
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

func statusOptions(v *visit) (all []Option, err error) {
	for s := order.Processing; s < order.RequiresApproval; s++ {
		if s != order.Approved {
			all = append(all, Option{Value: s.Slug(), Text: v.view.T("office.status_" + s.Slug())})
		}
	}
	return all, nil
}

func methodOptions(v *visit) (all []Option, err error) {
	for _, m := range slices.Sorted(maps.Keys(methodWords)) {
		all = append(all, Option{Value: m, Text: method(v, m)})
	}
	return all, nil
}

func channelOptions(v *visit) (all []Option, err error) {
	for _, c := range []catalog.Channel{catalog.Shop, catalog.BoxOffice, catalog.Kiosk, catalog.InvoiceOut, catalog.APIChannel, catalog.Import} {
		all = append(all, Option{Value: c.Slug(), Text: v.view.T("office.channel_" + c.Slug())})
	}
	return all, nil
}

// sellerOptions offers what whoever looks sold.
func sellerOptions(v *visit) (all []Option, err error) {
	if v.caller.UserID == 0 {
		return nil, nil
	}
	return []Option{{Value: strconv.FormatInt(v.caller.UserID, 10), Text: v.view.T("office.by_me")}}, nil
}

// eventChoices is how many events of each sort are offered.
const eventChoices = 25

// eventOptions are the events that come, and those that were last.
func eventOptions(v *visit) (all []Option, err error) {
	if !v.holds(catalogReaders) {
		return nil, nil
	}
	for _, state := range []catalog.EventState{catalog.Coming, catalog.Over, catalog.Cancelled} {
		page, err := catalog.ListEvents(v.r.Context(), v.app, v.caller, catalog.EventFilter{State: state, HideChildren: true, Request: list.Request{Limit: eventChoices}}, catalog.EventWants{})
		if err != nil {
			return nil, err
		}
		for i := range page.Events {
			all = append(all, Option{Value: strconv.FormatInt(page.Events[i].ID, 10), Text: page.Events[i].Name})
		}
	}
	return all, nil
}
