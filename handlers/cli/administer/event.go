package administer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

// usualLength is how long an event is when nobody says.
const usualLength = 4 * time.Hour

type (
	eventCreateIn struct {
		operate.OfCompany
		Name     string   `json:"name"`
		Venue    string   `json:"venue"`
		Start    string   `json:"start"`
		End      string   `json:"end"`
		Timezone string   `json:"timezone"`
		Tickets  []string `json:"tickets"`
		Draft    bool     `json:"draft"`
	}
	eventCreateOut struct {
		EventID  int64        `json:"eventId"`
		VenueID  int64        `json:"venueId"`
		Name     string       `json:"name"`
		Start    time.Time    `json:"start"`
		End      time.Time    `json:"end"`
		Timezone string       `json:"timezone"`
		Draft    bool         `json:"draft"`
		Shop     string       `json:"shop"` // its path there, or closed
		Tickets  []ticketLine `json:"tickets"`
	}
	ticketLine struct {
		SaleItemID int64  `json:"saleItemId"`
		Name       string `json:"name"`
		Price      string `json:"price"`
		Stock      *int64 `json:"stock"`
	}
)

var eventCreate = operate.Admin{
	Path: "event create", Usage: "make an event with its venue and tickets, and put it on sale",
	Example: `marquee event create --data ./festival --name "Summer Night" --venue "Town Hall, 1 Main Street, Springfield, Illinois" \
      --start "2027-06-12 19:00" --ticket "Standing=25.00*300" --ticket "Balcony=40*80"

Times are local to the event. A ticket is NAME=PRICE, with *NUMBER behind it when
there are not more than that. A venue that is there already is named by its name alone.
The event is published when everything else is there; --draft leaves it hidden.`,
	Flags: []cli.Flag{
		cmdline.Text("name", "what the event is called"),
		cmdline.Text("venue", "the `NAME` of a venue, or of a new one NAME, STREET, CITY, REGION; without it the event is online only"),
		cmdline.Text("start", "when it begins, such as \"2027-06-12 19:00\""),
		cmdline.Text("end", "when it ends; four hours later when not told"),
		cmdline.Text("timezone", "its `AREA/CITY`; the company's when not told"),
		cmdline.Texts("ticket", "`NAME=PRICE` or NAME=PRICE*NUMBER (repeatable)"),
		cmdline.Yes("draft", "do not publish it yet"),
		operate.CompanyFlag(),
	},
	Input: func(c *cli.Context) (any, error) {
		if err := cmdline.Need(c, "name", "start"); err != nil {
			return nil, err
		}
		if len(c.StringSlice("ticket")) == 0 {
			return nil, cmdline.Usage("%s needs --ticket, such as --ticket \"Standing=25.00*300\"", c.Command.HelpName)
		}
		return eventCreateIn{
			OfCompany: operate.CompanyOf(c), Name: c.String("name"), Venue: c.String("venue"), Start: c.String("start"),
			End: c.String("end"), Timezone: c.String("timezone"), Tickets: c.StringSlice("ticket"), Draft: c.Bool("draft"),
		}, nil
	},
	Run:   operate.ForCompany(runEventCreate),
	Print: printEvent,
}

// ticketSpec is what --ticket says.
type ticketSpec struct {
	text  string // as it was typed
	name  string
	price int64 // minor units
	stock *int64
}

func parseTicket(text string, currency company.Currency) (ticketSpec, error) {
	t := ticketSpec{text: text}
	at := strings.LastIndex(text, "=")
	if at <= 0 {
		return t, cmdline.Usage("--ticket must be NAME=PRICE such as \"Standing=25.00*300\"; it is %q", text)
	}
	price, number, limited := strings.Cut(text[at+1:], "*")
	t.name = strings.TrimSpace(text[:at])
	var err error
	if t.price, err = currency.Minor(price); err != nil {
		return t, cmdline.Usage("--ticket %q: the price %v", text, err)
	}
	if limited {
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || n < 1 {
			return t, cmdline.Usage("--ticket %q: behind the * must be a number of tickets such as 300", text)
		}
		t.stock = &n
	}
	return t, nil
}

