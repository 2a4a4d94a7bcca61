package report

import (
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/company"
	"marquee/app/discount"
	"marquee/app/list"
	"marquee/app/order"
)

// The columns of reports about codes.
var (
	discountHeaders = []string{"discount_codes", "order_reference", "order_status", "order_completed_at", "purchaser_name", "purchaser_email", "order_gross", "order_discount", "order_net", "currency_code"}
	accessHeaders   = []string{"access_codes", "order_reference", "order_status", "order_completed_at", "purchaser_name", "purchaser_email", "order_gross", "order_net", "currency_code"}
)

// orderRows is every order that is no basket any more.
var orderRows = records[order.Order]{
	list: &list.List[order.Order, Filter]{
		Needs: app.ViewReports, Name: "report-orders", Max: exportPage, Table: order.Orders, Plan: planOrders,
	},
	first: 22,
	knows: []string{"event_ids", "item_types", "statuses", "payment_methods", "sales_channels", "currency_id", "tax_rates", "purchaser_name", "order_reference", "completed_from", "completed_to", "payment_mode", "has_split", "has_access_code"},
	load: func(n *near, rows []order.Order) error {
		var people []int64
		for i := range rows {
			people = append(people, rows[i].CustomerID)
		}
		if err := n.loadPeople(people); err != nil {
			return err
		}
		return n.loadRefunded(rows)
	},
	cols: []col[order.Order]{
		{labelled("order_id", Integer), func(_ *near, o *order.Order) any { return o.ID }},
		{labelled("order_reference", Text), func(_ *near, o *order.Order) any { return o.Reference }},
		{labelled("order_status", Text), func(_ *near, o *order.Order) any { return o.Status.Slug() }},
		{labelled("order_created_at", Moment), func(_ *near, o *order.Order) any { return o.CreatedAt }},
		{labelled("order_completed_at", Moment), func(_ *near, o *order.Order) any { return timeOrNil(o.CompletedAt) }},
		{labelled("order_expires_at", Moment), func(_ *near, o *order.Order) any { return timeOrNil(o.ExpiresAt) }},
		{labelled("purchaser_name", Text), func(n *near, o *order.Order) any { return n.personName(o.CustomerID) }},
		{labelled("purchaser_email", Text), func(n *near, o *order.Order) any { return n.personEmail(o.CustomerID) }},
		{labelled("order_gross", Cash), ofRates(func(t *ratedTotals) int64 { return t.gross })},
		{labelled("order_discount", Cash), ofRates(func(t *ratedTotals) int64 { return t.discount })},
		{labelled("order_refunded", Cash), ofRates(func(t *ratedTotals) int64 { return t.refunded })},
		{labelled("order_net", Cash), ofRates(func(t *ratedTotals) int64 { return t.gross - t.discount - t.refunded })},
		{labelled("order_fees", Cash), ofRates(func(t *ratedTotals) int64 { return t.fees })},
		{labelled("order_tax", Cash), ofRates(func(t *ratedTotals) int64 { return t.tax })},
		{labelled("order_paid", Cash), ofTotals(func(o *order.Order) int64 { return o.Totals.Paid })},
		{labelled("order_deposit", Cash), ofTotals(func(o *order.Order) int64 { return o.Deposit })},
		{labelled("order_remaining", Cash), ofTotals(remaining)},
		{labelled("transaction_ids", Several), func(_ *near, o *order.Order) any { return numbers(o.TransactionIDs) }},
		{labelled("payment_methods", Several), func(_ *near, o *order.Order) any { return slices.Clone(o.Methods) }},
		{labelled("discount_codes", Text), discountCode},
		{labelled("access_codes", Text), accessCode},
		{labelled("currency_code", Text), func(n *near, o *order.Order) any { return n.currencyCode(o.CurrencyID) }},

		{labelled("sales_channel", Text), func(_ *near, o *order.Order) any { return o.Channel.Slug() }},
		{labelled("sold_by", Text), func(n *near, o *order.Order) any { return n.userName(o.UserID) }},
		{labelled("reserver_name", Text), func(n *near, o *order.Order) any { return n.personal(o.ReserverName) }},
		{labelled("event_ids", Several), func(_ *near, o *order.Order) any { return numbers(o.EventIDs) }},
		{labelled("items", Integer), func(_ *near, o *order.Order) any { return int64(len(o.ItemIDs)) }},
		{labelled("simulated", YesNo), func(_ *near, o *order.Order) any { return o.Demo }},
		{labelled("tax_rates", Several), func(n *near, o *order.Order) any { return ratesNamed(n.taxed[o.ID].sold) }},
	},
}

// ratedTotals are the totals of an order, of the rates that are asked for. Fees and tax are
// those of what was not refunded.
type ratedTotals struct{ gross, discount, refunded, fees, tax int64 }

// loadRefunded reads orders of which money went back by rate, or all where rates are asked for.
func (n *near) loadRefunded(rows []order.Order) error {
	var some []*order.Order
	for i := range rows {
		if n.byRate || rows[i].Totals.Refunded > 0 {
			some = append(some, &rows[i])
		}
	}
	return n.loadTaxed(some)
}

