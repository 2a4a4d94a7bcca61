package event

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// tableOp is what the page is about.
const tableOp = "POST sale-items/bulk"

// maxTableRows is how many things are edited at once: so many a form has room for.
const maxTableRows = 100

// tableBody is what an event sells, to be changed in one table.
type tableBody struct {
	E                   *office.Event
	Event, All, Tickets string
	Rows                []tableRow
	More                string
}

// tableRow is a thing on sale. Prices are the numbers of its prices, as labels.
type tableRow struct {
	At     int
	Name   string
	Sold   string
	Prices []priceRow
}

// tableCell is a field without words of its own: those of its row and its column name it.
type tableCell struct {
	*screen.Field
	By string
}

// Cell is the field of a row under a heading.
func (r tableRow) Cell(f *screen.Form, head, path string) (tableCell, error) {
	one, err := f.Field(fmt.Sprintf("items.%d.%s", r.At, path))
	return tableCell{one, fmt.Sprintf("row-%d %s", r.At, head)}, err
}

// Price is the field of one of its prices.
func (r tableRow) Price(f *screen.Form, n int) (tableCell, error) {
	return r.Cell(f, "h-price", fmt.Sprintf("saleItemData.pricing.%d.basePrice", n))
}

// Beside are the fields of a price that go along as they are.
func (r tableRow) Beside(f *screen.Form, n int) (all []*screen.Field, err error) {
	for _, name := range besidePrice {
		one, err := f.Hidden(fmt.Sprintf("items.%d.saleItemData.pricing.%d.%s", r.At, n, name))
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// ID is the field that says which one it is.
func (r tableRow) ID(f *screen.Form) (*screen.Field, error) {
	return f.Hidden(fmt.Sprintf("items.%d.id", r.At))
}

// besidePrice is what a price is made of beside the amount.
var besidePrice = []string{
	"currencyId", "processingFee", "hideProcessingFee", "hideResellerFee", "variablePrice", "variablePriceMin", "variablePriceMax",
	"customPriceEnabled", "customPriceRequired", "salesPointTypeId",
}

func tableScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/tickets/table", Post: "POST /office/{alias}/events/{id}/tickets/table", Needs: catalog.SaleEditors,
		Template: o.Template(templates, "table.html"), Show: showTable,
		Forms: map[string]screen.Then{tableOp: {Say: "office.saved", Undo: true}},
	}
}

func showTable(v *screen.Visit) error {
	v.Writing()
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.edit_table")
	body := &tableBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), Tickets: toTickets(v, nil)}
	v.Body.It = body
	if e.CancelledAt != nil {
		return app.Missing("page")
	}
	all := slices.DeleteFunc(ordered(e), func(it catalog.SaleItemView) bool { return ticketOps[it.Type] == "" })
	if len(all) > maxTableRows {
		body.More = v.View.T("office.table_shows", "n", maxTableRows, "all", len(all))
		all = all[:maxTableRows]
	}
	f := v.Body.Add(tableOp)
	for i := range all {
		it := &all[i]
		at := fmt.Sprintf("items.%d.", i)
		f.Put(at+"id", it.ID)
		for path, value := range ticketValues(v, it) {
			if slices.Contains(tableFields, path) {
				f.Put(at+path, value)
			}
		}
		row := tableRow{At: i, Name: it.Item.Name, Sold: v.View.Number(it.Stock.Sold)}
		for n := range it.Prices {
			p := &it.Prices[n]
			cur, _ := company.CurrencyByID(p.CurrencyID)
			for path, value := range priceValues(p, cur) {
				f.Put(fmt.Sprintf("%ssaleItemData.pricing.%d.%s", at, n, path), value)
			}
			row.Prices = append(row.Prices, priceRow{At: n, Label: priceLabel(v, it, p)})
		}
		body.Rows = append(body.Rows, row)
		f.Since = slices.MaxFunc([]time.Time{f.Since, it.UpdatedAt, it.Item.UpdatedAt}, time.Time.Compare)
	}
	return nil
}

// tableFields are those of a row beside its prices.
var tableFields = []string{"itemData.name", "saleItemData.totalStock", "saleItemData.onSaleFrom", "saleItemData.onSaleUntil"}
