package passes

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"marquee/app/paper"
	"marquee/app/pass"
)

// passJSON is what a wallet reads.
type passJSON struct {
	FormatVersion int           `json:"formatVersion"`
	PassType      string        `json:"passTypeIdentifier"`
	Team          string        `json:"teamIdentifier"`
	Serial        string        `json:"serialNumber"`
	Service       string        `json:"webServiceURL,omitempty"`
	Token         string        `json:"authenticationToken,omitempty"`
	Voided        bool          `json:"voided,omitempty"`
	Organisation  string        `json:"organizationName"`
	Description   string        `json:"description"`
	LogoText      string        `json:"logoText,omitempty"`
	Group         string        `json:"groupingIdentifier,omitempty"`
	Background    string        `json:"backgroundColor"`
	Foreground    string        `json:"foregroundColor"`
	Label         string        `json:"labelColor"`
	Barcodes      []barcodeJSON `json:"barcodes,omitempty"`
	Relevant      string        `json:"relevantDate,omitempty"`
	// Relevants are all dates, for wallets that know of several.
	Relevants       []relevantJSON `json:"relevantDates,omitempty"`
	Expires         string         `json:"expirationDate,omitempty"`
	SharingRefused  bool           `json:"sharingProhibited"`
	EventTicketPart ticketJSON     `json:"eventTicket"`
}

type relevantJSON struct {
	Date string `json:"date"`
}

type barcodeJSON struct {
	Format   string `json:"format"`
	Message  string `json:"message"`
	Encoding string `json:"messageEncoding"`
	Spelled  string `json:"altText,omitempty"`
}

type ticketJSON struct {
	Header    []fieldJSON `json:"headerFields,omitempty"`
	Primary   []fieldJSON `json:"primaryFields,omitempty"`
	Secondary []fieldJSON `json:"secondaryFields,omitempty"`
	Auxiliary []fieldJSON `json:"auxiliaryFields,omitempty"`
	Back      []fieldJSON `json:"backFields,omitempty"`
}

type fieldJSON struct {
	Key         string `json:"key"`
	Label       string `json:"label,omitempty"`
	Value       string `json:"value"`
	Changed     string `json:"changeMessage,omitempty"`
	DateStyle   string `json:"dateStyle,omitempty"`
	TimeStyle   string `json:"timeStyle,omitempty"`
	IgnoresZone bool   `json:"ignoresTimeZone,omitempty"`
}

// afterwards is how long after its end a pass is not shown as over: guests may be let in
// late, and events run on.
const afterwards = 24 * time.Hour

// form is a pass for a signer.
func (k *apple) form(p *pass.Pass, t *texts, symbol paper.Kind) passJSON {
	background, text := paper.Colors(p.Company.Branding.PrimaryColor)
	out := passJSON{
		FormatVersion: 1, PassType: k.passType, Team: k.team, Serial: p.Serial, Organisation: cmp.Or(p.Company.Billing.Name, p.Company.Name),
		Description: t.about, LogoText: p.Company.Name, Background: colour(background), Foreground: colour(text), Label: colour(text),
		SharingRefused: true, // a ticket is given away on the page of its order
	}
	out.Voided = p.Void
	if !p.Void {
		out.Barcodes = []barcodeJSON{barcode(symbol, p.Code, p.Barcode)}
	}
	zone, until := p.Company.Location(), p.Until
	if p.Event != nil {
		zone = p.Event.Location()
		out.Group = "event-" + strconv.FormatInt(p.Event.ID, 10)
	}
	if len(p.Dates) > 0 {
		out.Relevant = moment(p.Dates[0].Start())
		for i := range p.Dates {
			out.Relevants = append(out.Relevants, relevantJSON{moment(p.Dates[i].Start())})
		}
		if until == nil {
			until = lastEnd(p)
		}
	}
	if until != nil {
		out.Expires = moment(until.Add(afterwards).In(zone))
	}
	out.EventTicketPart = ticketForm(p, t, zone)
	return out
}

// lastEnd is when the last of the dates of a pass ends, nil without any.
func lastEnd(p *pass.Pass) (last *time.Time) {
	for i := range p.Dates {
		if end := p.Dates[i].End(); last == nil || end.After(*last) {
			last = &end
		}
	}
	return last
}