func (n *near) totals(o *order.Order) ratedTotals {
	t := o.Totals
	all := ratedTotals{t.Total + t.Discount, t.Discount, t.Refunded, t.Fees, t.Tax}
	money, loaded := n.taxed[o.ID]
	if !loaded {
		return all
	}
	sold, kept := ratesTaken(money.sold, n.rates), ratesTaken(money.kept, n.rates)
	all.fees, all.tax = kept.Fees, kept.Tax
	if n.rates == nil {
		return all
	}
	all.discount = 0
	for rate, off := range money.discounts {
		all.discount += off * bit(oneOf(n.rates, rate))
	}
	all.gross, all.refunded = sold.Total+all.discount, sold.Total-kept.Total
	return all
}

func ofRates(value func(*ratedTotals) int64) func(*near, *order.Order) any {
	return func(n *near, o *order.Order) any {
		t := n.totals(o)
		return Amount{value(&t), o.CurrencyID}
	}
}

func ofTotals(value func(*order.Order) int64) func(*near, *order.Order) any {
	return func(_ *near, o *order.Order) any { return Amount{value(o), o.CurrencyID} }
}

// remaining is what is still due.
func remaining(o *order.Order) int64 {
	if !o.Status.AwaitsPayment() {
		return 0
	}
	return max(0, o.Totals.Total-o.Totals.Paid)
}

func discountCode(n *near, o *order.Order) any {
	if o.DiscountID == 0 || !n.c.Can(app.ViewDiscountCodes) {
		return nil
	}
	code, err := discount.Get(n.r, o.DiscountID)
	if err != nil {
		return nil
	}
	return code.Text
}

func accessCode(n *near, o *order.Order) any {
	if o.AccessID == 0 || !n.c.Can(app.ViewAccessCodes) {
		return nil
	}
	code, err := accesscode.Get(n.r, o.AccessID)
	if err != nil {
		return nil
	}
	return code.Text
}

// planOrders walks over orders by their date, the newest first.
func planOrders(r app.Reader, f *Filter) (list.Plan[order.Order], error) {
	in := order.Filter{WithReservations: f.state != "sold" && f.state != "discounted"}
	for _, t := range f.ItemTypes {
		in.Contains = append(in.Contains, itemType(t))
	}
	if len(f.EventIDs) == 1 {
		in.EventID = &f.EventIDs[0]
	}
	in.Reference = strings.ToUpper(f.OrderReference)
	in.CustomerName = f.PurchaserName
	plan, err := order.PlanOrders(r, &in)
	if err != nil {
		return plan, err
	}
	settings, err := company.SettingsOf(r)
	if err != nil || f.wholeOrders(settings.Demo) {
		return plan, err
	}
	return narrowed(plan, func(o *order.Order) (bool, error) {
		if fits := f.fitsOrder(o, settings.Demo); !fits || f.TaxRates == nil {
			return fits, nil
		}
		money, err := taxedOf(r, o)
		return slices.ContainsFunc(money.sold, func(s order.RateShare) bool { return slices.Contains(f.TaxRates, s.Rate) }), err
	}), nil
}

// wholeOrders tells that no filter looks at the orders themselves.
func (f *Filter) wholeOrders(demo bool) bool {
	return len(f.EventIDs) <= 1 && f.TaxRates == nil && f.Statuses == nil && f.PaymentMethods == nil && f.SalesChannels == nil && f.CurrencyID == nil &&
		f.CompletedFrom == nil && f.CompletedTo == nil && f.anyMode(demo) && f.HasSplit == nil && f.HasAccessCode == nil &&
		(f.state == "" || f.state == "sold")
}

func (f *Filter) fitsOrder(o *order.Order, demo bool) bool {
	switch f.state {
	case "waiting":
		if o.Status == order.Active || !o.Status.Holds() {
			return false
		}
	case "expired":
		if o.Status != order.Expired {
			return false
		}
	case "discounted":
		if o.DiscountID == 0 || o.Totals.Discount == 0 {
			return false
		}
	}
	if len(f.EventIDs) > 1 && !slices.ContainsFunc(o.EventIDs, func(id int64) bool { return slices.Contains(f.EventIDs, id) }) {
		return false
	}
	if len(f.PaymentMethods) > 0 && !slices.ContainsFunc(o.Methods, func(m string) bool { return slices.Contains(f.PaymentMethods, m) }) {
		return false
	}
	completed := f.CompletedFrom == nil && f.CompletedTo == nil || o.CompletedAt != nil &&
		(f.CompletedFrom == nil || !o.CompletedAt.Before(*f.CompletedFrom)) && (f.CompletedTo == nil || !o.CompletedAt.After(*f.CompletedTo))
	return completed && oneOf(f.Statuses, o.Status.Slug()) && oneOf(f.SalesChannels, o.Channel.Slug()) &&
		(f.CurrencyID == nil || *f.CurrencyID == o.CurrencyID) && f.fitsMode(o.Demo, demo) &&
		agrees(f.HasSplit, len(o.Methods) > 1) && agrees(f.HasAccessCode, o.AccessID != 0)
}

// anyMode tells that fitsMode takes everything.
func (f *Filter) anyMode(demo bool) bool { return f.fitsMode(true, demo) && f.fitsMode(false, demo) }

// fitsMode decides by whether money moved. Unless another mode is asked for, a company
// that takes real money does not see what was simulated before.
func (f *Filter) fitsMode(simulated, demo bool) bool {
	switch f.PaymentMode {
	case "all":
		return true
	case "live":
		return !simulated
	case "demo":
		return simulated
	}
	return demo || !simulated
}
