package report

import (
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/indexes"
)

// transactionRows is every movement of money.
var transactionRows = records[order.Transaction]{
	list: &list.List[order.Transaction, Filter]{
		Needs: app.ViewReports, Name: "report-transactions", Max: exportPage, Table: order.Transactions, Plan: planTransactions,
	},
	first: 13,
	knows: []string{"payment_methods", "statuses", "currency_id", "tax_rates", "completed_from", "completed_to", "payment_mode"},
	load:  loadTransactions,
	cols: []col[order.Transaction]{
		{labelled("transaction_id", Integer), func(_ *near, t *order.Transaction) any { return t.ID }},
		{labelled("created_at", Moment), func(_ *near, t *order.Transaction) any { return t.CreatedAt }},
		{labelled("type", Text), func(_ *near, t *order.Transaction) any { return t.Type }},
		{labelled("status", Text), func(_ *near, t *order.Transaction) any { return t.Status }},
		{labelled("amount", Cash), func(n *near, t *order.Transaction) any { return Amount{n.moved(t).Total, t.CurrencyID} }},
		{labelled("sales_tax", Cash), func(n *near, t *order.Transaction) any { return Amount{n.moved(t).Tax, t.CurrencyID} }},
		{labelled("fees", Cash), func(n *near, t *order.Transaction) any { return Amount{n.moved(t).Fees, t.CurrencyID} }},
		{labelled("currency_code", Text), func(n *near, t *order.Transaction) any { return n.currencyCode(t.CurrencyID) }},
		{labelled("order_id", Integer), func(_ *near, t *order.Transaction) any { return t.OrderID }},
		{labelled("order_reference", Text), func(n *near, t *order.Transaction) any {
			if o := n.orders.of(t.OrderID); o != nil {
				return o.Reference
			}
			return nil
		}},
		{labelled("payment_gateway", Text), func(_ *near, t *order.Transaction) any { return textOrNil(t.Gateway) }},
		{labelled("gateway_reference", Text), func(_ *near, t *order.Transaction) any { return textOrNil(t.Reference) }},
		{labelled("taken_by", Text), func(n *near, t *order.Transaction) any { return n.userName(t.UserID) }},

		{labelled("tax_rates", Several), func(n *near, t *order.Transaction) any { return ratesNamed(n.taxed[t.OrderID].of[t.ID]) }},
		{labelled("fees_without_tax", Cash), func(n *near, t *order.Transaction) any { return Amount{n.moved(t).NetFees, t.CurrencyID} }},
	},
}

// loadTransactions reads what stands beside transactions. What they are of which rate is read
// with their orders: where that is asked for, and of refunds that are older than it is noted.
func loadTransactions(n *near, rows []order.Transaction) error {
	ids, old := []int64{}, map[int64]bool{}
	for i := range rows {
		t := &rows[i]
		ids = append(ids, t.OrderID)
		old[t.OrderID] = old[t.OrderID] || n.byRate || t.Total < 0 && len(t.Shares) == 0
	}
	if err := n.loadOrders(ids, nil); err != nil {
		return err
	}
	var orders []*order.Order
	for i := range n.orders.recs {
		if o := &n.orders.recs[i]; old[o.ID] || o.Deposit > 0 {
			orders = append(orders, o)
		}
	}
	return n.loadTaxed(orders)
}

// moved is what a transaction moved, of the rates that are asked for.
func (n *near) moved(t *order.Transaction) order.RateShare {
	if shares := n.taxed[t.OrderID].of[t.ID]; len(shares) > 0 {
		return ratesTaken(shares, n.rates)
	}
	return order.RateShare{Total: t.Total, Tax: t.Tax, Fees: t.Fees}
}

func planTransactions(r app.Reader, f *Filter) (list.Plan[order.Transaction], error) {
	in := order.TransactionFilter{Types: f.PaymentMethods, From: f.CompletedFrom}
	if f.CompletedTo != nil {
		behind := f.CompletedTo.Add(time.Microsecond)
		in.Until = &behind
	}
	plan, err := order.PlanTransactions(r, &in)
	if err != nil {
		return plan, err
	}
	settings, err := company.SettingsOf(r)
	if err != nil || f.Statuses == nil && f.CurrencyID == nil && f.TaxRates == nil && f.anyMode(settings.Demo) {
		return plan, err
	}
	return narrowed(plan, func(t *order.Transaction) (bool, error) {
		if fits, err := f.fitsRates(r, t); err != nil || !fits {
			return false, err
		}
		return oneOf(f.Statuses, t.Status) && (f.CurrencyID == nil || *f.CurrencyID == t.CurrencyID) &&
			f.fitsMode(t.OfDemo(), settings.Demo), nil
	}), nil
}