func ticketForm(p *pass.Pass, t *texts, zone *time.Location) (out ticketJSON) {
	out.Primary = []fieldJSON{{Key: "event", Value: t.event}}
	if len(p.Dates) > 0 {
		out.Secondary = append(out.Secondary, date("when", t.When, p.Dates[0].Start(), t.Changed))
	}
	put(&out.Secondary, "where", t.Where, p.Venue.Name, t.Changed)
	put(&out.Auxiliary, "ticket", t.Ticket, t.item, "")
	if p.Place.Row != "" || p.Place.Area != "" {
		put(&out.Auxiliary, "area", t.Area, p.Place.Area, t.Changed)
		put(&out.Auxiliary, "row", t.Row, p.Place.Row, t.Changed)
		put(&out.Auxiliary, "seat", t.Seat, p.Place.Seat, t.Changed)
	} else {
		put(&out.Auxiliary, "seat", t.Seat, p.Place.Whole, t.Changed)
	}
	put(&out.Back, "holder", t.Holder, p.Holder, "")
	for i := 1; i < len(p.Dates); i++ {
		out.Back = append(out.Back, date(fmt.Sprintf("when-%d", i+1), t.When, p.Dates[i].Start(), t.Changed))
	}
	if p.From != nil {
		out.Back = append(out.Back, date("from", t.From, p.From.In(zone), ""))
	}
	if p.Until != nil {
		out.Back = append(out.Back, date("until", t.Until, p.Until.In(zone), ""))
	}
	put(&out.Back, "address", t.Address, address(p), "")
	put(&out.Back, "order", t.Order, p.Number, "")
	put(&out.Back, "code", t.Code, p.Barcode, "")
	put(&out.Back, "organiser", t.Organiser, organiser(p), "")
	put(&out.Back, "help", t.Help, p.Company.Branding.SupportURL, "")
	return out
}

// put adds a field that has a value.
func put(fields *[]fieldJSON, key, label, value, changed string) {
	if value != "" {
		*fields = append(*fields, fieldJSON{Key: key, Label: label, Value: value, Changed: changed})
	}
}

// date is shown on the clocks of its place, wherever the phone is.
func date(key, label string, at time.Time, changed string) fieldJSON {
	return fieldJSON{Key: key, Label: label, Value: moment(at), Changed: changed, DateStyle: "PKDateStyleMedium", TimeStyle: "PKDateStyleShort", IgnoresZone: true}
}

func moment(t time.Time) string { return t.Truncate(time.Second).Format(time.RFC3339) }

func colour(c [3]uint8) string { return fmt.Sprintf("rgb(%d, %d, %d)", c[0], c[1], c[2]) }

func address(p *pass.Pass) string {
	place := joined(", ", p.Venue.Address, joined(" ", p.Venue.Postcode, p.Venue.City))
	return joined("\n", p.Venue.Name, place)
}

func organiser(p *pass.Pass) string {
	return joined("\n", cmp.Or(p.Company.Billing.Name, p.Company.Name), p.Company.Billing.Address)
}

// joined puts two texts together, of which one or both may be empty.
func joined(with, a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + with + b
}

// formats are what wallets call the kinds of codes.
var formats = map[paper.Kind]string{paper.QR: "PKBarcodeFormatQR", paper.Aztec: "PKBarcodeFormatAztec", paper.Code128: "PKBarcodeFormatCode128"}

// longestBars is how long a text may be that bars can say on a phone.
const longestBars = 40

// barcode is a code of the wanted kind, or a square one where bars cannot say it.
func barcode(kind paper.Kind, code, spelled string) barcodeJSON {
	out := barcodeJSON{Format: formats[kind], Message: code, Encoding: "iso-8859-1", Spelled: spelled}
	ascii := true
	for _, r := range code {
		ascii = ascii && r >= ' ' && r < 127
	}
	if !ascii {
		out.Encoding = "utf-8"
	}
	if kind == paper.Code128 && (!ascii || len(code) > longestBars) {
		out.Format = formats[paper.QR]
	}
	return out
}
