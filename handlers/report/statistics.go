package report

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/report"
	"marquee/handlers/rest"
)

type statisticsIn struct {
	EventID     rest.ID    `query:"eventId" required:"true"`
	CurrencyID  *rest.ID   `query:"currencyId" doc:"The currency of the amounts; the primary one of the company if absent. Amounts in other currencies are left out."`
	From        *rest.Time `query:"from" date:"true" blank:"true" doc:"Orders completed in or after this minute; since the event was made if absent."`
	Until       *rest.Time `query:"until" date:"true" blank:"true" doc:"Orders completed up to this minute and in it; a day counts to its end. Until now if absent."`
	TopByVolume rest.Flag  `query:"orderTop4BySalesVolume" doc:"Rank by money, and not by quantity."`
	Unformatted rest.Flag  `query:"unformatted" doc:"Amounts as integers in minor units and usage as an integer, instead of text."`
}

// amount is text with the decimals of the currency, or an integer of minor units.
type amount struct{ value any }

func (a amount) MarshalJSON() ([]byte, error) {
	switch v := a.value.(type) {
	case int64:
		return strconv.AppendInt(nil, v, 10), nil
	case string:
		return strconv.AppendQuote(nil, v), nil
	}
	return []byte("null"), nil
}

// Describe makes it a rest.Described.
func (amount) Describe() *rest.Schema {
	return &rest.Schema{Type: []string{"string", "integer", "null"}, Description: "Text with decimals; with unformatted=true an integer."}
}

type capacityJSON struct {
	Remaining *int64 `json:"remaining" doc:"Null without a limit."`
	Total     *int64 `json:"total" doc:"Null without a limit."`
	Used      int64  `json:"used"`
	Usage     amount `json:"usage" doc:"Percent, null without a limit."`
}

type topJSON struct {
	ID       int64               `json:"id"`
	Name     string              `json:"name"`
	Sales    amount              `json:"sales"`
	Quantity int64               `json:"quantity"`
	SalesURL rest.Path           `json:"salesUrl"`
	URL      rest.Opt[rest.Path] `json:"url"`
	Rank     int64               `json:"rank"`
}

type blockJSON struct {
	SalesVolume     amount       `json:"salesVolume"`
	SalesURL        rest.Path    `json:"salesUrl"`
	SoldQuantity    int64        `json:"soldQuantity"`
	SoldURL         rest.Path    `json:"soldUrl"`
	Top4            []topJSON    `json:"top4"`
	TotalCount      int64        `json:"totalCount"`
	AdditionalCount int64        `json:"additionalCount" doc:"Rows beyond the first four."`
	Capacity        capacityJSON `json:"capacity"`
}

type globalJSON struct {
	SalesVolume    amount       `json:"salesVolume" doc:"Of live items, without fees and what was refunded."`
	SalesURL       rest.Path    `json:"salesUrl"`
	AttendeesCount int64        `json:"attendeesCount" doc:"Tickets and guests who were ever let in."`
	AttendeesURL   rest.Path    `json:"attendeesUrl"`
	OrderQuantity  int64        `json:"orderQuantity"`
	OrdersURL      rest.Path    `json:"ordersUrl"`
	Capacity       capacityJSON `json:"capacity"`
}

type statisticsJSON struct {
	Data struct {
		Global globalJSON `json:"global"`
		Items  struct {
			Tickets       blockJSON `json:"tickets"`
			Products      blockJSON `json:"products"`
			GuestLists    blockJSON `json:"guestLists"`
			Charities     blockJSON `json:"charities"`
			SeasonTickets blockJSON `json:"seasonTickets"`
			Timeslots     blockJSON `json:"timeslots"`
			PriceBands    blockJSON `json:"priceBands"`
		} `json:"items"`
		Timeslots  blockJSON `json:"timeslots"`
		PriceBands blockJSON `json:"priceBands"`
	} `json:"data"`
	Meta struct {
		GeneratedAt time.Time `json:"generatedAt"`
		DateRange   struct {
			From  time.Time `json:"from"`
			Until time.Time `json:"until"`
		} `json:"dateRange" doc:"What the figures are of, in whole minutes."`
		Synchronised time.Time `json:"dataLastSynchronised" doc:"Every change until then is in the figures."`
	} `json:"meta"`
}

func statistics(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/event-statistics", Summary: "Retrieve the statistics of an event", Tag: "Reports",
			Doc: "What was sold of each kind, the four that sell best, and how much of the capacity is used. " +
				"Units of complimentary orders count in quantities and not in amounts.",
			Allow: app.ViewReports,
		}, func(ctx context.Context, c *app.Caller, in statisticsIn) (statisticsJSON, error) {
			return rest.As(in.form)(report.EventStatistics(ctx, a, c, in.ask()))
		}),
	}
}

