package entry

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type entryTicketsIn struct {
	rest.Page
	wire.CursorIn
	EventID         *rest.ID   `query:"eventId" doc:"Required, but for a cursor."`
	StartTime       *rest.Time `query:"startTime" doc:"What changed at or after this moment, refunded tickets included; the listEndTime of the request before. Absent: all that still stand."`
	IncludeProducts bool       `query:"includeProducts"`
	IncludeZones    bool       `query:"includeZones"`
	// A list of changes has them anyway.
	WithTrashed rest.Trashed `query:"withTrashed" doc:"With those that were refunded, cancelled or rejected, whose status is refunded, also where startTime is absent."`
}

type entryTicketsJSON struct {
	Content              rest.Rows[entryTicketJSON] `json:"content"`
	ListEndTime          time.Time                  `json:"listEndTime" doc:"The startTime of the next request."`
	Total                int64                      `json:"total" doc:"The length of the list."`
	Pagination           rest.Links                 `json:"pagination"`
	DataCaptureQuestions []entryQuestionJSON        `json:"dataCaptureQuestions"`
}

type entryTicketJSON struct {
	Const             entryConstJSON           `json:"const"`
	ID                int64                    `json:"id"`
	ItemType          catalog.ItemType         `json:"itemType"`
	ParentOrderItemID *int64                   `json:"parentOrderItemId"`
	Stable            entryStableJSON          `json:"stable"`
	Variable          any                      `json:"variable" doc:"An empty list while a ticket is sold and was never scanned."`
	ZoneData          rest.Opt[entryZonesJSON] `json:"zoneData" doc:"With includeZones."`
}

type entryConstJSON struct {
	Barcode        string           `json:"barcode"`
	Secret         rest.Opt[string] `json:"secureBarcodeSeed" doc:"Of tickets whose code rotates. The text of such a code is the barcode, a dot, and six digits: TOTP (RFC 6238) with HMAC-SHA-256 over steps of 15 seconds since 1970; the seed is in base32 without padding. The step before and the one after are good too, each of them once."`
	CustomerID     *int64           `json:"customerId"`
	TransactionID  string           `json:"transactionId" doc:"The reference of the order."`
	Type           string           `json:"type"`
	TypeDuringSale string           `json:"typeDuringSale"`
	TypeID         int64            `json:"typeId"`
}

type entryStableJSON struct {
	CustomerName       *string           `json:"customerName"`
	CustomerEmail      *string           `json:"customerEmail"`
	DataCaptureAnswers []entryAnswerJSON `json:"dataCaptureAnswers"`
	NationalID         *string           `json:"nationalId"`
	Passport           *string           `json:"passport"`
	Price              int64             `json:"price"`
	ValidFrom          *time.Time        `json:"validFrom"`
	ValidTo            *time.Time        `json:"validTo"`
	OrderNotes         *string           `json:"orderNotes"`
	ItemNotes          *string           `json:"itemNotes"`
	Seat               *string           `json:"seat" doc:"Area, block, row, table and seat; null for a ticket without one."`
	GateIDs            rest.Opt[[]int64] `json:"gateIds" doc:"The gates that lead to the seat, as GET /activated-events lists them; left out of a ticket that may come through any."`
}

type entryAnswerJSON struct {
	ID     int64 `json:"id"`
	Answer any   `json:"answer"`
}

// Forms are those of an answer.
func (entryAnswerJSON) Forms() map[string][]any { return wire.AnswerForms }

// Forms are those of what varies.
func (entryTicketJSON) Forms() map[string][]any {
	return map[string][]any{"variable": {[]string{}, entryVariableJSON{}}}
}

type entryVariableJSON struct {
	NFCID                 *string     `json:"nfcId"`
	ScannedBy             *string     `json:"scannedBy"`
	ScannedOn             *time.Time  `json:"scannedOn"`
	Status                entryStatus `json:"status"`
	TicketsInOrderCount   int64       `json:"ticketsInOrderCount"`
	TicketsInOrderScanned int64       `json:"ticketsInOrderScanned"`
	HistoricBarcodes      []string    `json:"historicBarcodes"`
}

// entryStatus is what an offline gate may do with a ticket.
type entryStatus string

// Values lists the states.
func (entryStatus) Values() []string {
	return []string{entry.EntrySold, entry.EntryScanned, entry.EntryRefunded, entry.EntryLocked}
}

type entryZonesJSON struct {
	AccessToZones []entryZoneJSON `json:"accessToZones"`
	Scans         []entryScanJSON `json:"scans"`
}

type entryZoneJSON struct {
	ID int64 `json:"id"`
}

type entryScanJSON struct {
	ZoneID    int64     `json:"zoneId"`
	Scan      string    `json:"scan" enum:"in,out"`
	ScannedOn time.Time `json:"scannedOn"`
	UUID      *string   `json:"uuid"`
}

type entryQuestionJSON struct {
	ID               int64             `json:"id"`
	Question         string            `json:"question"`
	AvailableOptions []entryOptionJSON `json:"availableOptions"`
}

type entryOptionJSON struct {
	ID    int64  `json:"id"`
	Value string `json:"value"`
}