// fitsRates tells whether something of a transaction is of the rates that are asked for.
func (f *Filter) fitsRates(r app.Reader, t *order.Transaction) (bool, error) {
	if f.TaxRates == nil {
		return true, nil
	}
	o, err := order.Orders.Get(r, t.OrderID)
	if err != nil {
		return false, err
	}
	money, err := taxedOf(r, &o)
	return slices.ContainsFunc(money.of[t.ID], func(s order.RateShare) bool { return slices.Contains(f.TaxRates, s.Rate) }), err
}

// customerRows is every customer that was not deleted.
var customerRows = records[customer.Customer]{
	list: &list.List[customer.Customer, Filter]{
		Needs: app.ViewCustomers, Name: "report-customers", Max: exportPage, Table: customer.Customers,
		Plan: func(r app.Reader, f *Filter) (list.Plan[customer.Customer], error) {
			forms := company.EmailForms(f.CustomerEmail)
			return newestFirst(r, customer.Customers, false, func(c *customer.Customer) bool {
				return c.DeletedAt == nil && (f.CustomerEmail == "" || slices.Contains(forms, c.Email))
			})
		},
	},
	first: 7,
	knows: []string{"customer_email"},
	load:  func(*near, []customer.Customer) error { return nil },
	cols: []col[customer.Customer]{
		{labelled("customer_id", Integer), func(_ *near, c *customer.Customer) any { return c.ID }},
		{labelled("name", Text), func(_ *near, c *customer.Customer) any { return textOrNil(c.Name) }},
		{labelled("email", Text), func(_ *near, c *customer.Customer) any { return textOrNil(c.Email) }},
		{labelled("phone", Text), func(_ *near, c *customer.Customer) any { return textOrNil(c.Phone) }},
		{labelled("city", Text), func(_ *near, c *customer.Customer) any { return textOrNil(c.Address.City) }},
		{labelled("locale", Text), func(_ *near, c *customer.Customer) any { return textOrNil(c.Locale) }},
		{labelled("created_at", Moment), func(_ *near, c *customer.Customer) any { return c.CreatedAt }},
	},
}

// scanRows is the scan log.
var scanRows = records[entry.Scan]{
	list: &list.List[entry.Scan, Filter]{
		Needs: app.ViewReports, Name: "report-scans", Max: exportPage, Table: entry.Scans,
		Plan: func(r app.Reader, f *Filter) (list.Plan[entry.Scan], error) {
			return newestFirst(r, entry.Scans, f.state == "" && len(f.set()) == 0, f.fitsScan)
		},
	},
	first: 14,
	knows: []string{"event_ids", "zone_ids", "statuses", "scanned_from", "scanned_to"},
	load: func(n *near, rows []entry.Scan) error {
		var ids, people []int64
		for i := range rows {
			ids = append(ids, rows[i].ItemID)
		}
		if err := n.items.load(n.r, order.Items, ids); err != nil {
			return err
		}
		for i := range n.items.recs {
			people = append(people, n.items.recs[i].CustomerID)
		}
		return n.loadPeople(people)
	},
	cols: []col[entry.Scan]{
		{labelled("scan_id", Integer), func(_ *near, s *entry.Scan) any { return s.ID }},
		{labelled("scan_date", Moment), func(_ *near, s *entry.Scan) any { return s.ScannedOn }},
		{labelled("scan_mode", Text), func(_ *near, s *entry.Scan) any { return directionOf(s.Out) }},
		{labelled("scan_status", Text), func(_ *near, s *entry.Scan) any { return s.Status.String() }},
		{labelled("status_detail", Text), func(_ *near, s *entry.Scan) any { return textOrNil(s.Detail) }},
		{labelled("zone_id", Integer), func(_ *near, s *entry.Scan) any { return s.ZoneID }},
		{labelled("zone_name", Text), func(n *near, s *entry.Scan) any { return n.zoneName(s.ZoneID) }},
		{labelled("barcode", Text), scannedCode},
		{labelled("item_name", Text), func(n *near, s *entry.Scan) any {
			if i := n.items.of(s.ItemID); i != nil {
				return i.SaleName
			}
			return nil
		}},
		{labelled("scanned_by", Text), func(n *near, s *entry.Scan) any { return n.userName(s.UserID) }},
		{labelled("latitude", Text), func(_ *near, s *entry.Scan) any { return textOrNil(s.Latitude) }},
		{labelled("longitude", Text), func(_ *near, s *entry.Scan) any { return textOrNil(s.Longitude) }},
		{labelled("customer_email", Text), func(n *near, s *entry.Scan) any {
			if i := n.items.of(s.ItemID); i != nil {
				return n.personEmail(i.CustomerID)
			}
			return nil
		}},
		{labelled("event_name", Text), func(n *near, s *entry.Scan) any { return n.eventName(s.EventID) }},

		{labelled("order_item_id", Integer), func(_ *near, s *entry.Scan) any { return idOrNil(s.ItemID) }},
		{labelled("gate_id", Integer), func(_ *near, s *entry.Scan) any { return idOrNil(s.GateID) }},
		{labelled("uploaded", YesNo), func(_ *near, s *entry.Scan) any { return s.Uploaded }},
		{labelled("duplicate", YesNo), func(_ *near, s *entry.Scan) any { return s.Duplicate }},
		{labelled("forced", YesNo), func(_ *near, s *entry.Scan) any { return s.Forced }},
	},
}

