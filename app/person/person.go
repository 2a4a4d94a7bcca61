package person

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/imports"
	"marquee/app/invoice"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/pass"
	"marquee/app/report"
	"marquee/app/resale"
	"marquee/app/transfer"
	"marquee/app/voucher"
	"marquee/app/wallet"
)

// MaxRecords is how many records of a kind an export holds at most.
const MaxRecords = 2_000

// Export is everything that is kept about a customer.
type Export struct {
	CustomerID int64
	At         time.Time
	Sections   []Section
	// More tells that there are more records than an export holds.
	More bool
}

// Section is records of one kind: a slice of structs.
type Section struct {
	Name    string
	Records any
}

func (e *Export) add(name string, records any) {
	e.Sections = append(e.Sections, Section{name, records})
}

// Of gathers what is kept about a customer.
func Of(ctx context.Context, a *app.App, c *app.Caller, id int64) (Export, error) {
	var out Export
	err := a.View(ctx, c, app.DeleteCustomers, func(r app.Reader) error {
		who, err := customer.ByID(r, id)
		if err != nil {
			return err
		}
		merged, err := customer.Duplicates(r, id)
		if err != nil {
			return err
		}
		all := append([]customer.Customer{who}, merged...)
		out = Export{CustomerID: id, At: r.SafeTime()}
		out.add("customer", all)
		person, err := customer.PersonOf(r, all)
		if err != nil {
			return err
		}
		return out.gather(r, person)
	})
	return out, err
}

func (e *Export) gather(r app.Reader, who customer.Person) error {
	groups, err := customer.KeptMemberships(r, who)
	if err != nil {
		return err
	}
	e.add("groups", groups)
	bought, err := order.KeptOf(r, who, MaxRecords)
	if err != nil {
		return err
	}
	e.More = bought.More
	e.add("orders", bought.Orders)
	e.add("orderItems", bought.Items)
	e.add("transactions", bought.Transactions)
	if err := e.ofFiles(r, who, &bought); err != nil {
		return err
	}
	if err := e.ofOrders(r, who, &bought); err != nil {
		return err
	}
	return e.ofMoney(r, who)
}

// ofOrders adds what hangs on orders and tickets.
func (e *Export) ofOrders(r app.Reader, who customer.Person, bought *order.Kept) error {
	var orders, items []int64
	for i := range bought.Orders {
		orders = append(orders, bought.Orders[i].ID)
	}
	for i := range bought.Items {
		items = append(items, bought.Items[i].ID)
	}
	handed, err := transfer.KeptOf(r, who, MaxRecords)
	if err != nil {
		return err
	}
	given, err := capture.OfOwners(r, who.IDs, MaxRecords)
	if err != nil {
		return err
	}
	told, err := answers(r, who, bought)
	if err != nil {
		return err
	}
	e.add("answers", append(given, told...))
	written, wanted, err := invoice.KeptOf(r, who, bought.Orders)
	if err != nil {
		return err
	}
	e.add("invoices", written)
	e.add("invoiceRecipients", wanted)
	redeemed, err := voucher.KeptOf(r, items)
	if err != nil {
		return err
	}
	e.add("voucherRedemptions", redeemed)
	states, log, err := entry.KeptOf(r, who, bought.Items, MaxRecords)
	if err != nil {
		return err
	}
	e.add("tickets", states)
	e.add("scans", log)
	phones, err := pass.KeptOf(r, who, bought, MaxRecords)
	if err != nil {
		return err
	}
	e.add("passPhones", phones)
	e.full(len(given), len(states), len(log), len(phones))
	sent, err := mail.KeptOf(r, who, orders, MaxRecords)
	if err != nil {
		return err
	}
	e.add("mails", sent)
	silent, err := mail.KeptBlocks(r, who)
	if err != nil {
		return err
	}
	e.add("mailBlocks", silent)
	e.add("transfers", handed)
	shared, err := transfer.KeptDistributions(r, who, MaxRecords)
	e.add("distributions", shared)
	e.full(len(sent), len(handed), len(shared))
	return err
}

// answers are those that go with what they are about: with what somebody bought, as long as
// nobody else holds it, and with what they hold of others' orders.
func answers(r app.Reader, who customer.Person, bought *order.Kept) (own []capture.Told, err error) {
	theirs, holder := map[int64]bool{}, map[int64]int64{}
	var orders []int64
	for i := range bought.Orders {
		orders, theirs[bought.Orders[i].ID] = append(orders, bought.Orders[i].ID), true
	}
	for i := range bought.Items {
		it := &bought.Items[i]
		orders, holder[it.ID] = append(orders, it.OrderID), it.CustomerID
	}
	for _, id := range app.Distinct(orders) {
		all, err := capture.OfOrderID(r, id)
		if err != nil {
			return nil, err
		}
		for _, t := range all {
			of := holder[t.ItemID]
			if !t.Owned() && (slices.Contains(who.IDs, of) || of == 0 && theirs[id]) {
				own = append(own, t)
			}
		}
	}
	return own, nil
}

// ofMoney adds accounts and what was sold on.
func (e *Export) ofMoney(r app.Reader, who customer.Person) error {
	accounts, moved, err := wallet.KeptOf(r, who, MaxRecords)
	if err != nil {
		return err
	}
	e.add("wallets", accounts)
	e.add("walletMovements", moved)
	tags, err := wallet.KeptTags(r, who)
	if err != nil {
		return err
	}
	e.add("frozenTags", tags)
	listed, sold, err := resale.KeptOf(r, who, MaxRecords)
	e.add("resaleListings", listed)
	e.add("resaleContracts", sold)
	e.full(len(accounts), len(moved), len(listed), len(sold))
	return err
}

// ofFiles adds former codes of the tickets, rows of imported files, and saved reports.
func (e *Export) ofFiles(r app.Reader, who customer.Person, bought *order.Kept) error {
	var former []order.OldBarcode
	for i := range bought.Items {
		if !bought.Items[i].Reissued {
			continue
		}
		some, err := order.OldBarcodesOf(r, bought.Items[i].ID)
		if err != nil {
			return err
		}
		former = append(former, some...)
	}
	e.add("oldBarcodes", former)
	rows, err := imports.KeptOf(r, who, MaxRecords)
	if err != nil {
		return err
	}
	e.add("importRows", rows)
	files, err := imports.KeptFiles(r, who, MaxRecords)
	if err != nil {
		return err
	}
	e.add("importFiles", files)
	e.full(len(rows), len(files))
	saved, err := report.KeptOf(r, who)
	e.add("savedReports", saved)
	return err
}

// full notes that there may be more of something than is told.
func (e *Export) full(counts ...int) {
	e.More = e.More || slices.ContainsFunc(counts, func(n int) bool { return n >= MaxRecords })
}
