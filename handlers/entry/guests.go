package entry

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type guestDataIn struct {
	Events []guestEventIn `json:"events" required:"true" maxitems:"20"`
}

type guestEventIn struct {
	ID       rest.ID `json:"id" required:"true"`
	Limit    *int64  `json:"limit" min:"1" max:"1000" doc:"How many guests to answer with at most, each once however many come with them; 1,000 when absent."`
	SyncData *string `json:"syncData" maxlen:"1024" doc:"That of the answer before, for what changed since. Null: everything."`
}

type guestDataJSON struct {
	EventsSync []guestSyncJSON  `json:"eventsSync"`
	Content    guestContentJSON `json:"content"`
}

type guestSyncJSON struct {
	EventID  int64  `json:"eventId"`
	SyncData string `json:"syncData" doc:"What the next request passes. Ask again until an answer has no guests."`
}

type guestContentJSON struct {
	GuestLists []guestListJSON `json:"guestLists"`
	Guests     []guestJSON     `json:"guests"`
}

type guestListJSON struct {
	ID          int64  `json:"id" doc:"The sale item."`
	EventID     int64  `json:"eventId"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

type guestJSON struct {
	ID                   int64             `json:"id" doc:"The order item of the first of the party."`
	Barcode              *string           `json:"barcode"`
	EventID              int64             `json:"eventId"`
	GuestListID          int64             `json:"guestListId"`
	Name                 *string           `json:"name"`
	Surname              *string           `json:"surname"`
	Email                *string           `json:"email"`
	NumOfGuests          int64             `json:"numOfGuests" doc:"The units of one order on this list that share a holder. Each has a barcode of its own."`
	Attended             int64             `json:"attended" doc:"How many of them came, by scan or by PUT /guestdata."`
	AttendedModification *time.Time        `json:"attendedModification" doc:"When that changed last."`
	Price                int64             `json:"price"`
	CurrencySymbol       string            `json:"currencySymbol"`
	RegistrationStatus   entry.GuestStatus `json:"registrationStatus"`
	RegisteredBy         *string           `json:"registeredBy" doc:"The user who sold; null when the guest did it."`
	Notes                *string           `json:"notes"`
	OrderNotes           *string           `json:"orderNotes"`
	OrderReference       string            `json:"orderReference"`
	ModificationDate     time.Time         `json:"modificationDate"`
}

type attendedIn struct {
	Guests []attendedGuestIn `json:"guests" required:"true" maxitems:"500"`
}

type attendedGuestIn struct {
	ID       rest.ID    `json:"id" required:"true"`
	Attended int64      `json:"attended" required:"true" min:"0" doc:"From 0 to numOfGuests."`
	At       *rest.Time `json:"attendedModification" doc:"When that was so; absent: now. Older than the last that is known: passed over."`
}

// mayAdmit and maySeeGuests open what admits guests, beside guests.admit.
var (
	mayAdmit     = []app.Ability{app.EditEvents}
	maySeeGuests = []app.Ability{app.ScanZones, app.EditEvents}
)

func guestData(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/guestdata", Summary: "List the guests of events", Tag: "Door",
			Doc: "For devices that keep a copy: the guest lists of up to 20 events, and the guests that changed since syncData. " +
				"Who was cancelled before the first request is left out; who is cancelled later comes once more, as cancelled.",
			Allow: app.AdmitGuests, Or: maySeeGuests, Weight: app.Light, Turn: rest.ForGates,
		}, func(ctx context.Context, c *app.Caller, in guestDataIn) (guestDataJSON, error) {
			asked := make([]entry.GuestQuery, len(in.Events))
			for i, e := range in.Events {
				asked[i] = entry.GuestQuery{EventID: int64(e.ID), Cursor: wire.Value(e.SyncData), Limit: wire.Value(e.Limit)}
			}
			pages, err := entry.ListGuests(ctx, a, c, asked)
			return guestDataForm(pages), err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPut, Path: "/guestdata", Summary: "Tell how many guests came", Tag: "Door",
			Doc: "Absolute numbers, all or none. The newest attendedModification counts; a scan of the guest's barcode is a modification too. " +
				"More guests are let in at the Entry zone, fewer are taken back, as if they had been scanned.",
			Allow: app.AdmitGuests, Or: mayAdmit,
		}, func(ctx context.Context, c *app.Caller, in attendedIn) (wire.SuccessJSON, error) {
			told := make([]entry.Attended, len(in.Guests))
			for i, g := range in.Guests {
				told[i] = entry.Attended{GuestID: int64(g.ID), Attended: g.Attended}
				if g.At != nil {
					told[i].At = g.At.Time
				}
			}
			return wire.Done(entry.SetAttendance(ctx, a, c, told))
		}),
	}
}

func guestDataForm(pages []entry.GuestPage) guestDataJSON {
	var out guestDataJSON
	for _, p := range pages {
		out.EventsSync = append(out.EventsSync, guestSyncJSON{p.EventID, p.Cursor})
		for _, l := range p.Lists {
			out.Content.GuestLists = append(out.Content.GuestLists, guestListJSON(l))
		}
		for i := range p.Guests {
			out.Content.Guests = append(out.Content.Guests, guestForm(&p.Guests[i]))
		}
	}
	return out
}

func guestForm(g *entry.Guest) guestJSON {
	currency, _ := company.CurrencyByID(g.CurrencyID)
	return guestJSON{
		ID: g.ID, Barcode: wire.OrNull(g.Barcode), EventID: g.EventID, GuestListID: g.ListID,
		Name: wire.OrNull(g.FirstName), Surname: wire.OrNull(g.LastName), Email: wire.OrNull(g.Email),
		NumOfGuests: g.Guests, Attended: g.Attended, AttendedModification: wire.Moment(g.AttendedAt),
		Price: g.Price, CurrencySymbol: currency.Symbol, RegistrationStatus: g.Status, RegisteredBy: wire.OrNull(g.RegisteredBy),
		Notes: wire.OrNull(g.Notes), OrderNotes: wire.OrNull(g.OrderNotes), OrderReference: g.OrderReference, ModificationDate: g.ChangedAt,
	}
}
