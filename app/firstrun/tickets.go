package firstrun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

const (
	// MaxTickets is how many kinds of tickets the first event begins with.
	MaxTickets = 12
	// rateUnit is a percent of a tax.
	rateUnit = 10_000
)

// NewTicket is a kind of ticket as somebody typed it.
type NewTicket struct {
	// ID is that of one that is there already, 0: none.
	ID   int64
	Name string
	// Price has what buyers pay for one: 28 or 28.50. Number is how many there are; empty: as
	// many as anybody wants.
	Price, Number string
}

// blank tells of a row that nobody filled in.
func (t *NewTicket) blank() bool {
	return app.Blank(t.Name) && app.Blank(t.Price) && app.Blank(t.Number)
}

// parsed is a ticket that can be sold.
type parsed struct {
	id    int64
	name  string
	price int64
	stock *int64
}

// Tickets are everything that the third step asks.
type Tickets struct {
	All []NewTicket
	// Tax is in the prices, in percent: 7 or 5.5; empty: none.
	Tax string
}

func (in *Tickets) read(cur company.Currency) (all []parsed, rate int64, err error) {
	var wrong app.Problems
	for i, t := range in.All {
		if t.blank() {
			continue
		}
		at := fmt.Sprintf("tickets.%d.", i)
		one := parsed{id: t.ID, name: strings.TrimSpace(t.Name)}
		if one.name == "" {
			wrong.Add(at+"name", "is required")
		}
		one.price = priceIn(&wrong, at+"price", t.Price, cur)
		if number := strings.TrimSpace(t.Number); number != "" {
			n, err := strconv.ParseInt(number, 10, 64)
			if err != nil || n < 1 {
				wrong.Add(at+"number", "must be at least %d", 1)
			}
			one.stock = &n
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		wrong.Add("tickets.0.name", "is required")
	}
	if len(all) > MaxTickets {
		wrong.Add("tickets", "must not have more than %d entries", MaxTickets)
	}
	if tax := strings.TrimSpace(in.Tax); tax != "" {
		percent, err := strconv.ParseFloat(strings.Replace(tax, ",", ".", 1), 64)
		if err != nil || percent < 0 || percent > 100 {
			wrong.Add("tax", "must be a number")
		}
		rate = int64(percent*rateUnit + .5)
	}
	return all, rate, wrong.Err()
}

// priceIn reads an amount with a point or a comma before the decimals.
func priceIn(wrong *app.Problems, field, text string, cur company.Currency) int64 {
	if app.Blank(text) {
		wrong.Add(field, "is required")
		return 0
	}
	minor, err := cur.Minor(strings.Replace(text, ",", ".", 1))
	if err != nil {
		wrong.Add(field, "must be a number")
	}
	return minor
}

// SaveTickets makes what the first event sells what was typed: it makes, changes and takes away.
func SaveTickets(ctx context.Context, a *app.App, c *app.Caller, in Tickets) error {
	own, err := company.ReadSettings(ctx, a, c)
	if err != nil {
		return err
	}
	all, rate, err := in.read(own.Currency())
	if err != nil {
		return err
	}
	event, err := only(ctx, a, c)
	if err != nil {
		return err
	}
	if event == nil {
		return app.Missing("event")
	}
	return asOne(ctx, a, c, func(a *app.App) error {
		if err := takeTax(ctx, a, c, rate); err != nil {
			return fieldsAs(err, map[string]string{"name": "tax", "rate": "tax"})
		}
		return replaceTickets(ctx, a, c, event.ID, own.CurrencyID, all)
	})
}

// takeTax makes the tax that prices have unless somebody says otherwise the one that was chosen.
func takeTax(ctx context.Context, a *app.App, c *app.Caller, rate int64) error {
	var now company.TaxBand
	err := a.View(ctx, c, app.ManageTaxBands, func(r app.Reader) (err error) {
		now, err = company.DefaultTaxBand(r)
		return err
	})
	if err != nil || now.Rate == rate {
		return err
	}
	name := "No tax"
	if rate > 0 {
		name = strconv.FormatFloat(float64(rate)/rateUnit, 'f', -1, 64) + " %"
	}
	_, err = company.UpdateTaxBand(ctx, a, c, now.ID, company.TaxBandFields{Name: &name, Rate: &rate})
	return err
}

func replaceTickets(ctx context.Context, a *app.App, c *app.Caller, event, currency int64, all []parsed) error {
	there, err := ticketsOf(ctx, a, c, event)
	if err != nil {
		return err
	}
	kept := func(id int64) bool { return slices.ContainsFunc(all, func(t parsed) bool { return t.id == id }) }
	for i := range there {
		if kept(there[i].SaleItem.ID) {
			continue
		}
		if _, err := catalog.DeleteSaleItem(ctx, a, c, there[i].SaleItem.ID); err != nil {
			return err
		}
	}
	for i, t := range all {
		known := slices.ContainsFunc(there, func(v catalog.SaleItemView) bool { return v.SaleItem.ID == t.id })
		if err := t.save(ctx, a, c, event, currency, known); err != nil {
			return ofTicket(err, i)
		}
	}
	return nil
}

// save makes a ticket, or changes it.
func (t *parsed) save(ctx context.Context, a *app.App, c *app.Caller, event, currency int64, known bool) error {
	unlimited := t.stock == nil
	item := catalog.ItemChange{Name: &t.name, Unlimited: &unlimited}
	sale := catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: currency, Base: t.price}}, TotalStock: catalog.Cleared[int64]()}
	if t.stock != nil {
		item.TotalStock, sale.TotalStock = catalog.Is(*t.stock), catalog.Is(*t.stock)
	}
	if known {
		_, err := catalog.UpdateSaleItem(ctx, a, c, catalog.Ticket, t.id, sale, item)
		return err
	}
	_, err := catalog.CreateSaleItem(ctx, a, c, catalog.NewSaleItem{Type: catalog.Ticket, EventID: event, Item: item, Sale: sale})
	return err
}

// ofTicket says of which ticket a refusal is, and of which of its three fields.
func ofTicket(err error, i int) error {
	var refused *app.Error
	if !errors.As(err, &refused) {
		return err
	}
	names := map[string]string{}
	for _, f := range refused.Fields {
		field := "name"
		switch {
		case strings.Contains(f.Field, "tock"):
			field = "number"
		case strings.Contains(f.Field, "ric"):
			field = "price"
		}
		names[f.Field] = fmt.Sprintf("tickets.%d.%s", i, field)
	}
	return fieldsAs(err, names)
}