func (in statisticsIn) ask() report.AskStatistics {
	ask := report.AskStatistics{EventID: int64(in.EventID), From: in.From.At(), Until: in.Until.At(), TopByVolume: bool(in.TopByVolume)}
	if in.CurrencyID != nil {
		ask.CurrencyID = int64(*in.CurrencyID)
	}
	if in.Until != nil && in.Until.Day {
		end := ask.Until.AddDate(0, 0, 1).Add(-time.Minute)
		ask.Until = &end
	}
	return ask
}

// form writes the statistics.
func (in statisticsIn) form(s report.Statistics) (out statisticsJSON) {
	f := statisticsForm{s, bool(in.Unformatted)}
	out.Data.Global = globalJSON{
		SalesVolume: f.amount(s.Volume), SalesURL: f.report(report.EventSales, "item_types", ""),
		AttendeesCount: s.Attendees, AttendeesURL: f.report(report.Attendance, "", ""),
		OrderQuantity: s.Orders, OrdersURL: rest.Path(fmt.Sprintf("/v1/orders?eventId=%d", s.Event.ID)),
		Capacity: f.capacity(s.Capacity),
	}
	items := &out.Data.Items
	for _, b := range []struct {
		into *blockJSON
		from *report.Block
		kind string
	}{
		{&items.Tickets, &s.Tickets, "ticket"}, {&items.Products, &s.Products, "product"}, {&items.GuestLists, &s.GuestLists, "guest_list"},
		{&items.Charities, &s.Charities, "charity"}, {&items.SeasonTickets, &s.SeasonTickets, "season_ticket"},
	} {
		*b.into = f.block(b.from, report.SaleItemSales, "item_types", b.kind, "sale_item_ids")
	}
	items.Timeslots = f.block(&s.Timeslots, report.TimeslotSales, "", "", "timeslot_ids")
	items.PriceBands = f.block(&s.PriceBands, report.SeatingSales, "", "", "price_band_ids")
	out.Data.Timeslots, out.Data.PriceBands = beside(items.Timeslots), beside(items.PriceBands)
	out.Meta.GeneratedAt, out.Meta.Synchronised = s.GeneratedAt, s.SyncedUntil
	out.Meta.DateRange.From, out.Meta.DateRange.Until = s.From, s.Until
	return out
}

// beside is a block as it stands outside of items: its rows have a url as well.
func beside(b blockJSON) blockJSON {
	rows := make([]topJSON, len(b.Top4))
	for i, row := range b.Top4 {
		row.URL = rest.Opt[rest.Path]{Set: true, Value: row.SalesURL}
		rows[i] = row
	}
	b.Top4 = rows
	return b
}

// statisticsForm writes parts of the statistics.
type statisticsForm struct {
	of          report.Statistics
	unformatted bool
}

func (f *statisticsForm) amount(minor int64) amount {
	if f.unformatted {
		return amount{minor}
	}
	return amount{plainAmount(f.of.Currency, minor)}
}

// plainAmount is an amount with its decimals and without a symbol.
func plainAmount(c company.Currency, minor int64) string {
	c.Symbol = ""
	return c.Amount(minor)
}

func (f *statisticsForm) capacity(c report.Capacity) capacityJSON {
	out := capacityJSON{Remaining: c.Remaining, Total: c.Total, Used: c.Used}
	permille := c.Permille()
	switch {
	case permille == nil:
	case f.unformatted:
		out.Usage = amount{*permille / 10}
	default:
		out.Usage = amount{fmt.Sprintf("%d.%d%%", *permille/10, *permille%10)}
	}
	return out
}

// block writes a block; its rows lead to a report of each.
func (f *statisticsForm) block(b *report.Block, id int64, filter, value, rows string) blockJSON {
	out := blockJSON{
		SalesVolume: f.amount(b.Volume), SalesURL: f.report(id, filter, value), SoldQuantity: b.Quantity, SoldURL: f.report(report.Attendance, filter, value),
		Top4: []topJSON{}, TotalCount: b.Count, AdditionalCount: max(0, b.Count-int64(len(b.Top))), Capacity: f.capacity(b.Capacity),
	}
	for _, t := range b.Top {
		out.Top4 = append(out.Top4, topJSON{
			ID: t.ID, Name: t.Name, Sales: f.amount(t.Volume), Quantity: t.Quantity, Rank: t.Rank,
			SalesURL: f.report(id, rows, strconv.FormatInt(t.ID, 10)),
		})
	}
	return out
}

// report is the address of a report about the event.
func (f *statisticsForm) report(id int64, filter, value string) rest.Path {
	asked := fmt.Sprintf(`{"event_ids":[%d]`, f.of.Event.ID)
	switch {
	case value == "":
	case filter == "item_types":
		asked += fmt.Sprintf(`,%q:[%q]`, filter, value)
	default:
		asked += fmt.Sprintf(`,%q:[%s]`, filter, value)
	}
	q := url.Values{"id": {strconv.FormatInt(id, 10)}, "filter": {asked + "}"}}
	return rest.Path("/v1/report?" + q.Encode())
}