func scannedCode(n *near, s *entry.Scan) any {
	if i := n.items.of(s.ItemID); i != nil {
		return n.secret(i.Barcode)
	}
	return n.secret(s.Code)
}

func directionOf(out bool) string {
	if out {
		return "out"
	}
	return "in"
}

func (f *Filter) fitsScan(s *entry.Scan) bool {
	refused := s.Status != entry.Valid || s.Held
	return (f.state != "refused" || refused) && oneOf(f.EventIDs, s.EventID) && oneOf(f.ZoneIDs, s.ZoneID) && oneOf(f.Statuses, s.Status.String()) &&
		(f.ScannedFrom == nil || !s.ScannedOn.Before(*f.ScannedFrom)) && (f.ScannedTo == nil || !s.ScannedOn.After(*f.ScannedTo))
}

// barcodeRows is every barcode that was replaced.
var barcodeRows = records[order.OldBarcode]{
	list: &list.List[order.OldBarcode, Filter]{
		Needs: app.ListOrders, Name: "report-barcodes", Max: exportPage, Table: order.OldBarcodes,
		Plan: func(r app.Reader, f *Filter) (list.Plan[order.OldBarcode], error) {
			return newestFirst(r, order.OldBarcodes, f.Barcode == "", func(b *order.OldBarcode) bool { return f.Barcode == "" || b.Old == f.Barcode || b.New == f.Barcode })
		},
	},
	first: 5,
	knows: []string{"barcode"},
	load: func(n *near, rows []order.OldBarcode) error {
		var ids []int64
		for i := range rows {
			ids = append(ids, rows[i].OrderItemID)
		}
		return n.items.load(n.r, order.Items, ids)
	},
	cols: []col[order.OldBarcode]{
		{labelled("order_item_id", Integer), func(_ *near, b *order.OldBarcode) any { return b.OrderItemID }},
		{labelled("item_name", Text), func(n *near, b *order.OldBarcode) any {
			if i := n.items.of(b.OrderItemID); i != nil {
				return i.SaleName
			}
			return nil
		}},
		{labelled("old_barcode", Text), func(_ *near, b *order.OldBarcode) any { return b.Old }},
		{labelled("new_barcode", Text), func(_ *near, b *order.OldBarcode) any { return b.New }},
		{labelled("changed_at", Moment), func(_ *near, b *order.OldBarcode) any { return b.ChangedAt }},
	},
}

// newestFirst walks a table by id, backwards; whole tells that every record fits.
func newestFirst[T any](r app.Reader, t *indexes.Table[T], whole bool, fits func(*T) bool) (list.Plan[T], error) {
	p := list.Newest(r, t)
	if p.Exact = whole; whole {
		p.Total = func() (int64, bool, error) {
			n, err := t.Count(r)
			return n, false, err
		}
	}
	p.Fits = func(rec *T) (bool, error) { return fits(rec), nil }
	return p, nil
}

func (n *near) zoneName(id int64) any {
	z, err := entry.Zones.GetShared(n.r, id)
	if err != nil {
		return nil
	}
	return z.Name
}

func itemType(slug string) catalog.ItemType { return catalog.ItemType(slug) }

func (n *near) currencyCode(id int64) any {
	return n.once(namedCurrency, id, func() any {
		cur, _ := company.CurrencyByID(id)
		return textOrNil(cur.Code)
	})
}

func numbers(ids []int64) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = strconv.FormatInt(id, 10)
	}
	return all
}

// rowWords are what stands in rows where there is no name.
type rowWords struct{ withoutEvent, total string }

var rowsIn = map[locale.Language]rowWords{
	locale.English: {withoutEvent: "Without event", total: "Total"},
	locale.German:  {withoutEvent: "Ohne Veranstaltung", total: "Summe"},
	locale.French:  {withoutEvent: "Sans événement", total: "Total"},
}

// words are those of the language of the caller.
func (n *near) words() rowWords { return rowsIn[locale.Of(n.c.Language.Asked)] }