// localTime reads a moment on the clocks of a place.
func localTime(flag, text string, place *time.Location) (time.Time, error) {
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02T15:04", time.DateTime} {
		if t, err := time.ParseInLocation(layout, text, place); err == nil {
			return t, nil
		}
	}
	return time.Time{}, cmdline.Usage("--%s must be a day and a time such as \"2027-06-12 19:00\"; it is %q", flag, text)
}

func runEventCreate(ctx context.Context, a *app.App, c *app.Caller, in eventCreateIn) (any, error) {
	own, err := company.Settings(ctx, a, c)
	if err != nil {
		return nil, err
	}
	plan, err := planEvent(in, &own)
	if err != nil {
		return nil, err
	}
	var out eventCreateOut
	err = a.UpdateCompany(ctx, c.CompanyID, func(tx app.Tx) error {
		return app.Part(tx, func(a *app.App, _ app.Tx) (err error) {
			out, err = plan.make(ctx, a, c)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	if out.Shop = shopOf(&own); own.Shop.Open {
		out.Shop += fmt.Sprintf("/events/%d", out.EventID)
	}
	return out, nil
}

// eventPlan is what is made, read and checked before anything is written.
type eventPlan struct {
	eventCreateIn
	start, end time.Time
	place      catalog.NewVenue
	currency   company.Currency
	tickets    []ticketSpec
}

func planEvent(in eventCreateIn, own *company.Company) (p eventPlan, err error) {
	p.eventCreateIn = in
	if p.place, err = parseVenue(in.Venue); err != nil {
		return p, err
	}
	if p.Timezone == "" {
		p.Timezone = own.Timezone
	}
	place, err := time.LoadLocation(p.Timezone)
	if err != nil || p.Timezone == "Local" {
		return p, cmdline.Usage("--timezone must be AREA/CITY such as Europe/Berlin; it is %q", p.Timezone)
	}
	if p.start, err = localTime("start", in.Start, place); err != nil {
		return p, err
	}
	p.end = p.start.Add(usualLength)
	if in.End != "" {
		if p.end, err = localTime("end", in.End, place); err != nil {
			return p, err
		}
	}
	if !p.end.After(p.start) {
		return p, cmdline.Usage("--end must be after --start, which is %s; it is %q", in.Start, in.End)
	}
	p.currency, _ = company.CurrencyByID(own.CurrencyID)
	for _, text := range in.Tickets {
		t, err := parseTicket(text, p.currency)
		if err != nil {
			return p, err
		}
		p.tickets = append(p.tickets, t)
	}
	return p, nil
}

// make writes everything with the event as a draft, and publishes it at the end, as one
// part of a transaction: what is refused on the way leaves nothing.
func (p *eventPlan) make(ctx context.Context, a *app.App, c *app.Caller) (out eventCreateOut, err error) {
	if out.VenueID, err = p.venue(ctx, a, c); err != nil {
		return out, err
	}
	online, draft := p.Venue == "", false
	change := catalog.EventChange{Name: &p.Name, Start: &p.start, End: &p.end, Timezone: &p.Timezone, OnlineOnly: &online, Published: &draft}
	if !online {
		change.VenueID = catalog.Is(out.VenueID)
	}
	made, err := catalog.CreateEvent(ctx, a, c, change)
	if err != nil {
		return out, err
	}
	out.EventID, out.Name, out.Start, out.End = made.ID, made.Name, p.start, p.end
	out.Timezone, out.Draft = p.Timezone, p.Draft
	for _, t := range p.tickets {
		line, err := p.sell(ctx, a, c, out.EventID, t)
		if err != nil {
			return out, refusedTicket(t.text, err)
		}
		out.Tickets = append(out.Tickets, line)
	}
	if p.Draft {
		return out, nil
	}
	yes := true
	_, _, err = catalog.UpdateEvent(ctx, a, c, out.EventID, catalog.EventChange{Published: &yes, OnSale: &yes}, nil)
	return out, err
}

// venue finds the venue by its name, or makes it; 0 is none.
func (p *eventPlan) venue(ctx context.Context, a *app.App, c *app.Caller) (int64, error) {
	if p.place.Name == "" {
		return 0, nil
	}
	known, err := catalog.ListVenues(ctx, a, c, catalog.ItemFilter{Query: p.place.Name})
	if err != nil {
		return 0, err
	}
	for i := range known.Venues {
		if strings.EqualFold(known.Venues[i].Name, p.place.Name) {
			return known.Venues[i].ID, nil
		}
	}
	if p.place.City == "" {
		return 0, cmdline.Usage("there is no venue %q yet: say where it is, such as --venue %q", p.place.Name, p.place.Name+", 1 Main Street, Springfield, Illinois")
	}
	made, err := catalog.CreateVenue(ctx, a, c, p.place)
	return made.ID, err
}

// parseVenue reads the name of a venue, or everything that a new one needs.
func parseVenue(text string) (v catalog.NewVenue, err error) {
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	switch v.Name = parts[0]; len(parts) {
	case 1:
	case 4:
		v.Address, v.City, v.Region = parts[1], parts[2], parts[3]
	default:
		err = cmdline.Usage("--venue must be a known NAME, or \"NAME, STREET, CITY, REGION\"; it is %q", text)
	}
	return v, err
}

func (p *eventPlan) sell(ctx context.Context, a *app.App, c *app.Caller, eventID int64, t ticketSpec) (ticketLine, error) {
	unlimited := t.stock == nil
	in := catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: eventID,
		Item: catalog.ItemChange{Name: &t.name, Unlimited: &unlimited},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: p.currency.ID, Base: t.price}}},
	}
	if t.stock != nil {
		in.Item.TotalStock, in.Sale.TotalStock = catalog.Is(*t.stock), catalog.Is(*t.stock)
	}
	view, err := catalog.CreateSaleItem(ctx, a, c, in)
	return ticketLine{view.SaleItem.ID, t.name, p.currency.Amount(t.price), t.stock}, err
}

