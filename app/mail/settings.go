package mail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/indexes"
	"marquee/kv"
)

// Settings say which mails a company sends, and how. The zero value is what counts where
// nobody set anything.
type Settings struct {
	// ID is 0: there is one.
	ID int64 `msgpack:"i,omitempty"`
	// NotOnline and NotAtOffice: no confirmation of what was bought there. The API is the
	// box office.
	NotOnline   bool `msgpack:"no,omitempty"`
	NotAtOffice bool `msgpack:"nb,omitempty"`
	// PerEvent: an order of several events gets a confirmation for each.
	PerEvent bool `msgpack:"pe,omitempty"`
	// Attach: tickets are attached, too; without it they are behind a link.
	Attach bool `msgpack:"at,omitempty"`
	// ReminderHours is how long before an event its attendees are reminded of it, 0:
	// never. RemindFrom is when that was set: what was due before is let be.
	ReminderHours int64     `msgpack:"rh,omitempty"`
	RemindFrom    time.Time `msgpack:"rf,omitempty"`
	// SenderName stands beside the address; empty: the company's name.
	SenderName string `msgpack:"sn,omitempty"`
	ReplyTo    string `msgpack:"rt,omitempty"`
	// The people who are told of purchases, of what is to be approved (reservations, and events
	// that are to be published), and of new events.
	PurchasesTo []string `msgpack:"pt,omitempty"`
	ApprovalsTo []string `msgpack:"ao,omitempty"`
	EventsTo    []string `msgpack:"et,omitempty"`
	// RefundsTo are told when the refund of an event begins, and when it has come to its end.
	RefundsTo []string `msgpack:"ft,omitempty"`
	// TaxReceipts: with the confirmation of an order on which there is tax comes a receipt.
	TaxReceipts bool `msgpack:"tr,omitempty"`
	// Groups: customers are told when somebody puts them into a group.
	Groups bool `msgpack:"gr,omitempty"`
}

var settings = indexes.DefineKeyed(indexes.KeyedSpec[int64, Settings]{
	Name: "mail_settings", Version: 1,
	Person: indexes.Stays("people who work here"),
	Key:    kv.Int,
	KeyOf:  func(s *Settings) int64 { return s.ID },
	Check: func(s *Settings) error {
		if s.ID != 0 || s.ReminderHours < 0 || s.ReminderHours > MaxReminderHours {
			return fmt.Errorf("mail settings: a reminder %d hours before", s.ReminderHours)
		}
		return nil
	},
})

// SettingsOf reads those of the company.
func SettingsOf(r app.Reader) (Settings, error) {
	s, _, err := settings.Find(r, 0)
	return s, err
}

// confirms tells whether what was bought on a channel is confirmed.
func (s *Settings) confirms(ch catalog.Channel) bool {
	if ch == catalog.Shop || ch == catalog.Kiosk {
		return !s.NotOnline
	}
	return !s.NotAtOffice
}

// staffFor are those who get the mails of a kind.
func (s *Settings) staffFor(k Kind) []string {
	switch k {
	case StaffPurchase:
		return s.PurchasesTo
	case StaffApproval, StaffEventApproval:
		return s.ApprovalsTo
	case StaffEvent:
		return s.EventsTo
	case StaffRefunds, StaffRefundsBegun:
		return s.RefundsTo
	}
	return nil
}

// SettingsChange changes them: what is nil or not given stays.
type SettingsChange struct {
	Online, Office, PerEvent, Attach *bool
	TaxReceipts, Groups              *bool
	ReminderHours                    app.Maybe[int64]
	SenderName, ReplyTo              app.Maybe[string]

	PurchasesTo, ApprovalsTo, EventsTo, RefundsTo *[]string
}

// ReadSettings reads those of the caller's company.
func ReadSettings(ctx context.Context, a *app.App, c *app.Caller) (s Settings, err error) {
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) (err error) {
		s, err = SettingsOf(r)
		return err
	})
	return s, err
}

// ChangeSettings changes those of the caller's company. A reminder that would have been
// due before is not sent any more.
func ChangeSettings(ctx context.Context, a *app.App, c *app.Caller, in SettingsChange) (s Settings, err error) {
	if err := in.check(); err != nil {
		return s, err
	}
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) (err error) {
		s, err = settings.Upsert(tx, 0, func(s *Settings) error {
			in.apply(s, tx.Wall())
			return nil
		})
		return err
	})
	return s, err
}

func (in *SettingsChange) check() error {
	var p app.Problems
	if h := in.ReminderHours.Value; h != nil && (*h < 1 || *h > MaxReminderHours) {
		p.Add("reminderHours", "must be between %d and %d", 1, MaxReminderHours)
	}
	if n := in.SenderName.Value; n != nil {
		if len(*n) > customer.MaxName || strings.ContainsFunc(*n, forbidden) || strings.ContainsAny(*n, "\r\n\t") {
			p.Add("senderName", "contains characters that are not allowed")
		}
	}
	if r := in.ReplyTo.Value; r != nil && *r != "" {
		checkAddress(&p, "replyTo", r)
	}
	for field, list := range map[string]*[]string{"purchasesTo": in.PurchasesTo, "approvalsTo": in.ApprovalsTo, "eventsTo": in.EventsTo, "refundsTo": in.RefundsTo} {
		checkStaff(&p, field, list)
	}
	slices.SortFunc(p, func(a, b app.FieldError) int { return strings.Compare(a.Field, b.Field) })
	return p.Err()
}

func checkStaff(p *app.Problems, field string, list *[]string) {
	if list == nil {
		return
	}
	if len(*list) > MaxStaff {
		p.Add(field, "must not have more than %d entries", MaxStaff)
		return
	}
	own := slices.Clone(*list)
	for i := range own {
		checkAddress(p, fmt.Sprintf("%s.%d", field, i), &own[i])
	}
	*list = own
}

// checkAddress gives an address its normal form.
func checkAddress(p *app.Problems, field string, address *string) {
	normal, err := company.NormalEmail(*address)
	if err != nil {
		p.Add(field, "must be a valid e-mail address")
		return
	}
	*address = normal
}

func (in *SettingsChange) apply(s *Settings, now time.Time) {
	flip(&s.NotOnline, in.Online)
	flip(&s.NotAtOffice, in.Office)
	put(&s.PerEvent, in.PerEvent)
	put(&s.Attach, in.Attach)
	put(&s.TaxReceipts, in.TaxReceipts)
	put(&s.Groups, in.Groups)
	was := s.ReminderHours
	in.ReminderHours.Put(&s.ReminderHours)
	if s.ReminderHours != was {
		s.RemindFrom = now
	}
	in.SenderName.Put(&s.SenderName)
	s.SenderName = strings.TrimSpace(s.SenderName)
	in.ReplyTo.Put(&s.ReplyTo)
	put(&s.PurchasesTo, in.PurchasesTo)
	put(&s.ApprovalsTo, in.ApprovalsTo)
	put(&s.EventsTo, in.EventsTo)
	put(&s.RefundsTo, in.RefundsTo)
}

func put[T any](to *T, v *T) {
	if v != nil {
		*to = *v
	}
}

func flip(to *bool, v *bool) {
	if v != nil {
		*to = !*v
	}
}
