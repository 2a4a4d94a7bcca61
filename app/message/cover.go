package message

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/paper"
)

// Cover is the sheet to post the tickets of an order with, for those who may see whose they
// are. What its buyer holds no more is not on it.
func Cover(ctx context.Context, a *app.App, c *app.Caller, orderID int64, language string) (*paper.Cover, error) {
	if err := c.Need(app.ViewCustomers); err != nil {
		return nil, err
	}
	var out *paper.Cover
	err := a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		o, err := coverOrder(r, orderID)
		if err != nil {
			return err
		}
		var buyer customer.Customer
		who, err := customer.Many(r, []int64{o.order.CustomerID})
		if err != nil {
			return err
		}
		if len(who) > 0 {
			buyer = who[0]
		}
		out = o.cover(&buyer, language, a.Now())
		return nil
	})
	return out, err
}

// coverOrder reads what is sent of an order.
func coverOrder(r app.Reader, id int64) (*opened, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	o := &opened{company: own}
	if o.order, err = order.Find(r, order.Key{ID: id}); err != nil {
		return nil, err
	}
	if o.items, err = order.ItemsOf(r, &o.order); err != nil {
		return nil, err
	}
	d := order.Download{Scope: order.ItemsAnyTime}
	if o.items, err = order.Printed(r, d, &o.order, o.items); err != nil {
		return nil, err
	}
	o.items = slices.DeleteFunc(o.items, func(it order.Item) bool { return it.CustomerID != 0 && it.CustomerID != o.order.CustomerID })
	if len(o.items) == 0 {
		return nil, app.Refuse(app.NotFound, "Nothing of this order can be downloaded.")
	}
	return o, o.around(r)
}

func (o *opened) cover(buyer *customer.Customer, language string, now time.Time) *paper.Cover {
	texts, words := o.speaking(language)
	d := o.document(Printing{Language: language}, now)
	cur, _ := company.CurrencyByID(o.order.CurrencyID)
	out := &paper.Cover{
		Language: d.Language, Issuer: d.Issuer, Reference: o.order.Reference, Made: d.Made,
		To:   posted(buyer, cmp.Or(o.order.ReserverName, buyer.Name)),
		Date: words.Date(o.order.Date().In(o.company.Location())),
	}
	total, at, sums := int64(0), map[paper.CoverLine]int{}, []int64{}
	for i := range o.items {
		it := &o.items[i]
		t := o.ticket(it, texts, words)
		one := paper.CoverLine{What: t.Item, Where: joinedLines(t.Event, t.Date)}
		n, known := at[one]
		if !known {
			n = len(out.Lines)
			at[one], out.Lines, sums = n, append(out.Lines, one), append(sums, 0)
		}
		out.Lines[n].Quantity++
		sums[n] += it.Price
		total += it.Price
	}
	for i := range out.Lines {
		if sums[i] > 0 {
			out.Lines[i].Amount = words.Amount(cur, sums[i])
		}
	}
	out.Total = words.Amount(cur, total)
	return out
}

// posted is a postal address with its name.
func posted(c *customer.Customer, name string) string {
	a := &c.Address
	lines := []string{name, a.Line1, a.Line2, strings.TrimSpace(a.Postcode + " " + a.City), a.Region}
	if country, ok := company.CountryByID(a.CountryID); ok {
		lines = append(lines, country.Name)
	}
	var all []string
	for _, l := range lines {
		if l != "" {
			all = append(all, l)
		}
	}
	return strings.Join(all, "\n")
}

func joinedLines(event, date string) string {
	if date == "" {
		return event
	}
	return event + ", " + date
}