func entryTickets(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/entry/tickets", Summary: "List the tickets of an event for its gates", Tag: "Door",
			Doc: "In the order of their last change: of the ticket, its holder, or a scan. Follow pagination.next to the end, " +
				"then ask again with listEndTime as startTime: no change is missed. A cursor misses nothing while tickets change; an offset can.",
			Allow: app.ScanZones, Or: mayScan, Limit: entry.MaxPage, Turn: rest.ForGates,
		}, rest.OnList(a, listEntryTickets)),
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/entry-tickets", Summary: "List the tickets of an event for its gates, as it was called before", Tag: "Door",
			Doc: "The same as GET /entry/tickets, for programs that were written against its former address.", Deprecated: true, OperationID: "getFormerEntryTickets",
			Allow: app.ScanZones, Or: mayScan, Limit: entry.MaxPage, Turn: rest.ForGates,
		}, rest.OnList(a, listEntryTickets)),
	}
}

func listEntryTickets(ctx context.Context, a *app.App, c *app.Caller, in entryTicketsIn) (entryTicketsJSON, list.Info, error) {
	q := entry.TicketQuery{
		Since: in.StartTime.At(), Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit,
		Products: in.IncludeProducts, Zones: in.IncludeZones, Gone: bool(in.WithTrashed),
	}
	if in.EventID != nil {
		q.EventID = int64(*in.EventID)
	}
	l, err := entry.ListTickets(ctx, a, c, q)
	out := entryTicketsJSON{ListEndTime: l.End, Total: l.Total, Pagination: in.Links(l.Info)}
	var moved entryVariableJSON
	out.DataCaptureQuestions = entryQuestions(l.Tickets)
	out.Content = rest.Rows[entryTicketJSON]{N: len(l.Tickets), Fill: func(i int, row *entryTicketJSON) {
		entryTicketForm(&l.Tickets[i], in.IncludeZones, row, &moved)
	}}
	return out, l.Info, err
}

// entryTicketForm writes a ticket into its row, and into moved what only a ticket
// has that something happened to.
func entryTicketForm(t *entry.EntryTicket, zones bool, out *entryTicketJSON, moved *entryVariableJSON) {
	*out = entryTicketJSON{
		Const: entryConstJSON{
			Barcode: t.Item.Barcode, CustomerID: wire.Shown(&t.Item.CustomerID), TransactionID: t.OrderReference,
			Type: t.TypeName, TypeDuringSale: t.Item.SaleName, TypeID: t.Item.Type.ID(), Secret: secretForm(t.Secret),
		},
		ID: t.Item.ID, ItemType: t.Item.Type, ParentOrderItemID: wire.Shown(&t.Item.ParentItemID),
		Stable: entryStableJSON{
			CustomerName: wire.Shown(&t.CustomerName), CustomerEmail: wire.Shown(&t.CustomerEmail), Price: t.Item.Price,
			ValidFrom: t.ValidFrom, ValidTo: t.ValidTo,
			OrderNotes: wire.Shown(&t.OrderNotes), ItemNotes: wire.Shown(&t.Item.Notes), Seat: wire.OrNull(t.Item.Seat()),
		},
		Variable: untouched,
	}
	if len(t.GateIDs) > 0 {
		out.Stable.GateIDs = rest.Some(t.GateIDs)
	}
	for i := range t.Answers {
		a := &t.Answers[i]
		out.Stable.DataCaptureAnswers = append(out.Stable.DataCaptureAnswers, entryAnswerJSON{a.QuestionID, a.Shape()})
	}
	if t.Moved {
		*moved = entryVariableJSON{
			NFCID: wire.Shown(&t.State.NFC), ScannedBy: wire.Shown(&t.ScannedBy), ScannedOn: wire.Moment(t.ScannedOn), Status: entryStatus(t.Status),
			TicketsInOrderCount: t.InOrder, TicketsInOrderScanned: t.OrderScanned, HistoricBarcodes: t.OldBarcodes,
		}
		out.Variable = moved
	}
	if zones {
		out.ZoneData = rest.Some(entryZonesForm(t))
	}
}

// secretForm leaves the seed out of tickets without one.
func secretForm(secret string) rest.Opt[string] {
	if secret == "" {
		return rest.Opt[string]{}
	}
	return rest.Some(secret)
}

// untouched is what varies of a ticket that nothing happened to: an empty list.
var untouched any = []string{}

func entryZonesForm(t *entry.EntryTicket) entryZonesJSON {
	var out entryZonesJSON
	for _, z := range t.Access {
		out.AccessToZones = append(out.AccessToZones, entryZoneJSON{z.ID})
	}
	for _, s := range t.Scans {
		way := "in"
		if s.Out {
			way = "out"
		}
		out.Scans = append(out.Scans, entryScanJSON{s.ZoneID, way, s.ScannedOn, wire.OrNull(s.UUID)})
	}
	return out
}

// entryQuestions are the questions that the tickets of a page have answers to, each once.
func entryQuestions(tickets []entry.EntryTicket) (all []entryQuestionJSON) {
	known := map[int64]bool{}
	for i := range tickets {
		for _, a := range tickets[i].Answers {
			if known[a.QuestionID] {
				continue
			}
			known[a.QuestionID] = true
			q := entryQuestionJSON{ID: a.QuestionID, Question: a.Question.Text}
			for _, o := range a.Question.Options {
				q.AvailableOptions = append(q.AvailableOptions, entryOptionJSON{o.ID, o.Value})
			}
			all = append(all, q)
		}
	}
	return all
}