// refusedTicket says what is wrong with a ticket as it was typed.
func refusedTicket(text string, err error) error {
	var refused *app.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return fmt.Errorf("--ticket %q: %w", text, err)
	}
	f := refused.Fields[0]
	what := "the name"
	switch {
	case strings.Contains(f.Field, "tock"):
		what = "the number"
	case strings.Contains(f.Field, "pric"):
		what = "the price"
	}
	return cmdline.Usage("--ticket %q: %s %s", text, what, f.Message)
}

func printEvent(w io.Writer, result []byte) error {
	out, err := cmdline.Decode[eventCreateOut](result)
	if err != nil {
		return err
	}
	state := "on sale"
	if out.Draft {
		state = "a draft that nobody sees"
	}
	place, err := time.LoadLocation(out.Timezone)
	if err != nil {
		return errors.Join(err, fmt.Errorf("event %d was made", out.EventID))
	}
	fmt.Fprintf(w, "Event %d, %s, is %s\n  %s to %s, %s\n", out.EventID, out.Name, state,
		out.Start.In(place).Format("2 January 2006 15:04"), out.End.In(place).Format("15:04"), out.Timezone)
	for _, t := range out.Tickets {
		number := "as many as are wanted"
		if t.Stock != nil {
			number = fmt.Sprintf("%d of them", *t.Stock)
		}
		fmt.Fprintf(w, "  sale item %d: %s, %s, %s\n", t.SaleItemID, t.Name, t.Price, number)
	}
	_, err = io.WriteString(w, whereSold(w, &out))
	return err
}

// whereSold says what buyers see of an event, and what is missing.
func whereSold(w io.Writer, e *eventCreateOut) string {
	const scanned = "Its tickets can be scanned in the event's zone.\n"
	switch {
	case e.Draft:
		return ""
	case e.End.Before(time.Now()):
		return "It is over, so that no page announces it. Was that the right --start?\n"
	case e.Shop == closedShop:
		return "It is announced on the page / of the server. " + scanned +
			"The shop is closed, and nobody can buy there yet. Open it: " + cmdline.ToType(w, "marquee company set --shop open") + "\n"
	}
	return "It is announced on the page / of the server, and sold at its " + e.Shop + ". " + scanned
}
