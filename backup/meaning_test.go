package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"

	"github.com/matryer/is"
)

// topic is what a store says about one thing, as one figure.
type topic struct {
	Lines  int    `json:"lines"`
	SHA256 string `json:"sha256"`
}

// meanings are the topics of a store: what its records say about the business,
// written in words that no schema changes. When a stored form changes, the code
// below learns to read the new one and still says the same.
type meanings map[string]topic

// speaker writes the lines of one company.
type speaker struct {
	r     app.Reader
	sums  map[string]hash.Hash
	lines map[string]int
}

func (s *speaker) say(topic, format string, args ...any) {
	if s.sums[topic] == nil {
		s.sums[topic] = sha256.New()
	}
	s.lines[topic]++
	fmt.Fprintf(s.sums[topic], format+"\n", args...)
}

// meaning goes through every company of a store.
func meaning(t *testing.T, e kv.Engine) meanings {
	t.Helper()
	is := is.New(t)
	a := app.New(e, business, app.Options{})
	ids, err := company.IDs(t.Context(), a)
	is.NoErr(err)
	s := &speaker{sums: map[string]hash.Hash{}, lines: map[string]int{}}
	for _, id := range ids {
		is.NoErr(a.ViewCompany(t.Context(), id, func(r app.Reader) error {
			s.r = r
			for _, part := range []func() error{
				s.company, s.events, s.saleItems, s.stock, s.customers, s.orders, s.items, s.money, s.zones, s.scans, s.tickets,
			} {
				if err := part(); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	out := meanings{}
	for name, sum := range s.sums {
		out[name] = topic{s.lines[name], hex.EncodeToString(sum.Sum(nil))}
	}
	return out
}

func when(t *time.Time) string {
	if t == nil || t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func limit(n *int64) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprint(*n)
}

// each calls say for every record of a table.
func each[T any](r app.Reader, t *indexes.Table[T], say func(*T)) error {
	for hit, err := range t.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		say(&hit.Rec)
	}
	return nil
}

func (s *speaker) company() error {
	c, err := company.SettingsOf(s.r)
	if err != nil {
		return err
	}
	s.say("companies", "%d %s in %s sells in %v, baskets last %s", c.ID, c.Name, c.Timezone, c.CurrencyIDs, c.BasketTimeout())
	roles, err := company.ListRoles(s.r)
	for _, r := range roles {
		s.say("roles", "%d of company %d: %s may %v", r.ID, c.ID, r.Title, r.Abilities)
	}
	return err
}

func (s *speaker) events() error {
	return each(s.r, catalog.Events, func(e *catalog.Event) {
		s.say("events", "%d %s from %s to %s, published %v, deleted %s", e.ID, e.Name, when(&e.Start), when(&e.End), e.Published, when(e.DeletedAt))
	})
}

func (s *speaker) saleItems() error {
	return each(s.r, catalog.SaleItems, func(i *catalog.SaleItem) {
		prices := ""
		for _, p := range i.Prices {
			prices += fmt.Sprintf(" %d+%d+%d of %d", p.Base, p.ProcessingFee, p.ResellerFee, p.CurrencyID)
		}
		s.say("saleItems", "%d %s of event %d is item %d for%s", i.ID, i.Type, i.EventID, i.ItemID, prices)
	})
}

func (s *speaker) stock() error {
	for hit, err := range catalog.Stocks.Scan(s.r, indexes.All[catalog.StockKey]()) {
		if err != nil {
			return err
		}
		k := hit.Rec
		s.say("stock", "layer %d of %d: %s in all, %d sold, %d reserved", k.Layer, k.ID, limit(k.Total), k.Sold, k.Reserved)
	}
	return nil
}

func (s *speaker) customers() error {
	return each(s.r, customer.Customers, func(c *customer.Customer) {
		s.say("customers", "%d %s <%s> born %s", c.ID, c.Name, c.Email, when(c.DOB))
	})
}

func (s *speaker) orders() error {
	return each(s.r, order.Orders, func(o *order.Order) {
		s.say("orders", "%d %s of customer %d is %s: items %v, payments %v by %v, completed %s", o.ID, o.Reference, o.CustomerID,
			o.Status.Slug(), o.ItemIDs, o.TransactionIDs, o.Methods, when(o.CompletedAt))
	})
}

func (s *speaker) items() error {
	return each(s.r, order.Items, func(i *order.Item) {
		s.say("items", "%d of order %d: %s, sale item %d, code %s, %d with %d tax, held by %d, sold %v, deleted %s", i.ID, i.OrderID,
			i.SaleName, i.SaleItemID, i.Barcode, i.Price, i.Tax, i.CustomerID, i.Sold, when(i.DeletedAt))
	})
}

func (s *speaker) money() error {
	return each(s.r, order.Transactions, func(t *order.Transaction) {
		s.say("money", "%d on order %d: %s of %d in %d is %s", t.ID, t.OrderID, t.Type, t.Total, t.CurrencyID, t.Status)
	})
}

func (s *speaker) zones() error {
	return each(s.r, entry.Zones, func(z *entry.Zone) {
		s.say("zones", "%d %s of event %d, %s, takes %v, at most %s, deleted %s", z.ID, z.Name, z.EventID, z.Mode, z.SaleItemIDs, limit(z.Capacity), when(z.DeletedAt))
	})
}

func (s *speaker) scans() error {
	return each(s.r, entry.Scans, func(n *entry.Scan) {
		s.say("scans", "%d in zone %d: item %d was %s (%s), out %v, as %q on %s", n.ID, n.ZoneID, n.ItemID, n.Status, n.Detail, n.Out, n.UUID, when(&n.ScannedOn))
	})
}

func (s *speaker) tickets() error {
	return each(s.r, entry.TicketStates, func(t *entry.TicketState) {
		for _, z := range t.Zones {
			s.say("tickets", "%d in zone %d: inside %v, %d times in and %d out, last %s and %s", t.ID, z.ZoneID, z.Inside, z.In, z.Out, when(&z.LastIn), when(&z.LastOut))
		}
	})
}
